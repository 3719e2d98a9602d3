import { isObject, type Loose, type LooseObject, member } from "../imported.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { entriesWithin, firstMembers, type Shape, shapeOf } from "./openapi-schema.ts";

/** What a document says about the response of an operation. */
export interface OpenApiAnswer {
  readonly format: "json" | "ndjson" | "csv" | "xml" | null;
  /** The document gives a schema of the response. */
  readonly described: boolean;
  readonly isList: boolean;
  /** The path to the rows; empty is the root, null is unknown. */
  readonly path: string[] | null;
  readonly shape: "objects" | "values" | "keyed";
  /** The schema of one row. */
  readonly row: Shape | null;
  readonly schema: Loose | undefined;
  readonly headers: ReadonlySet<string>;
}

const LIST_NAMES = [
  "data",
  "results",
  "items",
  "records",
  "rows",
  "list",
  "entries",
  "content",
  "values",
  "hits",
  "objects",
  "elements",
  "value",
  "result",
  "response",
  "embedded",
];
const MAX_DEPTH = 4;
/** Members of one object that are looked at for lists. */
const MOST_MEMBERS = 200;

const known = new WeakMap<OpenApiDocument, WeakMap<LooseObject, OpenApiAnswer>>();

/** Reads the first successful response (2xx) of an operation; one that several operations share is read once. */
export function answerOf(document: OpenApiDocument, operation: LooseObject): OpenApiAnswer {
  const answers = member(operation, "responses");
  const all = isObject(answers) ? entriesWithin(document, answers) : [];
  const good =
    all.find(([status]) => status === "200") ??
    all.find(([status]) => /^2(\d\d|xx)$/i.test(status)) ??
    all.find(([status]) => status === "default");
  const response = document.resolve(good?.[1]);
  const read = known.get(document) ?? new WeakMap<LooseObject, OpenApiAnswer>();
  known.set(document, read);
  const found = response === null ? undefined : read.get(response);
  if (found !== undefined) return found;
  const made = answerIn(document, response);
  if (response !== null) read.set(response, made);
  return made;
}

function answerIn(document: OpenApiDocument, response: LooseObject | null): OpenApiAnswer {
  const headerMap = member(response ?? undefined, "headers");
  const headers = new Set(
    isObject(headerMap) ? entriesWithin(document, headerMap).map(([name]) => name.toLowerCase()) : [],
  );
  const content = member(response ?? undefined, "content");
  const chosen = mediaOf(isObject(content) ? entriesWithin(document, content) : []);
  if (chosen === null)
    return {
      format: null,
      described: false,
      isList: false,
      path: null,
      shape: "objects",
      row: null,
      schema: undefined,
      headers,
    };
  const schema = member(document.resolve(chosen.media) ?? undefined, "schema");
  const found =
    schema === undefined || chosen.format === "csv" || chosen.format === "ndjson" ? null : rowsOf(document, schema);
  const isList = chosen.format === "csv" || chosen.format === "ndjson" || (found?.isList ?? false);
  return {
    format: chosen.format,
    described: schema !== undefined,
    isList,
    path: found?.path ?? null,
    shape: found?.shape ?? "objects",
    row: found?.row ?? null,
    schema,
    headers,
  };
}

const MAX_MEDIA_TYPE = 200;
type Format = "json" | "ndjson" | "csv" | "xml";
const MEDIA: [RegExp, Format][] = [
  [/^application\/(.*\+)?json\s*(;|$)/i, "json"],
  [/ndjson|jsonl|json-seq/i, "ndjson"],
  [/json|^\*\/\*/i, "json"],
  [/csv/i, "csv"],
  [/xml/i, "xml"],
];

/** The first media type by our order of preference. */
function mediaOf(medias: [string, Loose][]): { format: Format; media: Loose } | null {
  for (const [pattern, format] of MEDIA) {
    const found = medias.find(([type]) => type.length <= MAX_MEDIA_TYPE && pattern.test(type));
    if (found !== undefined) return { format, media: found[1] };
  }
  return null;
}

type Rows = Pick<OpenApiAnswer, "isList" | "path" | "shape" | "row">;

function rowsOf(document: OpenApiDocument, schema: Loose): Rows {
  const root = shapeOf(document, schema);
  if (root.type === "array") return listAt(document, root, []);
  if (root.properties.size === 0 && isObject(root.additional) && shapeOf(document, root.additional).type === "object") {
    return { isList: true, path: [], shape: "keyed", row: shapeOf(document, root.additional) };
  }
  let level: { path: string[]; shape: Shape }[] = [{ path: [], shape: root }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const inner = level.flatMap(({ path, shape }) =>
      firstMembers(shape, MOST_MEMBERS).map(([key, written]) => ({
        path: [...path, key],
        shape: shapeOf(document, written),
      })),
    );
    const lists = inner.filter(
      ({ shape }) => shape.type === "array" && shapeOf(document, shape.items).type === "object",
    );
    const best = lists.toSorted((a, b) => rank(a.path) - rank(b.path))[0];
    const carrier = depth === 0 && (isCarrier(root) || (lists.length === 1 && !root.properties.has("id")));
    if (best !== undefined && (rank(best.path) < LIST_NAMES.length || carrier))
      return listAt(document, best.shape, best.path);
    // An object with many members besides its lists is itself the row.
    if (lists.length > 0) break;
    level = inner.filter(({ path, shape }) => shape.type === "object" && rank(path) < LIST_NAMES.length).slice(0, 20);
  }
  return { isList: false, path: [], shape: "objects", row: root };
}

/** Whether an object only wraps a list: it has a member about paging. */
function isCarrier(root: Shape): boolean {
  return firstMembers(root, MOST_MEMBERS).some(([key]) =>
    /^(next.*|total.*|count|meta|paging|pagination|has_?more|cursor|page_?info)$/i.test(key),
  );
}

function rank(path: readonly string[]): number {
  const at = LIST_NAMES.indexOf((path.at(-1) ?? "").toLowerCase().replace(/^_/, ""));
  return at < 0 ? LIST_NAMES.length : at;
}

function listAt(document: OpenApiDocument, list: Shape, path: string[]): Rows {
  const row = shapeOf(document, list.items);
  const scalar = ["string", "integer", "number", "boolean"].includes(row.type ?? "");
  return { isList: true, path, shape: scalar ? "values" : "objects", row };
}
