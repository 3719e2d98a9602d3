import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { Block } from "../../../ui/layout/block.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import type { AccountTab } from "../account-page.ts";
import { formOf } from "../form-of.ts";
import { OpenWebhook } from "./open-webhook.tsx";
import type { MadeSecret } from "./webhook-actions.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { OFF_WORDS } from "./webhook-words.ts";

type WebhooksTabProps = AccountTab<"webhooks"> & { form: FormState | undefined; secret: MadeSecret | undefined };

/** The webhooks, or one of them with its deliveries. */
export function WebhooksTab({ webhooks, hasRoom, things, open, now, needsPassword, form, secret }: WebhooksTabProps) {
  return (
    <>
      {secret && <Secret key={secret.secret} {...secret} />}
      {open ? (
        <OpenWebhook key={open.id} webhook={open} things={things} now={now} needsPassword={needsPassword} form={form} />
      ) : (
        <>
          <WebhookList webhooks={webhooks} />
          <Block id="new-webhook-title" title="New webhook">
            {hasRoom ? (
              <WebhookForm
                key={webhooks.length}
                things={things}
                needsPassword={needsPassword}
                form={formOf(form, "create-webhook")}
              />
            ) : (
              <p className="quiet">
                You have {webhooks.length} webhooks, as many as an account can have. Delete one to make another.
              </p>
            )}
          </Block>
        </>
      )}
    </>
  );
}

function WebhookList({ webhooks }: Pick<WebhooksTabProps, "webhooks">) {
  return (
    <Block id="webhooks-title" title="Webhooks">
      {webhooks.length === 0 ? (
        <EmptyState title="No webhooks yet.">
          <p className="quiet">
            A webhook sends a signed message to an address of yours when something happens, so your program doesn't have
            to keep asking. <Link to="/documentation/webhooks">How to receive webhooks</Link>
          </p>
        </EmptyState>
      ) : (
        <ul className="panel managed">
          {webhooks.map(({ id, url, kinds, enabled, disabledReason }) => (
            <li key={id}>
              <div>
                <h3 className="name wrap-anywhere">
                  <Link to={`/account?tab=webhooks&webhook=${id}`}>{url}</Link>{" "}
                  {!enabled && <Badge tone="bad">Off</Badge>}
                </h3>
                <p className="meta row">
                  <span>{kinds.join(", ")}</span>
                  {disabledReason !== null && <span>{OFF_WORDS[disabledReason]}</span>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

/** A secret that was just made, shown this once. */
function Secret({ webhookId, url, secret }: MadeSecret) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="panel" aria-labelledby="secret-title">
      <div className="panel-head">
        <h2 id="secret-title" ref={title} tabIndex={-1}>
          The secret of the webhook
        </h2>
      </div>
      <div className="panel-body stack">
        <p>Copy the secret now: it is shown only this once. Your program checks signatures with it.</p>
        <p>
          <code className="break-all made-secret">{secret}</code>
        </p>
        <div className="row">
          <CopyButton text={secret} label="Copy secret" />
          <Link className="wrap-anywhere" to={`/account?tab=webhooks&webhook=${webhookId}`}>
            {url}
          </Link>
        </div>
      </div>
    </section>
  );
}
