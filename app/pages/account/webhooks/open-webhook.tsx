import { Link } from "@remix-run/react";
import type { Delivery } from "#domain/core/webhooks/deliveries.ts";
import { FRESH_MINUTES } from "#domain/user/fresh-login.ts";
import { Confirm, confirmForm } from "../../../ui/controls/confirm.tsx";
import { Pager } from "../../../ui/controls/pager.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { PostButton } from "../../../ui/form/post-button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Block } from "../../../ui/layout/block.tsx";
import { Ago } from "../../../ui/time/time.tsx";
import type { AccountTab } from "../account-page.ts";
import { ConfirmingPassword } from "../confirming-password.tsx";
import { formOf } from "../form-of.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { DELIVERY_WORDS, OFF_WORDS, WEBHOOK_KIND_WORDS } from "./webhook-words.ts";

type Tab = AccountTab<"webhooks">;
type OpenWebhookProps = {
  webhook: NonNullable<Tab["open"]>;
  things: Tab["things"];
  now: string;
  needsPassword: boolean;
  form: FormState | undefined;
};

const OLD_LOGIN = `Your last login was more than ${FRESH_MINUTES} minutes ago.`;

/**
 * One webhook with its deliveries. Posts `intent` test-webhook, send-again with `delivery`, enable-webhook and
 * rotate-webhook-secret with `password`, disable-webhook and delete-webhook, each with `webhook`.
 */
export function OpenWebhook({ webhook, things, now, needsPassword, form }: OpenWebhookProps) {
  const { id, url, disabledReason, pages, deliveries, enabled } = webhook;
  const unconfirmed = formOf(form, "rotate-webhook-secret")?.errors?.["password"];
  const stillOff = formOf(form, "enable-webhook")?.errors?.["password"];
  return (
    <>
      <p>
        <Link to="/account?tab=webhooks">All webhooks</Link>
      </p>
      {disabledReason !== null && (
        <Notice tone="warn" title="This webhook is off.">
          {OFF_WORDS[disabledReason]}
        </Notice>
      )}
      <Block id="webhook-title" title={<span className="wrap-anywhere">{url}</span>}>
        {unconfirmed && <Notice tone="bad" title="No new secret was made." role="alert" children={unconfirmed} />}
        {stillOff && <Notice tone="bad" title="The webhook is still off." role="alert" children={stillOff} />}
        <Acts webhook={webhook} needsPassword={needsPassword} />
      </Block>
      <Block id="deliveries-title" title="Deliveries" meta="The last 30 days">
        {deliveries.length === 0 ? (
          <p className="quiet">Nothing was sent yet.</p>
        ) : (
          <ul className="panel managed">
            {deliveries.map((delivery) => (
              <OneDelivery key={delivery.id} webhookId={id} delivery={delivery} now={now} enabled={enabled} />
            ))}
          </ul>
        )}
        <Pager {...pages} label="Pages of deliveries" />
      </Block>
      <Block id="change-title" title="Settings">
        <WebhookForm
          things={things}
          webhook={webhook}
          needsPassword={needsPassword}
          form={formOf(form, "change-webhook")}
        />
      </Block>
    </>
  );
}

function Acts({
  webhook: { id: webhook, url, enabled },
  needsPassword,
}: Pick<OpenWebhookProps, "webhook" | "needsPassword">) {
  return (
    <div className="row">
      {enabled && (
        <PostButton intent="test-webhook" fields={{ webhook }} small>
          Send a test
        </PostButton>
      )}
      {!enabled && needsPassword ? (
        <Confirm
          name="enable"
          label="Switch on"
          title="Switch it on?"
          verb="Switch on"
          kind="plain"
          fields={{ intent: "enable-webhook", webhook }}
        >
          <ConfirmingPassword hint={OLD_LOGIN} state={undefined} form={confirmForm("enable")} />
        </Confirm>
      ) : (
        <PostButton intent={enabled ? "disable-webhook" : "enable-webhook"} fields={{ webhook }} small>
          {enabled ? "Switch off" : "Switch on"}
        </PostButton>
      )}
      <Confirm
        name="rotate"
        label="New secret"
        title="Make a new secret?"
        verb="Make a new secret"
        kind="plain"
        fields={{ intent: "rotate-webhook-secret", webhook }}
      >
        <p>For a day, deliveries are signed with both secrets, so your program can switch over.</p>
        {needsPassword && <ConfirmingPassword hint={OLD_LOGIN} state={undefined} form={confirmForm("rotate")} />}
      </Confirm>
      <Confirm
        name="delete-webhook"
        label="Delete"
        title="Delete this webhook?"
        verb="Delete"
        fields={{ intent: "delete-webhook", webhook }}
      >
        <p className="wrap-anywhere">Nothing is sent to {url} any more.</p>
      </Confirm>
    </div>
  );
}

type OneDeliveryProps = { webhookId: string; delivery: Delivery; now: string; enabled: boolean };

function OneDelivery({ webhookId, delivery, now, enabled }: OneDeliveryProps) {
  const { id, kind, status, attempts, createdAt, answerStatus, answer, fault, ms } = delivery;
  const { label, tone } = DELIVERY_WORDS[status];
  return (
    <li>
      <div className="stack">
        <h3 className="name">
          {WEBHOOK_KIND_WORDS[kind]} <Badge tone={tone}>{label}</Badge>
        </h3>
        <p className="meta row">
          <Ago at={createdAt} now={now} />
          <span>{attempts === 1 ? "1 attempt" : `${attempts} attempts`}</span>
          {answerStatus !== null && <span>{`answered ${answerStatus}`}</span>}
          {ms !== null && <span>{`in ${ms} ms`}</span>}
          {fault !== null && <span>{fault}</span>}
        </p>
        {answer && (
          <details className="own">
            <summary>Answer</summary>
            <pre className="wrap-anywhere">{answer}</pre>
          </details>
        )}
      </div>
      {enabled && (
        <div className="acts">
          <PostButton intent="send-again" fields={{ webhook: webhookId, delivery: id }} small>
            Send again
          </PostButton>
        </div>
      )}
    </li>
  );
}
