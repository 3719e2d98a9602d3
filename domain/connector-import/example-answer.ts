import type { Steps } from "../core/limits/steps.ts";
import { isObject, type Loose, type LooseObject, member } from "./imported.ts";
import { type PagingParameter, pagingOf, pagingRole } from "./paging-names.ts";

const MAX_DEPTH = 4;
const MOST_MEMBERS = 200;
const MOST_ROWS = 1_000;
const WORDS = {
  nextUrl: /^(next|next_?(url|link|href|page_?url)|@odata\.nextLink)$/i,
  cursor: /^(next_?(cursor|token|page_?token)|end_?cursor|cursor|after|continuation(_?token)?)$/i,
  hasMore: /^has_?(more|next(_?page)?)$/i,
  total: /^(total|total_?(count|results|items|records))$/i,
  totalPages: /^(total_?pages|page_?count|last_?page)$/i,
};

/** A member of an answer outside its rows. */
type Around = { readonly path: string; readonly name: string; readonly value: Loose };

/** What the example of an answer shows. */
export interface ExampleAnswer {
  /** The path to the rows; `$` is the root. */
  readonly path: string | null;
  readonly rows: readonly LooseObject[];
  readonly around: readonly Around[];
}

/** Finds the rows of an answer, the outermost list of objects, and what is around them. */
export function readExample(json: Loose, steps: Steps): ExampleAnswer {
  const isList = (value: Loose): value is LooseObject[] =>
    Array.isArray(value) && value.length > 0 && value.every(isObject);
  if (isList(json)) return { path: "$", rows: json.slice(0, MOST_ROWS), around: [] };
  const around: Around[] = [];
  let found: { path: string; rows: LooseObject[] } | null = null;
  let level: { path: string; value: LooseObject }[] = isObject(json) ? [{ path: "", value: json }] : [];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const inner: typeof level = [];
    for (const { path, value } of level) {
      const names = Object.keys(value).slice(0, MOST_MEMBERS);
      steps.take(names.length);
      for (const name of names) {
        if (!/^[^.[\]$]{1,100}$/.test(name) && !WORDS.nextUrl.test(name)) continue;
        const each = value[name] ?? null;
        const at = path === "" ? name : `${path}.${name}`;
        if (isList(each)) found ??= { path: at, rows: each.slice(0, MOST_ROWS) };
        else if (isObject(each)) inner.push({ path: at, value: each });
        else if (!Array.isArray(each)) around.push({ path: at, name, value: each });
      }
    }
    level = inner.slice(0, MOST_MEMBERS);
  }
  return { path: found?.path ?? null, rows: found?.rows ?? [], around };
}

/** The column by which rows are told apart: `id`, where every row has another. */
export function keyOf({ rows }: ExampleAnswer): string | null {
  const ids = rows.map((row) => member(row, "id"));
  const areScalar = ids.every((id) => typeof id === "string" || typeof id === "number");
  return rows.length > 0 && areScalar && new Set(ids).size === ids.length ? "id" : null;
}

/** Paging by the names of parameters and by what an answer holds; null if neither is about paging. */
export function pagingFrom(
  parameters: readonly PagingParameter[],
  { around }: ExampleAnswer,
): { written: LooseObject; names: string[] } | null {
  const find = (words: RegExp, fits: (value: Loose) => boolean) =>
    around.find(({ path, name, value }) => !path.includes("@") && words.test(name) && fits(value))?.path;
  const isText = (value: Loose) => typeof value === "string" || typeof value === "number";
  const byName = pagingOf(parameters);
  const names = parameters.map(({ name }) => name).filter((name) => pagingRole(name) !== null);
  const nextUrl = find(WORDS.nextUrl, (value) => typeof value === "string" && /^(https?:\/\/|\/)/.test(value));
  const limit: LooseObject =
    byName?.written.limit_param === undefined
      ? {}
      : { limit_param: byName.written.limit_param, limit: byName.written.limit ?? 100 };
  if (nextUrl !== undefined) return { written: { strategy: "link", next_url_path: nextUrl, ...limit }, names };
  if (byName === null) return null;
  const { strategy } = byName.written;
  const paths: [string, string | undefined][] = [
    ["has_more_path", find(WORDS.hasMore, (value) => typeof value === "boolean")],
    ["cursor_path", strategy === "cursor" ? find(WORDS.cursor, isText) : undefined],
    ["total_path", strategy === "offset" ? find(WORDS.total, (value) => typeof value === "number") : undefined],
    [
      "total_pages_path",
      strategy === "page" ? find(WORDS.totalPages, (value) => typeof value === "number") : undefined,
    ],
  ];
  const known = paths.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { written: { ...byName.written, ...Object.fromEntries(known) }, names: byName.names };
}
