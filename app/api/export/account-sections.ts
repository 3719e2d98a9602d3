import type { Cursor, CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { draftText } from "#domain/use-cases/authoring/draft-text.ts";
import { ownHistory } from "#domain/use-cases/leaving/own-history.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { apiKeysPage } from "../../account/api-key-calls.ts";
import { instancesOf } from "../../instances/instances.ts";
import { noticesPage } from "../../notices/notice-calls.ts";
import type { Platform } from "../../platform.ts";
import { ownRequestShape } from "../access/requests.ts";
import { keyShape } from "../account/api-keys.ts";
import { ownDataAppShape } from "../data-apps/data-app-shape.ts";
import { wholeConnectorShape } from "../shapes/connector-shape.ts";
import { datasetShape } from "../shapes/dataset-shape.ts";
import { instanceShape, withoutTypedSecrets } from "../shapes/instance-shape.ts";
import { noticeShape } from "../users/notices.ts";
import { webhookShape } from "../webhooks/webhook-shape.ts";
import { historySentence } from "./history-sentence.ts";

/** Items that are in memory at a time. */
const AT_ONCE = 100;
type Items = AsyncIterable<unknown>;

/** The lists of an export of one's own data by their names, each read in pages. None holds a secret. */
export function accountSections(platform: Platform, viewer: UserRow): Readonly<Record<string, Items>> {
  const { queries } = platform;
  return {
    datasets: datasets(platform, viewer),
    connectors: connectors(platform, viewer),
    connections: pages(
      (range) => instancesOf(platform, viewer, range),
      (instance) => instanceShape(withoutTypedSecrets(instance)),
    ),
    drafts: drafts(platform, viewer),
    data_apps: pages((range) => queries.catalogue.ownDataAppsPage(viewer.id, range), ownDataAppShape),
    api_keys: pages((range) => apiKeysPage(platform, viewer, range), keyShape),
    webhooks: pages((range) => queries.webhooks.pageOf(viewer.id, range), webhookShape),
    access: access(platform, viewer),
    access_requests: pages((range) => queries.requests.ownPage(viewer.id, range), ownRequestShape),
    liked_posts: flat(ids((after) => queries.posts.likedIdsOf(viewer.id, after))),
    sessions: sessions(platform, viewer),
    notices: pages((range) => noticesPage(platform, viewer, range), noticeShape),
    history: history(platform, viewer),
  };
}

/** Every item of a list that is read from cursor to cursor. */
async function* pages<T>(read: (range: ListRange) => Promise<CursorPage<T>>, shape: (item: T) => unknown): Items {
  for (let after: Cursor | null = null; ;) {
    const { items, next }: CursorPage<T> = await read({ limit: AT_ONCE, offset: 0, after });
    for (const item of items) yield shape(item);
    if (next === null) return;
    after = next;
  }
}

/** Pages of ids. */
async function* ids(read: (after: string) => Promise<readonly string[]>): AsyncIterable<readonly string[]> {
  for (let after = ""; ;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}

async function* flat<T>(lists: AsyncIterable<readonly T[]>): AsyncIterable<T> {
  for await (const list of lists) yield* list;
}

async function* datasets({ queries, site }: Platform, { id: userId }: UserRow): Items {
  for await (const page of ids((after) => queries.catalogue.datasetIdsOf(userId, after)))
    for (const item of await queries.catalogue.datasetsById(page, userId)) {
      const at = `${site.appUrl}/api/assets/${item.id}`;
      yield {
        ...datasetShape(item),
        rows_url: `${at}/data`,
        original_url: item.fileName === null ? null : `${at}/original`,
      };
    }
}

async function* connectors({ queries }: Platform, { id: userId }: UserRow): Items {
  for await (const page of ids((after) => queries.catalogue.versionIdsOf(userId, after)))
    for (const item of (await queries.catalogue.connectorsById(page, userId)).values()) yield wholeConnectorShape(item);
}

/** A draft may have a megabyte of text, so one is read at a time. */
async function* drafts({ queries, ports }: Platform, { id: userId }: UserRow): Items {
  for await (const id of flat(ids((after) => queries.drafts.idsOf(userId, after)))) {
    const row = await queries.drafts.byId(id, userId);
    if (!row) continue;
    const { definition, ...content } = row.content;
    yield { id, ...content, definition: await draftText(ports, definition), updated_at: row.updatedAt };
  }
}

async function* access({ queries }: Platform, { id: userId }: UserRow): Items {
  for await (const page of ids((after) => queries.catalogue.accessIdsOf(userId, after)))
    for (const { id, title } of await queries.catalogue.datasetsById(page, userId)) yield { dataset_id: id, title };
}

async function* sessions({ userSessions }: Platform, { id: userId }: UserRow): Items {
  for (let offset = 0; ; offset += AT_ONCE) {
    const { items } = await userSessions.listOf(userId, { limit: AT_ONCE, offset });
    for (const { device, created, lastSeen } of items) yield { device, created, last_seen: lastSeen };
    if (items.length < AT_ONCE) return;
  }
}

async function* history({ ports }: Platform, { id: userId }: UserRow): Items {
  for await (const event of ownHistory(ports, userId, AT_ONCE))
    yield { at: event.recordedAt, what: historySentence(event) };
}
