import { Form, useNavigation } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { Button } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { CopyButton } from "../../ui/controls/copy-button.tsx";
import { Badge } from "../../ui/data/badge.tsx";
import { showToast } from "../../ui/feedback/toaster.tsx";
import { maskKey } from "./snippets.ts";

const newKeyWarning =
  "Power BI, pandas and everything else that uses the present key stops at once until you enter the new one there. Excel queries that you have copied stop too.";

/** The streaming key, hidden at first, and how to replace it. */
export function KeyPanel({ api_key }: { api_key: string | null }) {
  const busy = useNavigation().formData?.get("intent") === "generate-key";
  return (
    <section className="panel" aria-labelledby="key-title">
      <div className="panel-head">
        <h2 id="key-title">Your streaming key</h2>
        {api_key && <Badge tone="ok">Active</Badge>}
      </div>
      <div className="panel-body stack">
        {api_key ? (
          <>
            <details className="key-line">
              <summary>
                {maskKey(api_key)}
                <span className="visually-hidden">, show the key</span>
              </summary>
              <code className="break-all">{api_key}</code>
            </details>
            <div className="row">
              <CopyButton text={api_key} label="Copy Key" onCopied={() => showToast("success", "Key copied")} />
              <Confirm
                name="new-key"
                label="Generate New Key"
                kind="plain"
                title="Generate a new key?"
                verb="Generate New Key"
                fields={{ intent: "generate-key" }}
              >
                <p>{newKeyWarning}</p>
              </Confirm>
            </div>
            <p className="meta">Opens every table you can read. Treat it like a password.</p>
          </>
        ) : (
          <>
            <p>No key yet.</p>
            <Form method="post" action="/manage?tab=stream">
              <input type="hidden" name="intent" value="generate-key" />
              <Button kind="primary" icon={KeyRound} off={busy}>
                Generate New Key
              </Button>
            </Form>
          </>
        )}
      </div>
    </section>
  );
}
