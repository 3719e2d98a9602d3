import { type KeyLimits, MAX_KEY_THINGS } from "#domain/core/keys/scopes.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** The things that a key is to be limited to, as they are asked for. Both absent: no limits. */
export type AskedLimits = {
  /** Names of tables, ids of datasets, or ids of connections for their tables. */
  readonly tables?: readonly string[] | undefined;
  /** Ids of connectors or of the user's connections. */
  readonly connectors?: readonly string[] | undefined;
};

/** The asked limits by the ids of their things, all of which the user may use today. */
export async function limitsAsked(
  { queries }: Platform,
  viewer: UserRow,
  { tables, connectors }: AskedLimits,
): Promise<CallResult<KeyLimits | null>> {
  if (tables === undefined && connectors === undefined) return { ok: true, value: null };
  const asked = { tables: [...new Set(tables)], connectors: [...new Set(connectors)] };
  for (const field of ["tables", "connectors"] as const)
    if (asked[field].length > MAX_KEY_THINGS) return refuse("key-things-too-many", { limit: MAX_KEY_THINGS, field });
  const named = await queries.tables.named(asked.tables, []);
  const range = { limit: Math.max(1, named.length), offset: 0 };
  const readable = await queries.tables.readablePage(viewer.id, { only: named.map(({ name }) => name) }, range);
  const ids = new Map(
    readable.items.flatMap(({ itemId, name }) => [[itemId, itemId] as const, [name, itemId] as const]),
  );
  const unread = asked.tables.find((name) => !ids.has(name));
  if (unread !== undefined) return refuse("key-thing-unknown", { name: unread, field: "tables" });
  const own = await queries.instances.chosen(viewer.id, asked.connectors);
  const seen = await queries.catalogue.connectorsById(asked.connectors, viewer.id);
  const usable = new Set([...own.flatMap(({ id, connectorId, rootId }) => [id, connectorId, rootId]), ...seen.keys()]);
  const unused = asked.connectors.find((id) => !usable.has(id));
  if (unused !== undefined) return refuse("key-thing-unknown", { name: unused, field: "connectors" });
  return {
    ok: true,
    value: { tables: [...new Set(asked.tables.map((name) => ids.get(name) ?? name))], connectors: asked.connectors },
  };
}

/** How many tables and connections the form of a new key offers; the API takes others by name. */
const OFFERED = 50;

/** A thing to choose in a form. */
export type OfferedThing = { readonly id: string; readonly title: string };

/** The tables that a user can read and their connections, for a choice; of very many the first. */
export async function offeredThings(
  platform: Platform,
  viewer: UserRow,
): Promise<{ readonly tables: OfferedThing[]; readonly connections: OfferedThing[]; readonly more: boolean }> {
  const first = { limit: OFFERED, offset: 0 };
  const [tables, instances] = await Promise.all([
    platform.queries.tables.readablePage(viewer.id, { only: null }, first),
    platform.queries.instances.pageOfOwner(viewer.id, first),
  ]);
  const connectors = await platform.queries.catalogue.connectorsById(
    instances.items.map(({ connectorId }) => connectorId),
    viewer.id,
  );
  return {
    tables: tables.items.map(({ itemId: id, title, kind }) => ({
      id,
      title: kind === "output" ? `${title} (output)` : title,
    })),
    connections: instances.items.map(({ id, connectorId }) => ({
      id,
      title: connectors.get(connectorId)?.title ?? "Connector",
    })),
    more: tables.total > OFFERED || instances.total > OFFERED,
  };
}

/** What the limits of listed keys are called: titles by id, for those that the user still has. */
export async function titlesOf(
  platform: Platform,
  viewer: UserRow,
  keys: readonly { readonly tables: readonly string[] | null; readonly connectors: readonly string[] | null }[],
): Promise<ReadonlyMap<string, string>> {
  const { tables, instances, catalogue } = platform.queries;
  const tableIds = keys.flatMap((key) => key.tables ?? []);
  const references = keys.flatMap((key) => key.connectors ?? []);
  if (tableIds.length === 0 && references.length === 0) return new Map();
  const named = await tables.named(tableIds, []);
  const range = { limit: Math.max(1, named.length), offset: 0 };
  const [readable, own] = await Promise.all([
    tables.readablePage(viewer.id, { only: named.map(({ name }) => name) }, range),
    instances.chosen(viewer.id, references),
  ]);
  const connectors = await catalogue.connectorsById(
    [...references, ...own.map(({ connectorId }) => connectorId)],
    viewer.id,
  );
  const title = (id: string) => connectors.get(id)?.title ?? "a connector";
  return new Map([
    ...readable.items.map((table) => [table.itemId, table.title] as const),
    ...[...connectors.keys()].map((id) => [id, title(id)] as const),
    ...own.map(({ id, connectorId }) => [id, title(connectorId)] as const),
  ]);
}
