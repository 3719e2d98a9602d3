import { Form, Link, useNavigation } from "@remix-run/react";
import { KeyRound } from "../../../ui/icons/all.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Confirm } from "../../../ui/controls/confirm.tsx";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import { showToast } from "../../../ui/feedback/toaster.tsx";
import { maskKey } from "../../../streaming/snippet.ts";

const newKeyWarning =
  "Power BI, pandas and everything else that uses the present key stops at once until you enter the new one there. Excel queries that you have copied stop too.";

/** The streaming key, hidden at first, and how to replace it. */
export function KeyPanel({ apiKey }: { apiKey: string | null }) {
  const busy = useNavigation().formData?.get("intent") === "generate-key";
  return (
    <section className="panel" aria-labelledby="key-title">
      <div className="panel-head">
        <h2 id="key-title">Your streaming key</h2>
        {apiKey && <Badge tone="ok">Active</Badge>}
      </div>
      <div className="panel-body stack">
        {apiKey ? (
          <>
            <details className="key-line">
              <summary>
                {maskKey(apiKey)}
                <span className="visually-hidden">, show the key</span>
              </summary>
              <code className="break-all">{apiKey}</code>
            </details>
            <div className="row">
              <CopyButton text={apiKey} label="Copy Key" onCopied={() => showToast("success", "Key copied")} />
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
            <p className="meta">Treat it like a password.</p>
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
        <p className="meta">
          The streaming key opens all tables that you may read. A key for one table opens that table alone.{" "}
          <Link to="/account?tab=api-keys">API keys</Link> do more, each what you chose for it.
        </p>
      </div>
    </section>
  );
}
