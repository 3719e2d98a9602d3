import { type ListRange, pageWithin } from "#domain/core/lists/list-page.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { publicPartOf } from "../../../account/api-key-calls.ts";
import { streamingKey } from "../../../account/streaming-key.ts";
import { shapeOf } from "../../../items/item-summary.ts";
import type { Platform } from "../../../platform.ts";
import { toolOf } from "../../../streaming/tool-ids.ts";
import { readPageAsked } from "../../../ui/data/page-asked.ts";
import { limitsOf } from "../../../http/keys/key-reach.ts";
import { type OpeningKey, type StreamPanelProps, type StreamTable, TABLES_PREFIX } from "./stream-shown.ts";

const PAGE_SIZE = 50;
const CALLS_SHOWN = 8;
/** Keys that are looked through for those that open a table. */
const MAX_KEYS = 100;

/** The tables that the viewer can stream, the key, and the last calls. */
export async function streamPanel(
  platform: Platform,
  viewer: UserRow,
  params: URLSearchParams,
): Promise<StreamPanelProps> {
  const selected = params.get("table");
  const { page: asked } = readPageAsked(params, TABLES_PREFIX);
  const [tables, { token, expiresAt }, apiKey, calls] = await Promise.all([
    streamableTables(platform, viewer, asked === "last" ? 1 : asked, selected),
    platform.excelTokens.issue(viewer.id),
    streamingKey(platform, viewer),
    platform.keyCalls.lastOf(viewer.id, CALLS_SHOWN),
  ]);
  const shares = await platform.statistics.emptyShares(
    tables.items.flatMap(({ current }) => (current ? [current] : [])),
  );
  const chosen = tables.items.find(({ name }) => name === selected) ?? tables.items[0];
  return {
    now: new Date().toISOString(),
    keys: chosen ? await keysThatOpen(platform, viewer, chosen) : [],
    tables: tables.items.map((table) => streamTable(table, shares.get(table.current?.physical ?? ""))),
    tablePages: tables.pages,
    selected,
    tool: toolOf(params.get("tool")),
    columns: chosen?.current?.columns.map((column) => pick(column, ["name", "type"])) ?? [],
    apiKey,
    excel: { token, expiresAt: expiresAt.toISOString() },
    origin: platform.site.appUrl,
    calls: calls.map(({ at, keyPart, ...call }) => ({
      ...call,
      at: at.toISOString(),
      key: keyPart && publicPartOf(keyPart),
    })),
  };
}

/** The account API keys of the viewer that open a table: with the scope `read`, not ended, and not limited to other things. */
async function keysThatOpen({ queries }: Platform, { id }: UserRow, table: TableEntry): Promise<OpeningKey[]> {
  const { items } = await queries.users.apiKeysOf(id, { limit: MAX_KEYS, offset: 0 });
  const now = new Date().toISOString();
  const open = items.filter(
    ({ scopes, expiresAt }) => scopes.includes("read") && (expiresAt === null || expiresAt > now),
  );
  const connection = table.instanceId === null ? null : await queries.instances.byId(table.instanceId);
  return open
    .filter((key) => {
      const limits = limitsOf(key);
      if (limits === null) return true;
      const names = [table.name, table.itemId];
      return (
        limits.tables.some((each) => names.includes(each)) ||
        (connection !== null && limits.connectors.includes(connection.rootId))
      );
    })
    .map((key) => ({ name: key.name, publicPart: publicPartOf(key) }));
}

/** A page of the tables with rows; first the chosen one, if it is on another page. */
async function streamableTables({ queries }: Platform, { id }: UserRow, asked: number, selected: string | null) {
  const read = (only: readonly string[] | null, range: ListRange) =>
    queries.tables.readablePage(id, { only, withRows: true, once: only === null }, range);
  const [found, chosen] = await Promise.all([
    read(null, { limit: PAGE_SIZE, offset: (asked - 1) * PAGE_SIZE }),
    selected === null ? null : read([selected], { limit: 1, offset: 0 }),
  ]);
  const pages = pageWithin(asked, found.total, PAGE_SIZE);
  const { items } =
    pages.page === asked ? found : await read(null, { limit: PAGE_SIZE, offset: (pages.page - 1) * PAGE_SIZE });
  const others = (chosen?.items ?? []).filter(({ name }) => !items.some((item) => item.name === name));
  return { items: [...others, ...items], pages };
}

function streamTable(
  { name, title, kind, current, updatedAt }: TableEntry,
  emptyShares: ReadonlyMap<string, number> | undefined,
): StreamTable {
  return {
    table: name,
    title,
    kind: kind === "dataset" ? "dataset" : "connector",
    rows: current?.rows ?? null,
    shape: shapeOf(current?.columns ?? [], emptyShares),
    updatedAt,
  };
}
