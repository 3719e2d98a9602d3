import { data } from "@remix-run/node";
import type { Definition } from "#domain/connector-language/definition/definition.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { type AgreedConsent, agreedConsent } from "#domain/use-cases/api-access/agreed-consent.ts";
import type { SetupChanges } from "#domain/use-cases/connecting/setup-changes.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { activate, configure } from "../../../connectors/connector-calls.ts";
import { definitionOf } from "../../../connectors/definition-of.ts";
import { refuse, type Refused } from "../../../http/call-result.ts";
import { causeOf } from "../../../http/cause.ts";
import { orFault } from "../../../http/or-fault.ts";
import { redirectTo, redirectWithMessage, refusedForm, text } from "../../../http/forms/page.ts";
import { storedSetup } from "../../../instances/instances.ts";
import type { Platform } from "../../../platform.ts";
import { waitForRun } from "../../../runs/follow-runs.tsx";
import { runNow } from "../../../runs/run-calls.ts";
import { endOfRun } from "../../../runs/describe-run.ts";
import { withSentences } from "../../../runs/with-sentences.ts";
import { bodyOf, consentAsked, consentWords } from "../../../settings-form/definition-fields.ts";
import { type RowChange, rowToFocus, withRowChange } from "../../../settings-form/form-rows.ts";
import {
  agreedHosts,
  NOTHING_STORED,
  onFormFields,
  setupFromForm,
  type Stored,
  typedEntries,
} from "../../../settings-form/setup-form.ts";
import { testFromForm } from "../../../trying/test-action.ts";
import { type FormState, typedInto } from "../../../ui/form/form-state.ts";
import { revisionOf } from "../connector-page.ts";
import type { ConnectorAction } from "./connector-action.ts";

/** The first save of an unconnected connector activates it with the form's values. */
export async function save({ context, viewer, item, form }: ConnectorAction, row: InstanceRow | null) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}?tab=setup`;
  const { definition, stored, kept } = await setUpWith(platform, item, row, viewer);
  if (!definition) return redirectWithMessage.error(here, "Failed to load connector definition");
  const changes = setupFromForm(form, definition, stored);
  if (!changes.ok) return refusedSetup(changes, form, definition);
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
    return refusedSetup(refuse("settings-changed-elsewhere"), form, definition);
  }
  const done = row
    ? await orFault(context, "Save failed.", () => configure(platform, row.id, changes.value, viewer, causeOf(context)))
    : await orFault(context, "Activation failed during save.", () =>
        activate(platform, item.id, withShownHosts(changes.value, definition), viewer, causeOf(context)),
      );
  if (done.ok) return redirectWithMessage.success(here, row ? "Settings saved." : "Connector activated!");
  return askForHosts(done, form, definition, row && agreedConsent(row));
}

/** The values of someone who is not connected, with the hosts that the profile shows beside them. */
function withShownHosts(changes: SetupChanges, definition: Definition): SetupChanges {
  return { namedHosts: consentAsked(definition, changes.authChoice).hosts, ...changes };
}

/** The panel again; if its settings lead to another host, with the question whether to agree to it. */
function askForHosts(refused: Refused, form: FormData, definition: Definition, agreed: AgreedConsent | null) {
  const from = agreed ? consentWords(agreed.resolved ?? agreed).hosts : [];
  const asked = refused.code === "hosts-unnamed" ? refused.facts?.consent : undefined;
  if (!asked) {
    const to = agreedHosts(form);
    return refusedSetup(refused, form, definition, to.length === 0 ? undefined : { from, to, places: [] });
  }
  // A box that was ticked for other hosts does not count.
  form.delete("agreed_hosts");
  const unsaved = { ...refused, field: "agreed_hosts", error: "Nothing is saved until you agree." };
  const hosts = { from, to: [...asked.hosts], places: consentWords(asked).secretPlaces };
  return refusedForm(unsaved, form, typedEntries(form, definition), hosts);
}

/** The parts of a setup that cannot be set for a single run. */
type Saved = Pick<SetupChanges, "authChoice" | "auth" | "headers" | "method" | "bodyTemplate" | "refreshInterval">;

/** Whether the changes include some that cannot be set for a single run. */
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

/** Private settings are among the posted ones only if they were typed. */
function settingsStored({ settings = {} }: SetupChanges, stored: Stored): boolean {
  return sameJson({ ...stored.hidden, ...settings }, { ...stored.hidden, ...stored.settings });
}

/** Settings for this run only: those that differ from the stored ones, and null for a cleared one. */
function forThisRun({ settings = {} }: SetupChanges, stored: Stored): JsonObject {
  const cleared = Object.keys(stored.settings).filter((key) => !(key in settings));
  return { ...settings, ...Object.fromEntries(cleared.map((key) => [key, null])) };
}

/** Run Now. Settings that differ from the stored ones apply to this run only. */
export async function run({ context, viewer, item, form }: ConnectorAction, row: InstanceRow | null) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}?tab=setup`;
  const { definition, stored, kept } = await setUpWith(platform, item, row, viewer);
  if (!definition) return redirectWithMessage.error(here, "Failed to load connector definition");
  if (!row || !kept) return refusedSetup(refuse("not-connected"), form, definition);
  const changes = setupFromForm(form, definition, stored);
  if (!changes.ok) return refusedSetup(changes, form, definition);
  if (needsSaving(changes.value, kept, definition)) return refusedSetup(refuse("settings-unsaved"), form, definition);
  const { override = null } = changes.value;
  const asStored = settingsStored(changes.value, stored);
  const asked = {
    instanceId: row.id,
    override,
    settings: asStored ? null : forThisRun(changes.value, stored),
    waitMs: waitForRun(form),
  };
  const started = await orFault(context, "Failed to trigger run.", () =>
    runNow(platform, asked, viewer, causeOf(context)),
  );
  if (!started.ok) return refusedSetup(started, form, definition);
  return redirectTo(here, endOfRun(withSentences(started.value)));
}

/** Run Now without a connection: connects with the values of the panel, which agrees to its hosts, and runs. */
export async function connectAndRun({ context, viewer, item, form }: ConnectorAction) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}?tab=setup`;
  const definition = definitionOf(item);
  if (!definition) return redirectWithMessage.error(here, "Failed to load connector definition");
  const changes = setupFromForm(form, definition, NOTHING_STORED);
  if (!changes.ok) return refusedSetup(changes, form, definition);
  const cause = causeOf(context);
  const activated = await orFault(context, "Activation failed.", () =>
    activate(platform, item.id, withShownHosts(changes.value, definition), viewer, cause),
  );
  if (!activated.ok) return askForHosts(activated, form, definition, null);
  const asked = { instanceId: activated.value.id, override: null, settings: null, waitMs: waitForRun(form) };
  const started = await orFault(context, "Failed to trigger run.", () => runNow(platform, asked, viewer, cause));
  // It is connected now: its page says why it did not run.
  return started.ok
    ? redirectTo(here, endOfRun(withSentences(started.value)))
    : redirectWithMessage.error(here, started.error);
}

/** Tests the panel's values over the instance's stored ones. */
export async function tryOut({ context, viewer, item, form, intent }: ConnectorAction, row: InstanceRow | null) {
  const { platform } = context;
  const { definition, stored } = await setUpWith(platform, item, row, viewer);
  if (!definition)
    return redirectWithMessage.error(`/connector_profile/${item.id}?tab=setup`, "Failed to load connector definition");
  const what = row
    ? ({ kind: "connection", instanceId: row.id } as const)
    : ({ kind: "version", connectorId: item.id } as const);
  return testFromForm({
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

/** The panel again with the typed values and the refusal. */
function refusedSetup(refused: Refused, form: FormData, definition: Definition, hosts?: FormState["hosts"]) {
  return refusedForm(onFormFields(refused, form, definition), form, typedEntries(form, definition), hosts);
}

/** The panel again with a row added or removed; saves nothing. */
export async function withChangedRows(
  { context, viewer, item, form }: ConnectorAction,
  row: InstanceRow | null,
  change: RowChange,
) {
  const { definition } = await setUpWith(context.platform, item, row, viewer);
  if (!definition)
    return redirectWithMessage.error(`/connector_profile/${item.id}?tab=setup`, "Failed to load connector definition");
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

/** The definition of the panel, and its stored values; `kept`: the other stored values. */
async function setUpWith(platform: Platform, item: ConnectorItem, row: InstanceRow | null, viewer: UserRow) {
  if (!row) return { definition: definitionOf(item), stored: NOTHING_STORED, kept: null };
  const stored = await storedSetup(platform, row, viewer);
  const { definition, authChoice, auth, headers, settings, hidden, bodyTemplate } = stored;
  const { method, refreshInterval } = row.setup;
  const kept: Saved = {
    authChoice,
    auth: auth as Record<string, string>,
    headers,
    method,
    bodyTemplate,
    refreshInterval,
  };
  return { definition, stored: { authChoice, settings, hidden } satisfies Stored, kept };
}

/** Equality that ignores the order of keys. */
function sameJson(a: JsonObject, b: JsonObject): boolean {
  const sorted = (value: JsonObject) => JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}
