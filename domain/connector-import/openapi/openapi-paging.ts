import { finding } from "../../core/findings/finding.ts";
import { type ImportNote, type LooseObject, member, noteAt, textMember } from "../imported.ts";
import { storedName } from "../stored-texts.ts";
import type { OpenApiAnswer } from "./openapi-answer.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { firstMembers, type Shape, shapeOf } from "./openapi-schema.ts";
import { pagingRole, type PagingRole } from "../paging-names.ts";

const MOST_ROWS = 1_000;
const MAX_DEPTH = 3;
const WORDS = {
  nextUrl: /^(next_?(page_?)?(url|link|href)|@odata\.nextlink|nexthref)$/i,
  cursor:
    /^(next_?(page_?)?(cursor|token|marker)|end_?cursor|after_?cursor|continuation_?token|next_?page|cursor|cursors?_?after|after|scroll_?id|pagination_?token|bookmark)$/i,
  total: /^(total|total_?(count|results|items|records|rows|elements|size)|record_?count|num_?results)$/i,
  totalPages: /^(total_?pages|pages|page_?count|last_?page|num_?pages)$/i,
  hasMore: /^(has_?more|has_?next(_?page)?|more(_?results|_?available)?)$/i,
} as const;

/** The paging of a definition, and the parameters that it replaces. */
export interface GuessedPaging {
  readonly written: LooseObject;
  readonly names: ReadonlySet<string>;
}

/** A parameter with what the document says about its values. */
export interface Sized {
  readonly name: string;
  readonly shape: Shape;
}

/** A member of the response that is about paging. */
type Found = { readonly path: string; readonly shape: Shape };

/** The paging parameters by their role. */
type PagingParameters = Readonly<Record<PagingRole, Sized | undefined>>;

/**
 * Guesses paging from the names of parameters (of the query or of a POST's body) and from the response's members. The
 * result is written into the definition and noted, for the author to check: nothing is guessed while the connector
 * runs.
 */
export function guessPaging(
  document: OpenApiDocument,
  parameters: readonly Sized[],
  answer: OpenApiAnswer,
  place: string,
  notes: ImportNote[],
): GuessedPaging | null {
  if (!answer.isList) return null;
  const by = (role: PagingRole) => parameters.find(({ name }) => pagingRole(name) === role);
  const asked = { page: by("page"), offset: by("offset"), cursor: by("cursor"), limit: by("limit") };
  const { page, offset, cursor, limit } = asked;
  const strategy = strategyOf(asked, answer, membersOf(document, answer));
  if (strategy === null) {
    if (cursor !== undefined)
      notes.push(noteAt(place, finding("paging-without-cursor", { parameter: storedName(cursor.name) })));
    return null;
  }
  const followsLinks = strategy.strategy === "link";
  const main = followsLinks ? (page ?? offset ?? cursor) : asked[strategy.strategy];
  const parameter = main === undefined ? null : storedName(main.name);
  notes.push(noteAt(place, finding("paging-guessed", { strategy: strategy.strategy, parameter })));
  // Any other paging parameter would conflict with the chosen one.
  const rivals = followsLinks ? [page, offset, cursor] : [main];
  return {
    written: { ...strategy, ...(limit === undefined ? {} : sizeOf(limit)) },
    names: new Set([...rivals, limit].flatMap((each) => (each === undefined ? [] : [each.name]))),
  };
}

type Strategy = LooseObject & { readonly strategy: "link" | "page" | "offset" | "cursor" };

/**
 * How the next page is found, the most reliable sign first; null if there is none. `around`: the members around the
 * rows.
 */
function strategyOf(
  { page, offset, cursor }: PagingParameters,
  answer: OpenApiAnswer,
  around: readonly Found[],
): Strategy | null {
  const find = (pattern: RegExp, types: readonly (string | null)[]) =>
    around.find(({ path, shape }) => pattern.test(path.split(".").at(-1) ?? "") && types.includes(shape.type));
  const pathAs = (key: string, found: Found | undefined): LooseObject =>
    found === undefined ? {} : { [key]: found.path };

  if (answer.headers.has("link")) return { strategy: "link" };
  const nextUrl =
    find(WORDS.nextUrl, ["string", null]) ??
    around.find(({ path, shape }) => isNextLink(path, shape, page !== undefined || offset !== undefined));
  if (nextUrl !== undefined) return { strategy: "link", next_url_path: nextUrl.path };
  const nextCursor = find(WORDS.cursor, ["string", "integer", null]);
  if (cursor !== undefined && nextCursor !== undefined)
    return { strategy: "cursor", cursor_param: cursor.name, cursor_path: nextCursor.path };
  const hasMore = pathAs("has_more_path", find(WORDS.hasMore, ["boolean"]));
  if (cursor !== undefined && /after/i.test(cursor.name) && answer.row?.properties.has("id") === true)
    return { strategy: "cursor", cursor_param: cursor.name, cursor_field: "id", ...hasMore };
  if (page !== undefined)
    return {
      strategy: "page",
      page_param: page.name,
      ...(startsAtZero(page) ? { start: 0 } : {}),
      ...pathAs("total_pages_path", find(WORDS.totalPages, ["integer", "number"])),
      ...hasMore,
    };
  if (offset !== undefined)
    return {
      strategy: "offset",
      offset_param: offset.name,
      ...pathAs("total_path", find(WORDS.total, ["integer", "number"])),
      ...hasMore,
    };
  return null;
}

function startsAtZero({ shape }: Sized): boolean {
  return shape.default === 0 || (shape.default === undefined && shape.minimum === 0);
}

function isNextLink(path: string, shape: Shape, counted: boolean): boolean {
  const last = path.split(".").at(-1) ?? "";
  if (!/^(next|href)$/i.test(last) || (shape.type !== "string" && shape.type !== null)) return false;
  if (/^href$/i.test(last)) return /(^|\.)next\.href$/i.test(path);
  return /^(uri|url|uri-reference)$/.test(shape.format ?? "") || /(^|\.)_?links\.next$/i.test(path) || counted;
}

/** The largest page that the document allows, up to 1,000 rows; else the usual size. */
function sizeOf({ name, shape }: Sized): LooseObject {
  const most = shape.maximum !== null && shape.maximum >= 1 ? Math.min(Math.floor(shape.maximum), MOST_ROWS) : null;
  const usual =
    typeof shape.default === "number" && Number.isInteger(shape.default) && shape.default >= 1
      ? Math.min(shape.default, MOST_ROWS)
      : null;
  return { limit_param: name, limit: most ?? usual ?? 100 };
}

/** The members of the response around its rows, shallow ones first. Keys that a dot path cannot express are skipped. */
function membersOf(document: OpenApiDocument, answer: OpenApiAnswer): Found[] {
  const found: Found[] = [];
  let level: { path: string[]; shape: Shape }[] = [{ path: [], shape: shapeOf(document, answer.schema) }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const inner = level.flatMap(({ path, shape }) =>
      firstMembers(shape, 100)
        .filter(([key]) => !/[.[\]]/.test(key) && key !== "")
        .map(([key, written]) => ({ path: [...path, key], shape: shapeOf(document, written) })),
    );
    found.push(
      ...inner
        .filter(({ shape }) => shape.type !== "object" && shape.type !== "array")
        .map(({ path, shape }) => ({ path: path.join("."), shape })),
    );
    level = inner.filter(({ shape }) => shape.type === "object").slice(0, 20);
  }
  return found;
}

/** The query parameters that may be about paging. */
export function sizedParameters(document: OpenApiDocument, parameters: readonly LooseObject[]): Sized[] {
  return parameters
    .filter((parameter) => textMember(parameter, "in") === "query")
    .map((parameter) => ({
      name: textMember(parameter, "name") ?? "",
      shape: shapeOf(document, member(parameter, "schema")),
    }))
    .filter(({ name }) => name.length > 0 && name.length <= 200);
}
