import { authForm, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import { settingsToAsk } from "#domain/connector-language/settings/settings.ts";
import { startConfig } from "#domain/use-cases/connecting/setup-changes.ts";
import { chosenAuth, type Definition } from "#domain/connector-language/definition/definition.ts";
import { PLANS } from "#domain/user/plan.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { ConnectorItem, ListedConnector } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { usageOf } from "../../account/usage.ts";
import { signInOf } from "../../instances/api-sign-in-calls.ts";
import { unsafeSentence } from "../../connectors/unsafe-words.ts";
import { stoppedSentence } from "../../http/refusals/connections/stopped-sentence.ts";
import { definitionOf, definitionShown } from "../../connectors/definition-of.ts";
import { definitionText } from "../../connectors/definition-text.ts";
import { instanceWithSetup, type InstanceWithSetup, storedConfig } from "../../instances/instances.ts";
import { changesBetween } from "../../connectors/changes/change-calls.ts";
import { countWords } from "../../connectors/changes/change-words.ts";
import { versionsOf } from "../../connectors/connector-calls.ts";
import { rowsPage } from "../../rows/rows-page.ts";
import { tableAsked } from "../../versions/version-asked.ts";
import type { AppContext, Platform } from "../../platform.ts";
import type { OutputTable } from "../../instances/output-tables.ts";
import { orFault } from "../../http/or-fault.ts";
import { imageHref } from "../../images/image-href.ts";
import { LOAD_FAILED } from "../../ui/frames/load-failed.tsx";
import { withStatistics } from "../../items/with-statistics.ts";
import { CONNECTOR_SHOWN, type ConnectorProfileViewProps } from "./connector-page-model.ts";
import {
  authName,
  bodyOf,
  consentAsked,
  consentWords,
  fullUrlOf,
  urlOf,
} from "../../settings-form/definition-fields.ts";
import { VERSION_FIELDS, type VersionRow } from "../../items/hero.tsx";
import { publishPage } from "./publish/publish-page.ts";
import { pipeOf } from "./describe-pipe.ts";
import type { Setup } from "./setup/setup.ts";
import { agreedConsent } from "#domain/use-cases/api-access/agreed-consent.ts";
import { movedSetup } from "#domain/use-cases/connecting/moved-setup.ts";
import { withSentences } from "../../runs/with-sentences.ts";
import { pageWithin } from "#domain/core/lists/list-page.ts";

const RUNS_SHOWN = 28;
const RUNS_PER_PAGE = 25;

/** `status`: of the answer. */
type ConnectorPage = Omit<ConnectorProfileViewProps, "now" | "tab" | "form" | "history" | "changes"> & {
  readonly status: number;
};

/** A connector as one viewer finds it: the version asked for, their instance to its lineage, and what that has brought. */
export async function connectorPage(
  context: AppContext,
  item: ConnectorItem,
  viewer: UserRow | null,
  params: URLSearchParams,
): Promise<ConnectorPage> {
  const { platform } = context;
  const row = viewer && (await platform.queries.instances.ofOwnerAndRoot(viewer.id, item.rootId));
  const instance = row && (await instanceWithSetup(platform, row, viewer));
  const versions = await versionsOf(platform, item.rootId, viewer);
  const connected = row ? versions.find((each) => each.id === row.connectorId) : undefined;
  // What is set up and run is the version that the viewer is connected to.
  const definition = connected && row ? await wholeDefinition(platform, connected, row.ownerId) : definitionOf(item);
  const newest = await newestRuns(platform, row);
  const shown = instance && shownTable(instance.tables, params.get("table"));
  const output = shown && viewer ? await outputOf(context, shown, viewer, params) : NO_OUTPUT;
  const operation = instance?.tables.find(({ tableName }) => tableName === shown)?.operation;
  const choice = instance?.authChoice ?? 0;
  const signIn = row && viewer ? await signInOf(platform, row.id, viewer.id) : null;
  return {
    connector: pick(item, CONNECTOR_SHOWN),
    image: imageHref(item.rootId, item.image),
    definition: definitionText(definitionShown(item)),
    versions: [...(await draftOf(platform, item, viewer)), ...versions.map(versionRow)],
    signedIn: viewer !== null,
    owned: item.owned,
    instance: row &&
      instance && {
        id: row.id,
        connectorId: row.connectorId,
        version: connected?.version ?? item.version,
        since: row.createdAt,
        tables: instance.tables,
        stopped: row.stopped && stoppedSentence(row.stopped),
        isExposed: row.exposed !== null,
      },
    unsafe: item.owned ? unsafeSentence(item) : null,
    connectNeedsSetup: needsSetup(definitionOf(item)),
    upgrade: row && viewer && connected ? await upgradeOf(platform, row, connected, versions, viewer) : null,
    signIn,
    setup: await setupOf(platform, definition, instance, viewer, row ? revisionOf(row) : ""),
    pipe: definition && pipeOf(definition, choice, instance, signIn),
    consent: consentShown(definition, row),
    tableCount: definition?.operations.length ?? 1,
    ...newest,
    ...output,
    columns: output.columns ?? declaredColumns(definition, operation),
    shownTable: shown,
    origin: platform.site.appUrl,
    publish: row && (await publishPage(platform, item, row, viewer)),
  };
}

/** The newest runs of an instance, and how far the first of them is while it goes on. */
async function newestRuns(
  platform: Platform,
  row: InstanceRow | null,
): Promise<Pick<ConnectorProfileViewProps, "runs" | "runTotal" | "progress">> {
  const runs = row ? await platform.queries.instances.runsOf(row.id, RUNS_SHOWN) : [];
  const [first] = runs;
  const progress = first?.status === "running" ? (await platform.runRecords.progress([first.id])).get(first.id) : null;
  return { runs: runs.map(withSentences), runTotal: first?.number ?? 0, progress: progress ?? null };
}

/** One page of all runs of the viewer's instance to a lineage. */
export async function historyOf(
  platform: Platform,
  rootId: string,
  viewer: UserRow | null,
  asked: number,
): Promise<ConnectorProfileViewProps["history"]> {
  const { instances } = platform.queries;
  const row = viewer && (await instances.ofOwnerAndRoot(viewer.id, rootId));
  if (!row) return null;
  const { page, pages } = pageWithin(asked, await instances.runCount(row.id), RUNS_PER_PAGE);
  const runs = await instances.runsOf(row.id, RUNS_PER_PAGE, (page - 1) * RUNS_PER_PAGE);
  return { runs: runs.map(withSentences), page, pages };
}

/** Names what an instance has stored: another one after each change. */
export function revisionOf(row: InstanceRow): string {
  return row.setup.config.split("/").at(-1) ?? "";
}

/** Whether connecting asks for something: credentials, or which way to sign in. */
export function needsSetup(definition: Definition | null): boolean {
  if (definition === null) return false;
  return (
    definition.auths.length > 1 ||
    definition.auths.some((auth) => auth.fields.length > 0) ||
    settingsToAsk(definition, startConfig(definition).settings).size > 0
  );
}

/** The table that an address asks for; without one the first that has rows. */
function shownTable(tables: readonly OutputTable[], asked: string | null): string | null {
  const found =
    tables.find(({ tableName }) => tableName === asked) ?? tables.find(({ rows }) => rows !== null) ?? tables[0];
  return found?.tableName ?? null;
}

type Output = Pick<ConnectorProfileViewProps, "preview" | "rows" | "previewFault"> & {
  readonly columns?: ConnectorProfileViewProps["columns"];
  readonly status: number;
};
const NO_OUTPUT: Output = { preview: null, status: 200 };

/** The rows of an output table; none before a run has brought some, and a sentence when they cannot be read now. */
async function outputOf(context: AppContext, table: string, viewer: UserRow, params: URLSearchParams): Promise<Output> {
  const { platform } = context;
  const current = (await platform.queries.tables.find(table, viewer.id))?.table.current;
  // The table of an operation comes to be with its first rows.
  if (!current) return NO_OUTPUT;
  const found = await orFault(context, LOAD_FAILED, () => rowsPage(context, table, viewer, params, "latest"));
  if (!found.ok) return { ...NO_OUTPUT, previewFault: found.error };
  const { preview, rows, status } = found.value;
  const asked = rows.version === undefined ? null : { version: rows.version };
  const shown = await tableAsked(platform, table, viewer.id, asked);
  const version = shown.ok ? shown.value.table.current : null;
  const statistics = preview && version && (await platform.statistics.of(version));
  return {
    ...{ preview: preview && withStatistics(preview, statistics), rows, status },
    columns: (version ?? current).columns,
  };
}

/** What an operation says of its columns before a run has brought any. */
function declaredColumns(definition: Definition | null, operation: string | null | undefined) {
  const found = definition?.operations.find(({ name }) => name === operation) ?? definition?.operations[0];
  return (found?.columns ?? []).map(({ name, type = "text" }) => ({ name, type }));
}

/** The open draft as a line of the version list; only its owner finds one. */
async function draftOf(platform: Platform, item: ConnectorItem, viewer: UserRow | null): Promise<VersionRow[]> {
  const draft = viewer && item.owned ? await platform.queries.drafts.ofLineage(item.rootId, viewer.id) : null;
  return draft
    ? [
        {
          id: draft.id,
          version: item.version + 1,
          status: "draft",
          isLatest: false,
          createdAt: draft.createdAt,
        },
      ]
    : [];
}

function versionRow(item: ListedConnector): VersionRow {
  return { ...pick(item, VERSION_FIELDS), status: item.status };
}

async function upgradeOf(
  platform: Platform,
  row: InstanceRow,
  connected: ListedConnector,
  versions: readonly ListedConnector[],
  viewer: UserRow,
): Promise<ConnectorProfileViewProps["upgrade"]> {
  const latest = versions.find((each) => each.isLatest);
  if (!latest || latest.version <= connected.version) return null;
  const items = await platform.queries.catalogue.connectorsById([connected.id, latest.id], row.ownerId);
  const [old, now] = [items.get(connected.id), items.get(latest.id)];
  const [from, to] = [old, now].map((item) => (item ? definitionOf(item) : null));
  const same =
    to != null &&
    movedSetup({
      agreed: agreedConsent(row),
      from: from ?? null,
      to,
      before: await storedConfig(platform, row, viewer),
    }).change === null;
  return {
    ...{ toId: latest.id, toVersion: latest.version, sameConsent: same, isOpen: latest.status === "active" },
    differences: old && now ? countWords(changesBetween(old, now).changes) : "",
  };
}

/** The definition of a version from a list, which leaves large ones out. */
async function wholeDefinition(
  platform: Platform,
  { id }: ListedConnector,
  viewerId: string,
): Promise<Definition | null> {
  const item = await platform.queries.catalogue.connector(id, viewerId);
  return item && definitionOf(item);
}

/** What the viewer agreed to when connecting, else what connecting would mean. */
function consentShown(definition: Definition | null, row: InstanceRow | null): ConnectorProfileViewProps["consent"] {
  const agreed = row && agreedConsent(row);
  if (row && agreed) return { ...consentWords(agreed.resolved ?? agreed), agreedAt: row.createdAt };
  return { ...(definition ? consentAsked(definition) : { hosts: [], secretPlaces: [] }), agreedAt: null };
}

async function setupOf(
  platform: Platform,
  definition: Definition | null,
  instance: InstanceWithSetup | null,
  viewer: UserRow | null,
  revision: string,
): Promise<Setup> {
  const first = definition?.operations[0];
  const choice = instance?.authChoice ?? 0;
  return {
    revision,
    url: first ? urlOf(first) : "",
    fullUrl: first && definition ? fullUrlOf(first, chosenAuth(definition, choice)) : "",
    method: instance?.method ?? first?.method ?? "GET",
    paramsFields: definition ? settingsForm(definition) : [],
    ways: definition
      ? definition.auths.map((auth, at) => ({ label: authName(auth), fields: authForm(definition, at) }))
      : [],
    authChoice: choice,
    settings: instance?.settings ?? {},
    storedSecrets: instance?.secretsSet ?? [],
    headers: Object.entries(instance?.headers ?? {}),
    bodyTemplate: instance?.bodyTemplate ?? bodyOf(first),
    refreshInterval: instance?.refreshInterval ?? 0,
    schedule: instance?.schedule ?? null,
    override: instance?.override ?? first?.primaryKey.length === 0,
    overrideFixed: first?.writeDisposition != null,
    quota: viewer && (await quotaOf(platform, viewer)),
  };
}

async function quotaOf(platform: Platform, viewer: UserRow): Promise<Setup["quota"]> {
  const plan = PLANS[viewer.plan as keyof typeof PLANS];
  const { runsThisWeek: used, resetsAt } = await usageOf(platform, viewer.id);
  return { plan: plan.name, used, limit: plan.runsPerWeek, resetsAt, maySchedule: plan.scheduledRuns !== 0 };
}
