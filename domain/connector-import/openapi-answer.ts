import { isObject, type Loose, type LooseObject, member } from "./imported.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { type Shape, shapeOf } from "./openapi-schema.ts";

/** What a document says about the answer of an operation. */
export interface OpenApiAnswer {
  readonly format: "json" | "ndjson" | "csv" | "xml" | null;
  /** The answer's schema is given. */
  readonly described: boolean;
  readonly isList: boolean;
  /** The way to the rows; empty is the root, null is not known. */
  readonly path: string[] | null;
  readonly shape: "objects" | "values" | "keyed";
  /** The schema of one row. */
  readonly row: Shape | null;
  readonly schema: Loose | undefined;
  readonly headers: ReadonlySet<string>;
}

const LIST_NAMES = ["data", "results", "items", "records", "rows", "list", "entries", "content", "values", "hits", "objects", "elements", "value", "result", "response", "embedded"];
const MAX_DEPTH = 4;

/** Looks at the first good answer (2xx) of an operation. */
export function answerOf(document: OpenApiDocument, operation: LooseObject): OpenApiAnswer {
  const answers = member(operation, "responses");
  const all = isObject(answers) ? Object.entries(answers) : [];
  const good = all.find(([status]) => status === "200") ?? all.find(([status]) => /^2(\d\d|xx)$/i.test(status)) ?? all.find(([status]) => status === "default");
  const response = document.resolve(good?.[1]);
  const headerMap = member(response ?? undefined, "headers");
  const headers = new Set(isObject(headerMap) ? Object.keys(headerMap).map((name) => name.toLowerCase()) : []);
  const content = member(response ?? undefined, "content");
  const medias = Object.entries(isObject(content) ? content : {});
  const chosen = pick(medias, /ndjson|jsonl|json-seq/i, "ndjson", pick(medias, /json|^\*\/\*$/i, "json", pick(medias, /csv/i, "csv", pick(medias, /xml/i, "xml", null)), /^application\/(.*\+)?json/i));
  if (chosen === null) return { format: null, described: false, isList: false, path: null, shape: "objects", row: null, schema: undefined, headers };
  const schema = member(document.resolve(chosen.media) ?? undefined, "schema");
  const found = schema === undefined || chosen.format === "csv" || chosen.format === "ndjson" ? null : rowsOf(document, schema);
  const isList = chosen.format === "csv" || chosen.format === "ndjson" || (found?.isList ?? false);
  return { format: chosen.format, described: schema !== undefined, isList, path: found?.path ?? null, shape: found?.shape ?? "objects", row: found?.row ?? null, schema, headers };
}

type Chosen = { format: "json" | "ndjson" | "csv" | "xml"; media: Loose };

/** The media type that matches, unless `better` is one that is plainly JSON. */
function pick(medias: [string, Loose][], pattern: RegExp, format: Chosen["format"], otherwise: Chosen | null, better?: RegExp): Chosen | null {
  if (better !== undefined && medias.some(([type]) => better.test(type))) return otherwise;
  const found = medias.find(([type]) => pattern.test(type));
  return found === undefined ? otherwise : { format, media: found[1] };
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
    const inner = level.flatMap(({ path, shape }) => [...shape.properties].slice(0, 200).map(([key, written]) => ({ path: [...path, key], shape: shapeOf(document, written) })));
    const lists = inner.filter(({ shape }) => shape.type === "array" && shapeOf(document, shape.items).type === "object");
    const best = lists.toSorted((a, b) => rank(a.path) - rank(b.path))[0];
    if (best !== undefined && (lists.length === 1 || rank(best.path) < LIST_NAMES.length || depth === 0 && wrapper(root))) return listAt(document, best.shape, best.path);
    // An object of many members that has lists too is itself the row.
    if (lists.length > 0) break;
    level = inner.filter(({ path, shape }) => shape.type === "object" && rank(path) < LIST_NAMES.length).slice(0, 20);
  }
  return { isList: false, path: [], shape: "objects", row: root };
}

/** An object that is made to carry a list: it has an own word for paging. */
function wrapper(root: Shape): boolean {
  return [...root.properties.keys()].some((key) => /^(next|total|count|meta|paging|pagination|has_?more|page|cursor|links?)/i.test(key));
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
