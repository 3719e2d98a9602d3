import { data } from "@remix-run/node";
import type { Definition } from "#domain/connector-language/definition/definition.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { SetupChanges } from "#domain/use-cases/connecting/setup-changes.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { storedSetup } from "../../instances/connections.ts";
import { activate, configure, disconnect, migrate, remove } from "../../connectors/connector-calls.ts";
import { editConnector, setActive } from "../../drafts/draft-calls.ts";
import { refuse, type Refused } from "../../http/call-result.ts";
import { cancel, runNow } from "../../runs/run-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { goOnWith, goOn, refusedForm, text } from "../../http/forms/page.ts";
import type { AppContext, Platform } from "../../platform.ts";
import { type FormState, typedInto } from "../../ui/form/form-state.ts";
import { waitForRun } from "../../runs/follow-runs.tsx";
import { definitionOf } from "../../connectors/definition-of.ts";
import { needsSetup, revisionOf } from "./connector-page.ts";
import { bodyOf } from "../../settings-form/definition-fields.ts";
import { type RowChange, rowChange, rowToFocus, withRowChange } from "../../settings-form/form-rows.ts";
import { migrationWords } from "./migration-words.ts";
import { publishFromForm } from "./publish/publish-page.ts";
import { endOfRun } from "../../runs/run-words.ts";
import { tryFromForm } from "../../trying/try-action.ts";
import { isTryIntent } from "../../trying/tried.ts";
import {
  NOTHING_STORED,
  onFormFields,
  setupFromForm,
  type Stored,
  typedEntries,
} from "../../settings-form/setup-form.ts";

export type ConnectorAction = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly item: ConnectorItem;
  readonly form: FormData;
  readonly intent: string;
};

/** What a visitor of a connector's profile asked for, with the same calls as the API. */
export async function actOnConnector(asked: ConnectorAction) {
  const { context, viewer, item, form, intent } = asked;
  const { platform } = context;
  const cause = causeOf(context);
  const here = `/connector_profile/${item.id}`;
  const row = await platform.queries.instances.ofOwnerAndRoot(viewer.id, item.root_id);
  const change = rowChange(intent);
  if (change) return reshaped(asked, row, change);
  if (isTryIntent(intent)) return tryOut(asked, row);
  switch (intent) {
    case "connect": {
      if (needsSetup(definitionOf(item))) return goOn(`/connector-setup/${item.id}`);
      const activated = await activate(platform, item.id, {}, viewer, cause);
      return activated.ok
        ? goOnWith.success(here, "Connector activated!")
        : goOnWith.error(here, activated.status < 500 ? activated.error : "Activation failed.");
    }
    case "save":
      return save(asked, row);
    case "run":
      return run(asked, row);
    case "cancel": {
      if (!row) return goOnWith.error(here, "No active connection found to cancel a run of.");
      const cancelled = await cancel(platform, { instanceId: row.id, runId: text(form, "run_id") }, viewer, cause);
      return cancelled.ok
        ? goOn(`${here}?tab=setup`, endOfRun(cancelled.value))
        : goOnWith.error(here, cancelled.error);
    }
    case "remove": {
      if (!row) return goOnWith.error(here, "No active connection found to remove.");
      const removed = await disconnect(platform, row.id, viewer, cause);
      return removed.ok
        ? goOnWith.success(here, "The connection was removed.")
        : goOnWith.error(here, "Failed to remove connector.");
    }
    case "migrate":
      return move(asked, row, text(form, "to"));
    case "publish-output":
    case "share-output":
      return publishFromForm(asked, row);
    case "edit": {
      if (item.status === "inactive") return goOnWith.error(here, "An inactive version cannot be edited.");
      const opened = await editConnector(platform, item.id, viewer, cause);
      return opened.ok
        ? goOn(
            `/upload?edit=${opened.value.draftId}`,
            opened.value.reused
              ? { kind: "success", text: "This is the draft that you have open already." }
              : undefined,
          )
        : goOnWith.error(here, opened.status < 500 ? opened.error : "Failed to create or reuse draft");
    }
    case "deactivate":
    case "reactivate": {
      const done = await setActive(platform, item.id, intent === "reactivate", viewer, cause);
      return done.ok
        ? goOnWith.success(here, `Version ${item.version} is ${intent === "reactivate" ? "active" : "inactive"} now.`)
        : goOnWith.error(here, done.error);
    }
    case "delete": {
      const gone = await remove(platform, item.id, viewer, cause);
      return gone.ok
        ? goOnWith.success("/datastore", gone.value.message)
        : goOnWith.error(here, gone.status < 500 ? gone.error : "Delete failed");
    }
    default:
      return goOnWith.error(here, "This form is not known here.");
  }
}

/** Moves the connection to another version; one that asks for another consent shows first what it asks for. */
async function move({ context, viewer, item }: ConnectorAction, row: InstanceRow | null, to: string) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}`;
  const target = await platform.queries.catalogue.connector(to, viewer.id);
  if (!row || target?.root_id !== item.root_id) return goOnWith.error(here, "Migration failed");
  const migrated = await migrate(platform, { from: row.connector_id, to }, viewer, causeOf(context));
  if (migrated.ok)
    return goOnWith.success(`/connector_profile/${to}`, migrationWords(target.version, migrated.value.unknownSettings));
  if ((migrated.status === 409 || migrated.faults) && target.status !== "inactive" && definitionOf(target))
    return goOn(`/connector-setup/${to}`);
  return goOnWith.error(here, migrated.status < 500 ? migrated.error : "Migration failed");
}

/** The first save of an unconnected connector activates it with what the form says. */
async function save({ context, viewer, item, form }: ConnectorAction, row: InstanceRow | null) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}?tab=setup`;
  const { definition, stored, kept } = await setUpWith(platform, item, row, viewer);
  if (!definition) return goOnWith.error(here, "Failed to load connector definition");
  const changes = setupFromForm(form, definition, stored);
  if (!changes.ok) return shownAgain(changes, form, definition);
  const behind = row && text(form, "revision") !== "" && text(form, "revision") !== revisionOf(row);
  // A second press sends what the first has saved.
  if (
    behind &&
    !(
      kept &&
      changes.value.override === row.setup.override &&
      settingsStored(changes.value, stored) &&
      !needsSaving(changes.value, kept, definition)
    )
  ) {
    form.set("revision", revisionOf(row));
    return shownAgain(refuse("settings-changed-elsewhere"), form, definition);
  }
  const done = row
    ? await configure(platform, row.id, changes.value, viewer, causeOf(context))
    : await activate(platform, item.id, changes.value, viewer, causeOf(context));
  if (done.ok) return goOnWith.success(here, row ? "Settings saved." : "Connector activated!");
  return shownAgain(
    done.status < 500 ? done : { ...done, error: row ? "Save failed." : "Activation failed during save." },
    form,
    definition,
  );
}

/** What of a set-up no single run takes along. */
type Saved = Pick<SetupChanges, "authChoice" | "auth" | "headers" | "method" | "bodyTemplate" | "refreshInterval">;

/** Whether more was changed than a single run takes along. */
function needsSaving(changes: SetupChanges, kept: Saved, definition: Definition): boolean {
  const [first] = definition.operations;
  const effective = (own: Saved) =>
    JSON.stringify([
      own.authChoice,
      own.auth,
      Object.entries(own.headers ?? {}),
      own.method ?? first?.method,
      (own.bodyTemplate ?? bodyOf(first)).trim(),
      own.refreshInterval,
    ]);
  return effective({ ...kept, ...changes, auth: { ...kept.auth, ...changes.auth } }) !== effective(kept);
}

function settingsStored({ settings = {} }: SetupChanges, stored: Stored): boolean {
  return sameJson(settings, { ...stored.hidden, ...stored.settings });
}

/** What a run is given besides the stored settings: those that differ, and null for one that was cleared. */
function forThisRun({ settings = {} }: SetupChanges, stored: Stored): JsonObject {
  const cleared = Object.keys(stored.settings).filter((key) => !(key in settings));
  return { ...settings, ...Object.fromEntries(cleared.map((key) => [key, null])) };
}

/** Run Now. Settings that differ from the stored ones hold for this run only. */
async function run({ context, viewer, item, form }: ConnectorAction, row: InstanceRow | null) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}?tab=setup`;
  const { definition, stored, kept } = await setUpWith(platform, item, row, viewer);
  if (!definition) return goOnWith.error(here, "Failed to load connector definition");
  if (!row || !kept) return shownAgain(refuse("not-connected"), form, definition);
  const changes = setupFromForm(form, definition, stored);
  if (!changes.ok) return shownAgain(changes, form, definition);
  if (needsSaving(changes.value, kept, definition)) return shownAgain(refuse("settings-unsaved"), form, definition);
  const { override = null } = changes.value;
  const asStored = settingsStored(changes.value, stored);
  const started = await runNow(
    platform,
    {
      instanceId: row.id,
      override,
      settings: asStored ? null : forThisRun(changes.value, stored),
      waitMs: waitForRun(form),
    },
    viewer,
    causeOf(context),
  );
  if (!started.ok)
    return shownAgain(
      started.status < 500 ? started : { ...started, error: "Failed to trigger run." },
      form,
      definition,
    );
  return goOn(here, endOfRun(started.value));
}

/** What is typed into the panel, tried over what the connection has stored. */
async function tryOut({ context, viewer, item, form, intent }: ConnectorAction, row: InstanceRow | null) {
  const { platform } = context;
  const { definition, stored } = await setUpWith(platform, item, row, viewer);
  if (!definition)
    return goOnWith.error(`/connector_profile/${item.id}?tab=setup`, "Failed to load connector definition");
  const what = row
    ? ({ kind: "connection", instanceId: row.id } as const)
    : ({ kind: "version", connectorId: item.id } as const);
  return tryFromForm({
    platform,
    viewer,
    signal: context.signal,
    form,
    intent,
    what,
    definition,
    changes: setupFromForm(form, definition, stored),
  });
}

/** The panel again with what was typed and why it was refused. */
function shownAgain(refused: Refused, form: FormData, definition: Definition) {
  return refusedForm(onFormFields(refused, form, definition), form, typedEntries(form, definition));
}

/** The panel again with a row more or less; nothing is saved. */
async function reshaped({ context, viewer, item, form }: ConnectorAction, row: InstanceRow | null, change: RowChange) {
  const { definition } = await setUpWith(context.platform, item, row, viewer);
  if (!definition)
    return goOnWith.error(`/connector_profile/${item.id}?tab=setup`, "Failed to load connector definition");
  const again = withRowChange(form, change);
  const focus = rowToFocus(again, change);
  return data(
    {
      form: {
        values: typedInto(again),
        posted: typedEntries(again, definition),
        ...(focus === undefined ? {} : { focus }),
      } satisfies FormState,
    },
    { status: 200 },
  );
}

/** The definition that the panel was made from, and what is stored of its values; `kept` of the rest. */
async function setUpWith(platform: Platform, item: ConnectorItem, row: InstanceRow | null, viewer: UserRow) {
  if (!row) return { definition: definitionOf(item), stored: NOTHING_STORED, kept: null };
  const { definition, config, authChoice, settings, hidden } = await storedSetup(platform, row, viewer);
  const { method, refreshInterval } = row.setup;
  const kept: Saved = {
    authChoice,
    auth: (config?.auth ?? {}) as Record<string, string>,
    headers: config?.headers ?? {},
    method,
    bodyTemplate: config?.bodyTemplate ?? null,
    refreshInterval,
  };
  return { definition, stored: { authChoice, settings, hidden } satisfies Stored, kept };
}

/** Equal whatever the order of keys. */
function sameJson(a: JsonObject, b: JsonObject): boolean {
  const sorted = (value: JsonObject) => JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}
