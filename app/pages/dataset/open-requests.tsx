import { Form, useNavigation } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import type { OpenRequest } from "../../datasets/request-calls.ts";
import { Button } from "../../ui/controls/button.tsx";
import { counted } from "../../ui/data/format.ts";
import { TextArea, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { Block } from "../../ui/layout/block.tsx";
import { Person } from "../../ui/layout/person.tsx";
import { Ago } from "../../ui/time/time.tsx";

/**
 * The open requests, for the owner of the dataset. Posts `intent` approve with `email` and `until`, or refuse with
 * `email` and `note`.
 */
export function OpenRequests({
  requests,
  total,
  now,
  form,
}: {
  requests: readonly OpenRequest[];
  total: number;
  now: string;
  form: FormState | undefined;
}) {
  return (
    <Block id="requests-title" title="Requests for access" meta={counted(total, "open request")}>
      <ul className="panel managed">
        {requests.map((request) => (
          <RequestRow
            key={request.userId}
            {...request}
            now={now}
            form={form?.values?.["email"] === request.email ? form : undefined}
          />
        ))}
      </ul>
      {total > requests.length && <p className="meta">Answer these to see the next ones.</p>}
    </Block>
  );
}

function RequestRow({
  email,
  name,
  reason,
  requestedAt,
  now,
  form,
}: OpenRequest & { now: string; form: FormState | undefined }) {
  const busy = useNavigation().formData?.get("email") === email;
  const refusing = form?.values?.["intent"] === "refuse";
  return (
    <li>
      <div>
        <Person name={name} email={email}>
          <Ago prefix="asked " at={requestedAt} now={now} />
        </Person>
        <p className="reason">{reason}</p>
      </div>
      <div className="request-answers">
        <Form method="post" aria-label={`Approve the request of ${name}`} preventScrollReset>
          <input type="hidden" name="intent" value="approve" />
          <input type="hidden" name="email" value={email} />
          <TextField
            optional
            label="Access ends on"
            name="until"
            type="date"
            min={cutText(now, 10)}
            hint="At the end of that day, UTC"
            state={refusing ? undefined : form}
          />
          <Button off={busy}>
            Approve<span className="visually-hidden"> the request of {name}</span>
          </Button>
        </Form>
        <RefuseForm email={email} name={name} busy={busy} form={refusing ? form : undefined} />
      </div>
    </li>
  );
}

function RefuseForm({
  email,
  name,
  busy,
  form,
}: Pick<OpenRequest, "email" | "name"> & { busy: boolean; form: FormState | undefined }) {
  return (
    <details open={form !== undefined || undefined}>
      <summary className="btn btn-quiet btn-sm">
        Refuse<span className="visually-hidden"> the request of {name}</span>
      </summary>
      <Form method="post" aria-label={`Refuse the request of ${name}`} preventScrollReset>
        <input type="hidden" name="intent" value="refuse" />
        <input type="hidden" name="email" value={email} />
        <TextArea
          optional
          label="Note"
          name="note"
          rows={2}
          maxLength={1000}
          hint={`${name} gets it by mail.`}
          state={form}
        />
        <Button kind="danger" off={busy}>
          Refuse request
        </Button>
      </Form>
    </details>
  );
}
