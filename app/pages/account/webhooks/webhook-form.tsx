import { Form, useNavigation } from "@remix-run/react";
import { MAX_WEBHOOK_URL, WEBHOOK_KINDS } from "#domain/core/webhooks/webhooks.ts";
import { FRESH_MINUTES } from "#domain/user/fresh-login.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ErrorLine, SelectField, TextField } from "../../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../../ui/form/form-state.ts";
import type { AccountTab } from "../account-page.ts";
import { ConfirmingPassword } from "../confirming-password.tsx";
import { WEBHOOK_KIND_WORDS } from "./webhook-words.ts";

type Tab = AccountTab<"webhooks">;
type WebhookFormProps = {
  things: Tab["things"];
  /** The one that is changed; absent: a new one. */
  webhook?: Pick<NonNullable<Tab["open"]>, "id" | "url" | "kinds" | "itemId">;
  needsPassword: boolean;
  form: FormState | undefined;
};

/** Posts `intent` create-webhook or change-webhook with `url`, `kinds`, `item_id` and `password`. */
export function WebhookForm({ things, webhook, needsPassword, form }: WebhookFormProps) {
  const ref = useFocusOnError(form);
  const posted = useNavigation().formData?.get("intent");
  const busy = posted === "create-webhook" || posted === "change-webhook";
  return (
    <Form method="post" className="panel panel-body stack account-form" ref={ref} preventScrollReset>
      {webhook ? (
        <input type="hidden" name="intent" value="change-webhook" />
      ) : (
        <input type="hidden" name="intent" value="create-webhook" />
      )}
      {webhook && <input type="hidden" name="webhook" value={webhook.id} />}
      <TextField
        label="Address"
        hint="Events are posted to this address. It must start with https://."
        name="url"
        type="url"
        defaultValue={webhook?.url}
        maxLength={MAX_WEBHOOK_URL}
        autoComplete="off"
        state={form}
      />
      <Kinds before={form?.values?.["kinds"]?.split("\n") ?? webhook?.kinds ?? []} error={form?.errors?.["kinds"]} />
      <SelectField
        label="About"
        name="item_id"
        defaultValue={webhook?.itemId ?? ""}
        state={form}
        options={[
          { value: "", label: "Everything you can see" },
          ...things.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      {needsPassword && (
        <ConfirmingPassword hint={`Your last login was more than ${FRESH_MINUTES} minutes ago.`} state={form} />
      )}
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <Button kind={webhook ? "plain" : "primary"} off={busy}>
        {webhook ? "Save" : "Create webhook"}
      </Button>
    </Form>
  );
}

function Kinds({ before, error }: { before: readonly string[]; error: string | undefined }) {
  return (
    <fieldset className="field stack" aria-describedby={error ? "kinds-error" : undefined}>
      <legend className="label">What to send</legend>
      {WEBHOOK_KINDS.map((kind) => (
        <label key={kind} className="check">
          <input
            type="checkbox"
            name="kinds"
            value={kind}
            defaultChecked={before.includes(kind)}
            aria-invalid={error !== undefined}
          />
          <span>
            {WEBHOOK_KIND_WORDS[kind]}
            <span className="hint block">
              <code>tributary.{kind}</code>
            </span>
          </span>
        </label>
      ))}
      {error && <ErrorLine id="kinds-error">{error}</ErrorLine>}
    </fieldset>
  );
}
