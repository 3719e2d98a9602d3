import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { ListedApiKey, MadeApiKey } from "../../../account/api-key-calls.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Confirm } from "../../../ui/controls/confirm.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import { ErrorLine, TextField } from "../../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../../ui/form/form-state.ts";
import { differsFrom } from "../../../ui/form/leave-guard.tsx";
import { Block } from "../../../ui/layout/block.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { useHydrated } from "../../../ui/layout/hydrated.ts";
import { Ago, Day } from "../../../ui/time/time.tsx";
import type { AccountTab } from "../account-page.ts";
import { formOf } from "../form-of.ts";
import { KEY_NAME } from "./key-name-field.ts";
import { MadeKey } from "./made-key.tsx";
import { NewKeyForm } from "./new-key-form.tsx";
import { SCOPE_WORDS } from "./scope-words.ts";

type KeysTabProps = AccountTab<"api-keys"> & { form: FormState | undefined; made: MadeApiKey | undefined };

const NAMES_FORM = "key-names";

/** Posts `intent` save-keys with a name for each key, and delete-key with `key_id`. */
export function KeysTab({ keys, titles, things, hasRoom, now, needsPassword, form, made }: KeysTabProps) {
  return (
    <>
      {made && <MadeKey key={made.id} {...made} />}
      <Block id="keys-title" title="API keys">
        {keys.length === 0 ? (
          <EmptyState title="No API keys yet.">
            <p className="quiet">
              A key lets a program do what you allow. Make one for each program, so that you can delete it without
              stopping the others.
            </p>
          </EmptyState>
        ) : (
          <KeyList
            key={keys.map(({ id, name }) => `${id} ${name}`).join()}
            keys={keys}
            titles={titles}
            now={now}
            form={formOf(form, "save-keys")}
          />
        )}
      </Block>
      <Block id="new-key-title" title="New key">
        {hasRoom ? (
          <NewKeyForm
            key={keys.length}
            number={keys.length + 1}
            things={things}
            needsPassword={needsPassword}
            form={formOf(form, "create-key")}
          />
        ) : (
          <p className="quiet">
            You have {keys.length} keys, as many as an account can have. Delete one to make another.
          </p>
        )}
      </Block>
    </>
  );
}

type Titles = AccountTab<"api-keys">["titles"];
type KeyListProps = { keys: readonly ListedApiKey[]; titles: Titles; now: string; form: FormState | undefined };

function KeyList({ keys, titles, now, form }: KeyListProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const [changed, setChanged] = useState(form !== undefined);
  const busy = useNavigation().formData?.get("intent") === "save-keys";
  const saved = Object.fromEntries(keys.map(({ id, name }) => [KEY_NAME + id, name]));
  return (
    <div className="panel" onInput={() => setChanged(differsFrom(NAMES_FORM, saved))}>
      <ul className="managed">
        {keys.map((key) => (
          <Key key={key.id} {...key} titles={titles} now={now} form={form} />
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

type KeyProps = ListedApiKey & { titles: Titles; now: string; form: FormState | undefined };

/** What a key is limited to, in words; null: it is not. */
function limitsOf({ tables, connectors }: Pick<ListedApiKey, "tables" | "connectors">, titles: Titles): string | null {
  if (tables === null && connectors === null) return null;
  const ids = [...(tables ?? []), ...(connectors ?? [])];
  const named = ids.flatMap((id) => titles[id] ?? []);
  const gone = ids.length - named.length;
  return [...named, ...(gone > 0 ? [`${gone} that you cannot use any more`] : [])].join(", ") || "nothing";
}

function Key({ id, name, publicPart, scopes, now, form, titles, ...key }: KeyProps) {
  const { createdAt, expiresAt, lastUsedAt, lastUsedBy } = key;
  const expired = expiresAt !== null && expiresAt <= now;
  const limits = limitsOf(key, titles);
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
          {scopes.map((scope) => (
            <Badge key={scope} tone="line">
              {SCOPE_WORDS[scope].label}
            </Badge>
          ))}
          {limits !== null && <span>only {limits}</span>}
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
          <p>Programs that use it are refused from then on.</p>
        </Confirm>
      </div>
    </li>
  );
}
