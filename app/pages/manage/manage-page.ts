import { pageWithin } from "#domain/core/lists/list-page.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { ItemList } from "#projections/catalogue/queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { instancesWithSetup } from "../../instances/instances.ts";
import type { Platform } from "../../platform.ts";
import { summaryOf } from "../../items/item-summary.ts";
import { readPageAsked } from "../../ui/data/page-asked.ts";
import { INSTANCE_SHOWN, type ManagedInstance, type ManagedItems } from "./manage-shown.ts";
import { streamPanel } from "./stream/stream-page.ts";
import { stoppedSentence } from "../../http/refusals/connections/stopped-sentence.ts";
import { withSentences } from "../../runs/with-sentences.ts";

const PAGE_SIZE = 50;

/** The tabs, as `?tab=` names them. */
type TabName = "active" | "uploaded" | "stream";

/** The data of one tab. */
export type ManageViewProps = Awaited<ReturnType<typeof managePage>>;
export type ManageTab<Name extends TabName> = Extract<ManageViewProps, { tab: Name }>;

/** One tab of Manage Data. */
export async function managePage(platform: Platform, viewer: UserRow, tab: TabName, params: URLSearchParams) {
  const { catalogue, instances, drafts } = platform.queries;
  const { page: asked } = readPageAsked(params);
  const wanted = asked === "last" ? 1 : asked;
  const [connections, open, granted, datasets, connectors] = await Promise.all([
    instances.pageOfOwner(viewer.id, { limit: PAGE_SIZE, offset: (wanted - 1) * PAGE_SIZE }),
    drafts.ofOwner(viewer.id),
    catalogue.countManaged(viewer.id, GRANTED),
    catalogue.countManaged(viewer.id, DATASETS),
    catalogue.countManaged(viewer.id, CONNECTORS),
  ]);
  const counts: Partial<Record<TabName, number>> = {
    active: connections.total + granted,
    uploaded: datasets + connectors + open.length,
  };
  const shared = { now: new Date().toISOString(), counts };
  const items = async (which: typeof GRANTED | typeof DATASETS | typeof CONNECTORS) =>
    shownItems(await catalogue.managedItems(viewer.id, which, readPageAsked(params, which.prefix), PAGE_SIZE));
  switch (tab) {
    case "active":
      return {
        ...shared,
        tab,
        /** Nothing is the user's yet. */
        isNew: counts.active === 0 && counts.uploaded === 0,
        instances: await managedInstances(platform, connections.items, viewer),
        instancePages: pageWithin(wanted, connections.total, PAGE_SIZE),
        datasets: await items(GRANTED),
      };
    case "uploaded":
      return {
        ...shared,
        tab,
        datasets: await items(DATASETS),
        connectors: await items(CONNECTORS),
        drafts: open.map(({ id, content, updatedAt }) => ({ id, title: content.title, updatedAt })),
      };
    case "stream":
      return { ...shared, tab, stream: await streamPanel(platform, viewer, params) };
  }
}

/** Each list has parameters of its own in the URL, because a tab may have two. */
const GRANTED = { kind: "dataset", by: "access", prefix: "access_" } as const;
const DATASETS = { kind: "dataset", by: "owned", prefix: "datasets_" } as const;
const CONNECTORS = { kind: "connector", by: "owned", prefix: "connectors_" } as const;

function shownItems({ items, ...list }: ItemList): ManagedItems {
  return { ...pick(list, ["page", "pages", "before", "after"]), items: items.map(summaryOf) };
}

/** The viewer's instances, each with its newest run and that run's progress. */
async function managedInstances(
  platform: Platform,
  rows: readonly InstanceRow[],
  viewer: UserRow,
): Promise<ManagedInstance[]> {
  const runs = await platform.queries.instances.lastRuns(rows.map((row) => row.id));
  const running = [...runs.values()].flatMap(({ id, status }) => (status === "running" ? [id] : []));
  const progress = await platform.runRecords.progress(running);
  const instances = await instancesWithSetup(platform, rows, viewer);
  const latest = await platform.queries.catalogue.latestVersions(
    rows.map(({ rootId }) => rootId),
    viewer.id,
  );
  const newerOf = ({ rootId, version }: (typeof instances)[number]) => {
    const found = latest.get(rootId);
    return found && found.status === "active" && found.version > (version ?? 1) ? pick(found, ["id", "version"]) : null;
  };
  const stops = new Map(rows.map(({ id, stopped }) => [id, stopped && stoppedSentence(stopped)]));
  return instances.map((each) => {
    const last = runs.get(each.id);
    return {
      ...pick(each, INSTANCE_SHOWN),
      version: each.version ?? 1,
      newer: newerOf(each),
      stopped: stops.get(each.id) ?? null,
      tables: each.tables.map(({ tableName }) => tableName),
      lastRun: last ? withSentences(last) : null,
      progress: progress.get(last?.id ?? "") ?? null,
    };
  });
}
