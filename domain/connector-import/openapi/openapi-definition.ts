import { finding } from "../../core/findings/finding.ts";
import type { Steps } from "../../core/limits/steps.ts";
import { cutText } from "../../core/text/text.ts";
import { authOf } from "./openapi-auth.ts";
import { answerOf, type OpenApiAnswer } from "./openapi-answer.ts";
import { bodyOf, bodySchema, sizedMembers } from "./openapi-body.ts";
import { type OpenApiDocument, openDocument } from "./openapi-document.ts";
import { placeParameters } from "./openapi-fields.ts";
import { type OpenApiOperation, operationsOf, parametersOf, placeOf, usualChoice } from "./openapi-operations.ts";
import { guessPaging, sizedParameters } from "./openapi-paging.ts";
import { type Base, baseOf, hostless } from "./openapi-servers.ts";
import { FieldKeys, freeId, labelOf } from "../field-keys.ts";
import { MAX_OPERATIONS, wantedOnes } from "../wanted-operations.ts";
import {
  cleanText,
  DEFINITION_TOO_LARGE,
  isTooLarge,
  toImported,
  type Imported,
  type NotImported,
  withinSteps,
  type ImportNote,
  isObject,
  type LooseObject,
  member,
  noteAt,
  textMember,
} from "../imported.ts";

/** One operation in the list of choices. `usual`: imported if nobody chooses. */
export interface OperationChoice {
  readonly key: string;
  readonly summary: string;
  readonly usual: boolean;
}

export type Choices = { ok: true; title: string; choices: OperationChoice[] } | NotImported;

/** The operations of a document to choose from. `steps`: what reading it may cost, if not as much as usual. */
export function operationChoices(value: unknown, steps?: Steps): Choices {
  return withinSteps(() => choicesIn(value, steps));
}

function choicesIn(value: unknown, steps: Steps | undefined): Choices {
  const opened = openDocument(value, steps);
  if (!opened.ok) return opened;
  const { operations } = operationsOf(opened.document);
  if (operations.length === 0) return { ok: false, message: "The document has no operation that reads (GET or POST)." };
  const usual = new Set(usualChoice(operations).slice(0, MAX_OPERATIONS));
  const title = cleanText(textMember(member(opened.document.root, "info"), "title") ?? "", 200);
  return {
    ok: true,
    title,
    choices: operations.map((each) => ({ key: each.key, summary: each.summary, usual: usual.has(each) })),
  };
}

/**
 * Makes a connector from an OpenAPI 3 document (JSON as parsed). `wanted`: operations by `GET /path` or operationId;
 * without it, the GETs that return lists. Fetches nothing: references resolve only within the document. `steps`: what
 * reading it may cost, if not as much as usual.
 */
export function importOpenApi(value: unknown, wanted: readonly string[] | null = null, steps?: Steps): Imported {
  return withinSteps(() => importedFrom(value, wanted, steps));
}

function importedFrom(value: unknown, wanted: readonly string[] | null, steps: Steps | undefined): Imported {
  const opened = openDocument(value, steps);
  if (!opened.ok) return opened;
  const { document } = opened;
  const notes: ImportNote[] = [];
  const chosen = choose(document, wanted, notes);
  if (!chosen.ok) return chosen;
  const keys = new FieldKeys();
  const { auths, carriers } = authOf(document, chosen.operations, keys, notes);
  const base = baseOf(member(document.root, "servers"), "servers", keys, notes) ?? hostless("", "servers", keys, notes);
  const ids = new Set<string>();
  const operations = chosen.operations.map((each) => operationOf(document, each, { keys, carriers, ids, notes }));
  const definition: LooseObject = { protocol: "rest", base_url: base.url };
  if (auths.length > 0) definition.auth = auths.length === 1 ? (auths[0] ?? null) : auths;
  if (base.fields.length > 0) definition.params_fields = base.fields;
  definition.operations = operations;
  if (isTooLarge(definition)) {
    withoutDescriptions(operations);
    notes.unshift(noteAt("components", finding("descriptions-left-out", {})));
  }
  if (isTooLarge(definition)) return { ok: false, message: DEFINITION_TOO_LARGE };
  const info = member(document.root, "info");
  const title = cleanText((textMember(info, "title") ?? "").replace(/\s+/g, " "), 200);
  return toImported({
    title: title === "" ? "Imported API" : title,
    description: cleanText(
      cutText(textMember(info, "description") ?? textMember(info, "summary") ?? "", 10_000).split(/\n\s*\n/)[0] ?? "",
      1_000,
    ),
    apiDocUrl: docsOf(document),
    definition,
    notes,
  });
}

type Chosen = { ok: true; operations: OpenApiOperation[] } | { ok: false; message: string };

function choose(document: OpenApiDocument, wanted: readonly string[] | null, notes: ImportNote[]): Chosen {
  const { operations, writing, uncallable } = operationsOf(document);
  if (operations.length === 0) return { ok: false, message: "The document has no operation that reads (GET or POST)." };
  if (isObject(member(document.root, "webhooks"))) notes.push(noteAt("webhooks", finding("webhooks-left-out", {})));
  if (uncallable > 0) notes.push(noteAt("paths", finding("operations-uncallable", { count: uncallable })));
  if (wanted !== null) {
    const byName = new Map<string | null, OpenApiOperation>();
    for (const each of operations.toReversed()) byName.set(each.key, each).set(each.operationId, each);
    const taken = wantedOnes(wanted, (name) => byName.get(name), {
      source: "The document",
      one: "operation",
      which: " that reads",
    });
    return Array.isArray(taken) ? { ok: true, operations: taken } : taken;
  }
  const usual = usualChoice(operations);
  if (usual.length === 0)
    return { ok: false, message: "The document has no GET. Choose the POST operations that read." };
  const left = operations.length - Math.min(usual.length, MAX_OPERATIONS);
  if (left > 0) notes.push(noteAt("paths", finding("operations-not-taken", { count: left, of: operations.length })));
  if (writing > 0) notes.push(noteAt("paths", finding("operations-that-write", { count: writing })));
  return { ok: true, operations: usual.slice(0, MAX_OPERATIONS) };
}

type Shared = {
  readonly keys: FieldKeys;
  readonly carriers: ReadonlySet<string>;
  readonly ids: Set<string>;
  readonly notes: ImportNote[];
};

function operationOf(
  document: OpenApiDocument,
  chosen: OpenApiOperation,
  { keys, carriers, ids, notes }: Shared,
): LooseObject {
  const place = placeOf(chosen);
  const answer = answerOf(document, chosen.operation);
  const parameters = parametersOf(document, chosen, notes);
  const body = chosen.method === "POST" ? bodySchema(document, chosen.operation) : null;
  const inBody =
    body !== null && body !== "unfit" && body.kind === "json"
      ? guessPaging(document, sizedMembers(document, body.shape), answer, `${place}.requestBody`, notes)
      : null;
  const paging =
    inBody ?? guessPaging(document, sizedParameters(document, parameters), answer, `${place}.parameters`, notes);
  const parts = placeParameters(
    document,
    chosen,
    parameters,
    { paging: paging?.names ?? new Set(), carriers },
    keys,
    notes,
  );
  const id = freeId(chosen.operationId ?? wordsOf(chosen.path), ids);
  const operation: LooseObject = { id, name: cleanText(chosen.summary, 200) || labelOf(id) };
  if (chosen.method === "POST") operation.method = "POST";
  const own = ownBase(document, chosen, keys, notes);
  if (own !== null) operation.base_url = own.url;
  operation.url = parts.url;
  if (chosen.method === "POST") {
    const made = bodyOf(document, chosen.operation, inBody?.names ?? new Set(), place, keys, notes);
    Object.assign(parts.headers, made.headers);
    parts.fields.push(...made.fields.filter(({ key }) => !parts.fields.some((field) => field.key === key)));
    if (made.template !== null) operation.body_template = made.template;
  }
  if (Object.keys(parts.headers).length > 0) operation.headers = parts.headers;
  if (Object.keys(parts.query).length > 0) operation.query = parts.query;
  const fields = [...(own?.fields ?? []), ...parts.fields];
  if (fields.length > 0) operation.params_fields = fields;
  if (answer.format !== null && answer.format !== "json") operation.response_format = answer.format;
  if (answer.path !== null && (answer.format === "json" || answer.format === "xml"))
    operation.records = recordsOf(answer.path, answer.shape);
  else if (!answer.described) notes.push(noteAt(`${place}.responses`, finding("answer-not-described", {})));
  if (paging !== null) operation.pagination = inBody === null ? paging.written : { ...paging.written, in: "body" };
  if (rowsHaveIds(answer, chosen)) {
    operation.primary_key = "id";
    notes.push(noteAt(`${place}.responses`, finding("key-guessed", {})));
  }
  return operation;
}

/** Whether each row of a list has an id of its own. Below an id in the path, an id may belong to something else. */
function rowsHaveIds(answer: OpenApiAnswer, { path }: OpenApiOperation): boolean {
  return (
    answer.isList && answer.shape === "objects" && !path.includes("{") && answer.row?.properties.get("id") !== undefined
  );
}

/** The servers of a path or operation, if it has its own. */
function ownBase(
  document: OpenApiDocument,
  chosen: OpenApiOperation,
  keys: FieldKeys,
  notes: ImportNote[],
): Base | null {
  const own = member(chosen.operation, "servers") ?? member(chosen.item, "servers");
  return own === undefined ? null : baseOf(own, `${placeOf(chosen)}.servers`, keys, notes);
}

function recordsOf(path: readonly string[], shape: "objects" | "values" | "keyed"): LooseObject | string | string[] {
  const way = path.length === 0 ? "$" : path.every((key) => /^[^.[\]$]+$/.test(key)) ? path.join(".") : [...path];
  return shape === "objects" ? way : { path: way, shape };
}

/** The fixed words of a path. */
function wordsOf(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && !part.includes("{") && !/^v\d+$/.test(part))
    .join("_");
}

function withoutDescriptions(operations: readonly LooseObject[]): void {
  for (const { params_fields } of operations) {
    if (Array.isArray(params_fields)) for (const field of params_fields) if (isObject(field)) delete field.description;
  }
}

function docsOf(document: OpenApiDocument): string | null {
  const url = textMember(member(document.root, "externalDocs"), "url") ?? "";
  return /^https?:\/\/\S+$/i.test(url) && url.length <= 2_000 && URL.canParse(url) ? url : null;
}
