import { useEffect, useRef, useState } from "react";
import type { MadeApiKey } from "../../../account/api-key-calls.ts";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { showToast } from "../../../ui/feedback/toaster.tsx";
import { useHydrated } from "../../../ui/layout/hydrated.ts";

/** A key that was just made. Its secret is shown this once, and hidden when it was copied. */
export function MadeKey({ id, name, secret }: MadeApiKey) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    showToast("success", "New key created", `made-${id}`);
    title.current?.focus();
  }, [id]);
  const hide = () => {
    setCopied(true);
    showToast("success", "Secret copied");
    title.current?.focus();
  };
  return (
    <section className="panel" aria-labelledby="made-title">
      <div className="panel-head">
        <h2 id="made-title" ref={title} tabIndex={-1}>
          {name}
        </h2>
      </div>
      <div className="panel-body stack">
        {!hydrated && <Notice tone="ok" title="New key created" role="status" />}
        {copied ? (
          <p>The secret was copied and is hidden now. It cannot be shown again.</p>
        ) : (
          <>
            <p>Copy the secret now: it is shown only this once.</p>
            <p>
              <code className="break-all made-secret">{secret}</code>
            </p>
            <div className="row">
              <CopyButton text={secret} label="Copy secret" onCopied={hide} />
            </div>
          </>
        )}
      </div>
    </section>
  );
}
