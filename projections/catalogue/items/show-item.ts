import { cutText } from "#domain/core/text/text.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { Column } from "#domain/core/values/table.ts";
import { authType, declaredColumns, firstCall } from "../definition-facts.ts";
import type { CatalogueRows, ConnectorRow, DatasetRow, ItemRow } from "../tables.ts";
import { documentOf, type SearchedTexts, titleKey, wordsOf } from "./words.ts";

/** Characters of a description that a card shows. */
const SUMMARY_CHARACTERS = 400;
const NO_ROWS = -1;
/** Of a moment in UTC. */
const DAY_CHARACTERS = "2026-11-23".length;

/** Brings the item of a dataset up to date after a change of its card or its columns. */
export function showDataset(rows: CatalogueRows, id: string): void {
  const row = rows.datasets.get(id);
  if (!row) return;
  const columns = columnsOf(row);
  const before = rows.items.get(id);
  const author = authorOf(rows, row.ownerId);
  const { title, description, category, price } = row;
  const texts: SearchedTexts = {
    A: [title],
    B: [...row.keywords, ...columns.map(({ label }) => label)],
    C: [category],
    D: [description, row.rowMeaning],
  };
  const { document, words } = documentOf(texts, author);
  const item: ItemRow = {
    ...{ id, kind: "dataset", profileId: id, ownerId: row.ownerId, author, title, category, price, document },
    ...textsOf(row),
    ...changingFacts(row),
    shape: columns.map(({ name, type }) => [name, type] as const),
    source: row.fileName,
    image: row.image,
    ...{ license: row.license, updateFrequency: row.updateFrequency },
    ...{ version: null, auth: null },
    subscriberCount: before?.subscriberCount ?? 0,
    createdAt: row.createdAt,
  };
  replace(rows, before, item, words);
}

/** The same after a change that leaves the words of the item as they are, such as new rows. */
export function updateDataset(rows: CatalogueRows, id: string): void {
  const row = rows.datasets.get(id);
  const before = rows.items.get(id);
  if (!row || !before) return;
  const item = { ...before, ...changingFacts(row) };
  // In another scope its words are needed too.
  if (scopeOf(item) !== scopeOf(before)) showDataset(rows, id);
  else replace(rows, before, item, []);
}

/** Brings the item of a connector up to date after a new version: the latest version is what lists show. */
export function showConnector(rows: CatalogueRows, latest: ConnectorRow): void {
  const { rootId, ownerId, title, description, category, version, createdAt } = latest;
  const before = rows.items.get(rootId);
  const author = authorOf(rows, ownerId);
  const definition = JSON.parse(latest.definition) as JsonObject;
  const { document, words } = documentOf({ A: [title], B: [], C: [category], D: [description] }, author);
  const item: ItemRow = {
    ...{ id: rootId, kind: "connector", profileId: latest.id, ownerId, author, title, category, version, document },
    ...textsOf(latest),
    ...availability(latest),
    isPublic: latest.isPublic,
    source: firstCall(definition),
    image: latest.image,
    shape: declaredColumns(definition),
    auth: authType(definition),
    ...{ price: null, rows: null, rowsOrder: NO_ROWS, rejected: null, live: false, onRequest: false },
    ...{ license: "", updateFrequency: "" },
    subscriberCount: before?.subscriberCount ?? 0,
    createdAt,
    updatedAt: createdAt,
    changedAt: createdAt,
  };
  replace(rows, before, item, words);
}

/** The same after the latest version was switched off or on, or the connector withdrawn. */
export function updateConnector(rows: CatalogueRows, latest: ConnectorRow): void {
  const before = rows.items.get(latest.rootId);
  if (before?.profileId !== latest.id) return;
  const item = { ...before, ...availability(latest) };
  if (scopeOf(item) !== scopeOf(before)) showConnector(rows, latest);
  else replace(rows, before, item, []);
}

/** Brings every item of an owner up to date after their name changed or went. */
export function showItemsOf(rows: CatalogueRows, ownerId: string): void {
  rows.words.remove({ authorId: ownerId });
  const shown = new Set(rows.items.where({ ownerId }).map(({ id }) => id));
  for (const { id } of rows.datasets.where({ ownerId })) if (shown.has(id)) showDataset(rows, id);
  for (const latest of rows.connectors.where({ ownerId, isLatest: true }))
    if (shown.has(latest.rootId)) showConnector(rows, latest);
}

/** Takes an item out of all lists. */
export function removeItem(rows: CatalogueRows, id: string): void {
  const before = rows.items.get(id);
  if (!before) return;
  count(rows, before, -1);
  rows.items.remove({ id });
}

/** Adds to the number of users of an item. */
export function addUsers(rows: CatalogueRows, id: string, more: 1 | -1): void {
  rows.items.patch({ id }, ({ subscriberCount }) => ({ subscriberCount: subscriberCount + more }));
}

function replace(rows: CatalogueRows, before: ItemRow | undefined, item: ItemRow, words: readonly string[]): void {
  if (before) count(rows, before, -1);
  count(rows, item, 1);
  rows.items.put(item);
  const scope = scopeOf(item);
  if (scope === null || words.length === 0) return;
  for (const word of words) rows.words.put({ scope, word, authorId: "" });
  for (const word of new Set(wordsOf(item.author))) rows.words.put({ scope, word, authorId: item.ownerId });
}

/**
 * Whose lists count an item without further rights: everybody's (empty), or only its owner's. null: nobody's. Words and
 * counts are kept by this scope, so that they tell nobody of items that they may not see.
 */
function scopeOf({ listed, status, ownerId }: ItemRow): string | null {
  if (listed) return "";
  return status === "hidden" ? null : ownerId;
}

function count(rows: CatalogueRows, item: ItemRow, more: 1 | -1): void {
  const scope = scopeOf(item);
  if (scope === null) return;
  const { kind, category, license } = item;
  const counted = (rows.facets.get(scope, kind, category, license)?.count ?? 0) + more;
  if (counted <= 0) rows.facets.remove({ scope, kind, category, license });
  else rows.facets.put({ scope, kind, category, license, count: counted });
  const day = cutText(new Date(item.updatedAt).toISOString(), DAY_CHARACTERS);
  const ofDay = (rows.daysUpdated.get(scope, kind, day)?.count ?? 0) + more;
  if (ofDay <= 0) rows.daysUpdated.remove({ scope, kind, day });
  else rows.daysUpdated.put({ scope, kind, day, count: ofDay });
}

function textsOf({ title, description }: Pick<ItemRow, "title"> & { readonly description: string }) {
  return { titleOrder: titleKey(title), summary: cutText(description, SUMMARY_CHARACTERS) };
}

function changingFacts(row: DatasetRow) {
  const { isPublic, rows, rejected, instanceId, stoppedAt, updatedAt, rowsAt } = row;
  const takenDown = row.takenDown !== null;
  const status = takenDown && row.status !== "hidden" ? ("taken-down" as const) : row.status;
  return {
    ...{ isPublic, status, takenDown, rows, rejected },
    rowsOrder: rows ?? NO_ROWS,
    listed: isPublic && status === "ready",
    onRequest: isPublic && row.onRequest,
    live: instanceId !== null && stoppedAt === null,
    updatedAt: rowsAt ?? updatedAt,
    changedAt: updatedAt,
  };
}

function availability({ active, withdrawn, isPublic, takenDown }: ConnectorRow) {
  const status = active && !withdrawn ? ("active" as const) : ("inactive" as const);
  return {
    status: takenDown === null ? status : ("taken-down" as const),
    takenDown: takenDown !== null,
    listed: isPublic && !withdrawn && takenDown === null,
  };
}

function columnsOf({ columns }: DatasetRow): readonly Column[] {
  return columns === null ? [] : (JSON.parse(columns) as Column[]);
}

function authorOf(rows: CatalogueRows, ownerId: string): string {
  return rows.authors.get(ownerId)?.name ?? "Unknown";
}
