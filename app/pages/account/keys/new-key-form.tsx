import { Form, Link, useNavigation } from "@remix-run/react";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import { FRESH_MINUTES } from "#domain/user/fresh-login.ts";
import type { OfferedThing } from "../../../account/key-limits.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ErrorLine, SelectField, TextField } from "../../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../../ui/form/form-state.ts";
import { ChevronDown, KeyRound } from "../../../ui/icons/all.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { AccountTab } from "../account-page.ts";
import { ConfirmingPassword } from "../confirming-password.tsx";
import { SCOPE_WORDS } from "./scope-words.ts";

type NewKeyFormProps = Pick<AccountTab<"api-keys">, "things" | "needsPassword"> & {
  number: number;
  form: FormState | undefined;
};

/** Posts `intent` create-key with `name`, `scopes`, `tables`, `connectors`, `expires` and `password`. */
export function NewKeyForm({ number, things, needsPassword, form }: NewKeyFormProps) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().formData?.get("intent") === "create-key";
  return (
    <Form method="post" className="panel panel-body stack account-form" ref={ref} preventScrollReset>
      <input type="hidden" name="intent" value="create-key" />
      <TextField
        label="Name"
        name="name"
        defaultValue={`Key ${number}`}
        maxLength={64}
        autoComplete="off"
        state={form}
      />
      <Scopes form={form} />
      <Limits things={things} form={form} />
      <SelectField
        label="Expires"
        name="expires"
        state={form}
        options={[
          { value: "", label: "Never" },
          { value: "30", label: "In 30 days" },
          { value: "90", label: "In 90 days" },
          { value: "365", label: "In a year" },
        ]}
      />
      {needsPassword && (
        <ConfirmingPassword
          hint={`Only for a key that can do more than read: your last login was more than ${FRESH_MINUTES} minutes ago.`}
          state={form}
        />
      )}
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <p className="meta">
        Programs send it with every call of the <Link to="/api-documentation">API</Link>, as{" "}
        <code>Authorization: Bearer</code>.
      </p>
      <Button kind="primary" icon={KeyRound} off={busy}>
        Create key
      </Button>
    </Form>
  );
}

/** The values that were ticked under a name; null: the form was not posted. */
function ticked(form: FormState | undefined, name: string): ReadonlySet<string> | null {
  return form?.values ? new Set(form.values[name]?.split("\n")) : null;
}

function Scopes({ form }: { form: FormState | undefined }) {
  const before = ticked(form, "scopes");
  const error = form?.errors?.["scopes"];
  return (
    <fieldset className="field stack" aria-describedby={error ? "scopes-error" : undefined}>
      <legend className="label">What it may do</legend>
      {SCOPES.map((scope) => (
        <label key={scope} className="check">
          <input
            type="checkbox"
            name="scopes"
            value={scope}
            defaultChecked={before ? before.has(scope) : scope === "read"}
            aria-invalid={error !== undefined}
          />
          <span>
            {SCOPE_WORDS[scope].label}
            <span className="hint block">{SCOPE_WORDS[scope].says}</span>
          </span>
        </label>
      ))}
      {error && <ErrorLine id="scopes-error">{error}</ErrorLine>}
    </fieldset>
  );
}

function Limits({ things: { tables, connections, more }, form }: Pick<NewKeyFormProps, "things" | "form">) {
  if (tables.length === 0 && connections.length === 0) return null;
  const error = form?.errors?.["tables"] ?? form?.errors?.["connectors"];
  return (
    <details open={error !== undefined}>
      <summary className="btn">
        Only some tables or connections
        <Icon of={ChevronDown} size="sm" />
      </summary>
      <div className="stack key-limits">
        <p className="meta">
          Tick what the key may open. If nothing is ticked, it opens everything you can use. A connection includes its
          output tables.
        </p>
        <Things legend="Tables" name="tables" things={tables} form={form} />
        <Things legend="Connections" name="connectors" things={connections} form={form} />
        {more && <p className="meta">Only the first of each are listed. Use the API to make keys for the others.</p>}
        {error && <ErrorLine>{error}</ErrorLine>}
      </div>
    </details>
  );
}

type ThingsProps = {
  legend: string;
  name: "tables" | "connectors";
  things: readonly OfferedThing[];
  form: FormState | undefined;
};

function Things({ legend, name, things, form }: ThingsProps) {
  const before = ticked(form, name);
  if (things.length === 0) return null;
  return (
    <fieldset className="field stack">
      <legend className="label">{legend}</legend>
      {things.map(({ id, title }) => (
        <label key={id} className="check">
          <input type="checkbox" name={name} value={id} defaultChecked={before?.has(id) ?? false} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
