import { Form, useNavigation } from "@remix-run/react";
import type { RequestRow } from "#projections/requests/queries.ts";
import { Lock } from "../../ui/icons/all.ts";
import { hrefWithReturn } from "../../local-path.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { TextArea } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { Block } from "../../ui/layout/block.tsx";
import { Ago, Day } from "../../ui/time/time.tsx";

/** What a user sees of their own request. */
export type OwnRequest = Pick<RequestRow, "status" | "reason" | "note" | "requestedAt">;

/** The action of who has no access to a dataset on request: it leads to the form below. */
export function RequestLink({ id, signedIn, waiting }: { id: string; signedIn: boolean; waiting: boolean }) {
  if (waiting) return <span className="status status-run">Access requested</span>;
  return (
    <ButtonLink
      kind="primary"
      icon={Lock}
      to={signedIn ? "#request-access" : hrefWithReturn("/login", `/dataset_profile/${id}`)}
    >
      Request access
    </ButtonLink>
  );
}

/**
 * The state of one's own request and, unless it is open, the form for a new one. Posts `intent` ask with `reason`, or
 * withdraw.
 */
export function AccessRequest({
  request,
  author,
  now,
  form,
}: {
  request: OwnRequest | null;
  author: string;
  now: string;
  form: FormState | undefined;
}) {
  return (
    <Block id="request-access" title="Request access">
      <div className="panel">
        <div className="panel-body stack">
          {request?.status === "open" ? (
            <OpenRequest request={request} author={author} now={now} />
          ) : (
            <>
              <Answer request={request} />
              <RequestForm author={author} form={form} />
            </>
          )}
        </div>
      </div>
    </Block>
  );
}

function OpenRequest({ request, author, now }: { request: OwnRequest; author: string; now: string }) {
  const busy = useNavigation().formData?.get("intent") === "withdraw";
  return (
    <>
      <p>
        <Ago prefix="You asked for access " at={request.requestedAt} now={now} />. {author} has not answered yet. You
        get a mail with the answer.
      </p>
      <p className="meta">Your reason: {request.reason}</p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="withdraw" />
        <Button off={busy}>Withdraw the request</Button>
      </Form>
    </>
  );
}

function Answer({ request }: { request: OwnRequest | null }) {
  if (request?.status === "refused")
    return (
      <Notice tone="warn" title="Your request was refused.">
        {request.note === null ? "The owner gave no reason." : `The owner wrote: ${request.note}`}
      </Notice>
    );
  return request?.status === "ended" ? <Notice title="Your access has ended.">You can ask for it again.</Notice> : null;
}

function RequestForm({ author, form }: { author: string; form: FormState | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "ask";
  return (
    <Form method="post" className="stack" preventScrollReset>
      <input type="hidden" name="intent" value="ask" />
      <TextArea
        wide
        label="Reason"
        name="reason"
        rows={3}
        maxLength={1000}
        required
        hint={`What you need the data for. ${author} sees it with your name and e-mail address, and decides.`}
        state={form}
      />
      <div>
        <Button off={busy}>Send request</Button>
      </div>
    </Form>
  );
}

/** Until when the viewer has access. */
export function AccessEnd({ until }: { until: string | null }) {
  return until === null ? null : (
    <span className="meta">
      until <Day at={until} />
    </span>
  );
}
