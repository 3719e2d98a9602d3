import { Form, useNavigation } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import type { Share } from "../../datasets/dataset-calls.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { counted } from "../../ui/data/format.ts";
import { CheckField, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { Block } from "../../ui/layout/block.tsx";
import { Person } from "../../ui/layout/person.tsx";
import { Ago } from "../../ui/time/time.tsx";
import { AccessEnd } from "./access-request.tsx";

/** Who has access, and a form to give it. Posts `intent` share with `email`, `until` and `rights`, or unshare with `email`. */
export function Shares({ shares, now, form }: { shares: readonly Share[]; now: string; form: FormState | undefined }) {
  return (
    <Block id="shares-title" title="Who has access" meta={`${counted(shares.length, "person", "people")} besides you`}>
      <div className="panel">
        {shares.length > 0 && (
          <ul className="managed">
            {shares.map((share) => (
              <ShareRow key={share.email} {...share} now={now} />
            ))}
          </ul>
        )}
        <ShareForm key={shares.length} form={form} now={now} />
      </div>
    </Block>
  );
}

function ShareRow({ email, name, grantedAt, until, now }: Share & { now: string }) {
  return (
    <li>
      <div>
        <Person name={name} email={email}>
          <Ago prefix="since " at={grantedAt} now={now} />
          <AccessEnd until={until} />
        </Person>
      </div>
      <div className="acts">
        <Confirm
          name={`share-${email}`}
          label="Remove"
          about={`the access of ${name}`}
          title={`Remove the access of ${name}?`}
          verb="Remove"
          fields={{ intent: "unshare", email }}
        >
          <p>Their streams of this dataset stop at once.</p>
        </Confirm>
      </div>
    </li>
  );
}

function ShareForm({ form, now }: { form: FormState | undefined; now: string }) {
  const busy = useNavigation().formData?.get("intent") === "share";
  return (
    <Form method="post" className="panel-body share" preventScrollReset>
      <input type="hidden" name="intent" value="share" />
      <TextField
        label="Share with"
        name="email"
        type="email"
        required
        autoComplete="off"
        state={form}
        hint="The e-mail address of their account here. It works for a private dataset too."
      />
      <TextField
        optional
        label="Access ends on"
        name="until"
        type="date"
        min={cutText(now, 10)}
        hint="At the end of that day, UTC"
        state={form}
      />
      <CheckField
        label="I have the right to share this data"
        name="rights"
        value="true"
        required
        state={form}
        hint="The terms of its source must allow it. You are responsible for what you share."
      />
      <Button off={busy}>Share</Button>
    </Form>
  );
}
