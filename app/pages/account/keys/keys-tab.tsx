import { Form, Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { ListedApiKey, MadeApiKey } from "../../../account/api-key-calls.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Confirm } from "../../../ui/controls/confirm.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import { ErrorLine, SelectField, TextField } from "../../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../../ui/form/form-state.ts";
import { differsFrom } from "../../../ui/form/leave-guard.tsx";
import { KeyRound } from "../../../ui/icons/all.ts";
import { Block } from "../../../ui/layout/block.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { useHydrated } from "../../../ui/layout/hydrated.ts";
import { Ago, Day } from "../../../ui/time/time.tsx";
import type { AccountTab } from "../account-page.ts";
import { formOf } from "../form-of.ts";
import { KEY_NAME } from "./key-name-field.ts";
import { MadeKey } from "./made-key.tsx";

type KeysTabProps = AccountTab<"api-keys"> & { form: FormState | undefined; made: MadeApiKey | undefined };

const NAMES_FORM = "key-names";

/** Posts `intent` create-key with `name` and `expires`, save-keys with a name for each key, and delete-key with `key_id`. */
export function KeysTab({ keys, hasRoom, now, form, made }: KeysTabProps) {
  return (
    <>
      {made && <MadeKey key={made.id} {...made} />}
      <Block id="keys-title" title="API keys">
        {keys.length === 0 ? (
          <EmptyState title="No API keys yet.">
            <p className="quiet">
              A key lets one program read your tables. Make one for each, so that you can end it alone.
            </p>
          </EmptyState>
        ) : (
          <KeyList
            key={keys.map(({ id, name }) => `${id} ${name}`).join()}
            keys={keys}
            now={now}
            form={formOf(form, "save-keys")}
          />
        )}
      </Block>
      <Block id="new-key-title" title="New key">
        {hasRoom ? (
          <NewKeyForm key={keys.length} number={keys.length + 1} form={formOf(form, "create-key")} />
        ) : (
          <p className="quiet">
            You have {keys.length} keys, as many as an account can have. Delete one to make another.
          </p>
        )}
      </Block>
    </>
  );
}

function NewKeyForm({ number, form }: { number: number; form: FormState | undefined }) {
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
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <p className="meta">
        It reads the <Link to="/manage?tab=stream">streams</Link> of every table that you can read, as your streaming
        key does.
      </p>
      <Button kind="primary" icon={KeyRound} off={busy}>
        Create key
      </Button>
    </Form>
  );
}

type KeyListProps = { keys: readonly ListedApiKey[]; now: string; form: FormState | undefined };

function KeyList({ keys, now, form }: KeyListProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const [changed, setChanged] = useState(form !== undefined);
  const busy = useNavigation().formData?.get("intent") === "save-keys";
  const saved = Object.fromEntries(keys.map(({ id, name }) => [KEY_NAME + id, name]));
  return (
    <div className="panel" onInput={() => setChanged(differsFrom(NAMES_FORM, saved))}>
      <ul className="managed">
        {keys.map((key) => (
          <Key key={key.id} {...key} now={now} form={form} />
        ))}
      </ul>
      <Form id={NAMES_FORM} method="post" className="panel-foot" ref={ref} preventScrollReset>
        <input type="hidden" name="intent" value="save-keys" />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <Button off={busy || (hydrated && !changed)}>Save</Button>
      </Form>
    </div>
  );
}

type KeyProps = ListedApiKey & { now: string; form: FormState | undefined };

function Key({ id, name, publicPart, createdAt, expiresAt, lastUsedAt, lastUsedBy, now, form }: KeyProps) {
  const expired = expiresAt !== null && expiresAt <= now;
  return (
    <li>
      <div className="stack">
        <TextField
          label={
            <>
              Name<span className="visually-hidden"> of the key {publicPart}</span>
            </>
          }
          form={NAMES_FORM}
          name={KEY_NAME + id}
          defaultValue={name}
          maxLength={64}
          autoComplete="off"
          state={form}
        />
        <p className="meta row">
          <code>{publicPart}</code>
          {expired && <Badge tone="bad">Expired</Badge>}
          <span>Scope: read streams</span>
          <Ago prefix="created " at={createdAt} now={now} />
          {expiresAt !== null && (
            <span>
              {expired ? "expired on" : "expires on"} <Day at={expiresAt} />
            </span>
          )}
          {lastUsedAt === null ? (
            <span>not used yet</span>
          ) : (
            <span>
              <Ago prefix="last used " at={lastUsedAt} now={now} />
              {lastUsedBy !== null && ` by ${lastUsedBy}`}
            </span>
          )}
        </p>
      </div>
      <div className="acts">
        <Confirm
          name={`key-${id}`}
          label="Delete"
          about={`the key ${name}`}
          title={`Delete the key ${name}?`}
          verb="Delete"
          fields={{ intent: "delete-key", key_id: id }}
        >
          <p>Programs that use it cannot read any more, at once.</p>
        </Confirm>
      </div>
    </li>
  );
}
