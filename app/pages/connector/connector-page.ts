import { authForm, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import { settingsToAsk } from "#domain/connector-language/settings/settings.ts";
import { startConfig } from "#domain/use-cases/connecting/setup-changes.ts";
import { consentOf, sameConsent, withOwnRows } from "#domain/connector-language/consent/consent.ts";
import { chosenAuth, type Definition } from "#domain/connector-language/definition/definition.ts";
import { PLANS } from "#domain/user/plan.ts";
import type { ConnectorItem, ListedConnector } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { usageOf } from "../../account/usage.ts";
import { signInOf } from "../../instances/api-sign-in-calls.ts";
import { definitionOf } from "../../connectors/definition-of.ts";
import { instanceShape, type InstanceShape } from "../../instances/instances.ts";
import { versionsOf } from "../../connectors/connector-calls.ts";
import { connectorShape, versionShape } from "../../connectors/connector-shape.ts";
import { previewOf } from "../../datasets/preview-calls.ts";
import type { AppContext, Platform } from "../../platform.ts";
import type { OutputTable } from "../../instances/output-tables.ts";
import type { PreviewRows } from "../../ui/data/data-table.tsx";
import { withStatistics } from "../../items/with-statistics.ts";
import type { ConnectorProfileViewProps } from "./connector-page-model.ts";
import {
  authName,
  bodyOf,
  consentAsked,
  consentWords,
  fullUrlOf,
  urlOf,
} from "../../settings-form/definition-fields.ts";
import type { VersionRow } from "../../items/hero.tsx";
import { publishPage } from "./publish/publish-page.ts";
import { pipeOf } from "./describe-pipe.ts";
import type { Setup } from "./setup/setup.ts";
import { agreedConsent } from "#domain/use-cases/api-access/agreed-consent.ts";
import { pageWithin } from "#domain/core/values/list-page.ts";

const RUNS_SHOWN = 28;
const RUNS_A_PAGE = 25;

/** A connector as one viewer finds it: the version asked for, their instance to its lineage, and what that has brought. */
export async function connectorPage(
  context: AppContext,
  item: ConnectorItem,
  viewer: UserRow | null,
  table: string | null = null,
): Promise<Omit<ConnectorProfileViewProps, "now" | "tab" | "form" | "history">> {
  const { platform } = context;
  const row = viewer && (await platform.queries.instances.ofOwnerAndRoot(viewer.id, item.root_id));
  const instance = row && (await instanceShape(platform, row, viewer));
  const versions = await versionsOf(platform, item.root_id, viewer);
  const connected = row ? versions.find((each) => each.id === row.connector_id) : undefined;
  // What is set up and run is the version that the viewer is connected to.
  const definition = connected && row ? await wholeDefinition(platform, connected, row.owner_id) : definitionOf(item);
  const newest = await newestRuns(platform, row);
  const shown = instance && shownTable(instance.tables, table);
  const { preview, fault } = shown && viewer ? await outputOf(context, shown, viewer) : { preview: null, fault: null };
  const choice = instance?.auth_choice ?? 0;
  const signIn = row && viewer ? await signInOf(platform, row.id, viewer.id) : null;
  return {
    connector: cardOf(item),
    dsl: JSON.stringify(connectorShape(item).dsl, null, 2),
    versions: [...(await draftOf(platform, item, viewer)), ...versions.map(versionShape)],
    signedIn: viewer !== null,
    owned: item.owned,
    instance: row &&
      instance && {
        id: row.id,
        connector_id: row.connector_id,
        version: connected?.version ?? item.version,
        since: row.created_at,
        tables: instance.tables,
      },
    connectNeedsSetup: needsSetup(definitionOf(item)),
    upgrade: row && connected ? await upgradeOf(platform, row, connected, versions, choice) : null,
    sign_in: signIn,
    setup: await setupOf(platform, definition, instance, viewer, row ? revisionOf(row) : ""),
    pipe: definition && pipeOf(definition, choice, instance, signIn),
    consent: consentShown(definition, row),
    table_count: definition?.operations.length ?? 1,
    ...newest,
    preview,
    shown_table: shown,
    origin: platform.site.appUrl,
    ...(fault === null ? {} : { previewFault: fault }),
    publish: row && (await publishPage(platform, item, row, viewer)),
  };
}

/** The connector itself, the same for each viewer who may see it. */
function cardOf(item: ConnectorItem): ConnectorProfileViewProps["connector"] {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    category: item.category,
    author: item.author,
    source: null,
    api_doc_url: item.api_doc_url,
    image: item.image,
    version: item.version,
    status: item.status,
    is_latest_version: item.is_latest_version,
    is_draft: false,
    is_public: item.is_public,
    subscriber_count: item.subscriber_count,
    created_at: item.created_at,
  };
}

/** The newest runs of an instance, and how far the first of them is while it goes on. */
async function newestRuns(
  platform: Platform,
  row: InstanceRow | null,
): Promise<Pick<ConnectorProfileViewProps, "runs" | "run_total" | "progress">> {
  const runs = row ? await platform.queries.instances.runsOf(row.id, RUNS_SHOWN) : [];
  const [first] = runs;
  const progress = first?.status === "running" ? (await platform.runRecords.progress([first.id])).get(first.id) : null;
  return { runs: [...runs], run_total: first?.number ?? 0, progress: progress ?? null };
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
  const { page, pages } = pageWithin(asked, await instances.runCount(row.id), RUNS_A_PAGE);
  return { runs: [...(await instances.runsOf(row.id, RUNS_A_PAGE, (page - 1) * RUNS_A_PAGE))], page, pages };
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
    tables.find(({ table_name }) => table_name === asked) ?? tables.find(({ rows }) => rows !== null) ?? tables[0];
  return found?.table_name ?? null;
}

/** The rows of an output table; null before a run has brought some, and with a sentence when it cannot be read now. */
async function outputOf(
  context: AppContext,
  table: string,
  viewer: UserRow,
): Promise<{ readonly preview: PreviewRows | null; readonly fault: string | null }> {
  const { platform } = context;
  const preview = await previewOf(context, table, viewer);
  // The table of an operation comes to be with its first rows.
  if (!preview.ok && preview.status === 404) return { preview: null, fault: null };
  if (!preview.ok) return { preview: null, fault: preview.error };
  if (preview.value.columns.length === 0) return { preview: null, fault: null };
  const found = await platform.queries.tables.find(table, viewer.id);
  return {
    preview: withStatistics(
      preview.value,
      found?.table.current ? await platform.statistics.of(found.table.current) : null,
    ),
    fault: null,
  };
}

/** The open draft as a line of the version list; only its owner finds one. */
async function draftOf(platform: Platform, item: ConnectorItem, viewer: UserRow | null): Promise<VersionRow[]> {
  const draft = viewer && item.owned ? await platform.queries.drafts.ofLineage(item.root_id, viewer.id) : null;
  return draft
    ? [
        {
          id: draft.id,
          version: item.version + 1,
          status: "draft",
          is_latest_version: false,
          is_draft: true,
          created_at: draft.created_at,
        },
      ]
    : [];
}

async function upgradeOf(
  platform: Platform,
  row: InstanceRow,
  connected: ListedConnector,
  versions: readonly ListedConnector[],
  choice: number,
): Promise<ConnectorProfileViewProps["upgrade"]> {
  const latest = versions.find((each) => each.is_latest_version && each.status === "active");
  if (!latest || latest.version <= connected.version) return null;
  const agreed = agreedConsent(row);
  const [from, definition] = await Promise.all(
    [connected, latest].map((version) => wholeDefinition(platform, version, row.owner_id)),
  );
  const same =
    definition != null &&
    sameConsent(
      withOwnRows(agreed, from ?? null, row.setup),
      withOwnRows(consentOf(definition, Math.min(choice, definition.auths.length - 1)), definition, row.setup),
    );
  return { to_id: latest.id, to_version: latest.version, same_consent: same };
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
  if (row) return { ...consentWords(agreedConsent(row)), agreed_at: row.created_at };
  return { ...(definition ? consentAsked(definition) : { hosts: [], secret_places: [] }), agreed_at: null };
}

async function setupOf(
  platform: Platform,
  definition: Definition | null,
  instance: InstanceShape | null,
  viewer: UserRow | null,
  revision: string,
): Promise<Setup> {
  const first = definition?.operations[0];
  const choice = instance?.auth_choice ?? 0;
  return {
    revision,
    url: first ? urlOf(first) : "",
    full_url: first && definition ? fullUrlOf(first, chosenAuth(definition, choice)) : "",
    method: instance?.method ?? first?.method ?? "GET",
    params_fields: definition ? settingsForm(definition) : [],
    ways: definition
      ? definition.auths.map((auth, at) => ({ label: authName(auth), fields: authForm(definition, at) }))
      : [],
    auth_choice: choice,
    settings: instance?.settings ?? {},
    stored_secrets: instance?.secrets_set ?? [],
    headers: Object.entries(instance?.headers ?? {}),
    body_template: instance?.body_template ?? bodyOf(first),
    refresh_interval: instance?.refresh_interval ?? 0,
    schedule: instance?.schedule ?? null,
    override: instance?.override ?? first?.primaryKey.length === 0,
    override_fixed: first?.writeDisposition != null,
    quota: viewer && (await quotaOf(platform, viewer)),
  };
}

async function quotaOf(platform: Platform, viewer: UserRow): Promise<Setup["quota"]> {
  const plan = PLANS[viewer.plan as keyof typeof PLANS];
  const { runs_this_week: used } = await usageOf(platform, viewer.id);
  return { plan: plan.name, used, limit: plan.runsPerWeek, may_schedule: plan.scheduledRuns !== 0 };
}
