import { finding } from "../../core/findings/finding.ts";
import { headerNameFault } from "../../connector-language/definition/header-rules.ts";
import type { Steps } from "../../core/limits/steps.ts";
import { counted } from "../../core/text/counted.ts";
import { type ExampleAnswer, keyOf, pagingFrom, readExample } from "../example-answer.ts";
import { fieldKey, freeId, labelOf } from "../field-keys.ts";
import {
  cleanText,
  type Imported,
  type ImportLoss,
  type ImportNote,
  type Loose,
  type LooseObject,
  lossAt,
  member,
  noteAt,
  type NotImported,
  notPortable,
  textMember,
  withinSteps,
} from "../imported.ts";
import type { Choices } from "../openapi/openapi-definition.ts";
import { pagingRole } from "../paging-names.ts";
import { connectorOf, type MadeRequest } from "../requests-definition.ts";
import { firstOnes, wantedOnes } from "../wanted-operations.ts";
import { recordedAuth } from "./recorded-auth.ts";
import { bodyTemplate, constantOf, namedPairs, pairsByName, RecordedFields } from "./recorded-values.ts";
import { openRecording, type Recorded, type Recording, type RequestGroup } from "./recording.ts";

const MAX_EXAMPLE = 1_000_000;
/** Headers of the browser, and those that the product sends itself. */
const OWN_HEADERS =
  /^(:.*|accept|accept-(encoding|language|charset)|cache-control|connection|content-(length|type)|.*cookie.*|dnt|forwarded|from|host|if-.*|origin|pragma|priority|referer|sec-.*|te|traceparent|tracestate|upgrade-.*|user-agent|via|x-forwarded-.*|x-real-ip|x-requested-with)$/i;

/** The paths of a recording to choose from; those that answer with lists or are read by GET are usual. */
export function recordingChoices(value: unknown, steps?: Steps): Choices {
  return withinSteps(() => {
    const opened = openRecording(value, steps);
    if (!opened.ok) return opened;
    const { groups, origin } = opened.recording;
    const choices = groups.map(({ key, method, requests }) => ({
      key,
      summary: counted(requests.length, "request"),
      usual: method === "GET",
    }));
    return { ok: true, title: cleanText(new URL(origin).host, 200), choices };
  });
}

/**
 * Makes a connector from a recording of a browser (HAR, JSON as parsed). `wanted`: paths as `recordingChoices` names
 * them; without it those that are read by GET. Of values only those enter that all of several different requests to a
 * path have alike and that may be known (`mayBeKnown`). `steps`: what reading it may cost, if not as much as usual.
 */
export function importHar(value: unknown, wanted: readonly string[] | null = null, steps?: Steps): Imported {
  return withinSteps(() => {
    const opened = openRecording(value, steps);
    if (!opened.ok) return opened;
    const { recording } = opened;
    const notes: ImportNote[] = [];
    const lost: ImportLoss[] = [];
    const chosen = choose(recording, wanted, lost);
    if (!Array.isArray(chosen)) return chosen;
    const fields = new RecordedFields();
    const auth = recordedAuth(chosen, fields);
    if (auth !== null) notes.push(noteAt("log.entries", finding("header-signs-in", { header: auth.header })));
    if (recording.others > 0)
      notes.push(noteAt("log.entries", finding("entries-left-out", { count: recording.others })));
    const context = { recording, fields, notes, authHeader: auth?.header ?? null, ids: new Set<string>() };
    const lists: KnownList[] = [];
    const requests = chosen.flatMap((group): MadeRequest[] => {
      const operation = operationOf(group, context, lists);
      const place = group.requests[0]?.place ?? "log.entries";
      if (operation === null) lost.push(lossAt(place, "request-body", finding("recorded-body-unsupported", {})));
      return operation === null ? [] : [{ operation, base: group.origin, place }];
    });
    if (requests.length === 0 || (wanted !== null && requests.length < chosen.length)) return notPortable(lost);
    return connectorOf({
      requests,
      auth: auth?.auth ?? null,
      fields: fields.fields,
      signing: auth?.keys ?? new Set(),
      card: { title: cleanText(new URL(recording.origin).host, 200), description: "", apiDocUrl: null },
      notes,
      lost,
      isNamed: wanted !== null,
    });
  });
}

function choose(
  { groups }: Recording,
  wanted: readonly string[] | null,
  lost: ImportLoss[],
): RequestGroup[] | NotImported {
  if (wanted !== null)
    return wantedOnes(wanted, (name) => groups.find(({ key }) => key === name), {
      source: "The recording",
      one: "request",
    });
  const read = groups.filter(({ method }) => method === "GET");
  return read.length === 0
    ? { ok: false, message: "The recording has no GET with an answer in JSON. Choose the POST requests that read." }
    : firstOnes(read, ({ requests }) => requests[0]?.place ?? "", "too-many-requests", lost);
}

type Context = {
  readonly recording: Recording;
  readonly fields: RecordedFields;
  readonly notes: ImportNote[];
  readonly authHeader: string | null;
  /** Ids of operations so far. */
  readonly ids: Set<string>;
};

/** A path whose rows have ids. */
type KnownList = { readonly id: string; readonly group: RequestGroup; readonly values: ReadonlySet<string> };

/** A path as an operation; null if its body cannot be sent. */
function operationOf(group: RequestGroup, context: Context, lists: KnownList[]): LooseObject | null {
  const { fields, notes, recording } = context;
  const { requests, method, path } = group;
  const place = requests[0]?.place ?? "log.entries";
  const example = exampleOf(requests, recording.steps);
  const query = pairsByName(requests, ({ url }) => [...url.searchParams], recording.steps);
  const paging = pagingFrom(
    [...query].map(([name, values]) => ({ name, first: firstOf(name, values) })),
    example,
  );
  if (paging !== null)
    notes.push(
      noteAt(
        `${place}.request.queryString`,
        finding("paging-guessed", { strategy: String(paging.written.strategy), parameter: null }),
      ),
    );
  if (requests.some(({ url }) => url.pathname.includes(";")))
    notes.push(noteAt(`${place}.request.url`, finding("path-parameter-left-out", {})));
  const words = path.filter((part) => part !== null && !/^v\d+$/.test(part) && part !== "api");
  const name = labelOf(words.at(-1) ?? "rows");
  const operation: LooseObject = { id: freeId(name, context.ids), name };
  if (method === "POST") operation.method = "POST";
  const parent = lists.find((list) => isBelow(group, list));
  const names = parent === undefined ? [] : [idName(path, path.indexOf(null))];
  operation.url = urlOf(path, fields, names);
  const headers = headersOf(requests, context);
  if (method === "POST" && !readBody(group, headers, operation, context)) return null;
  if (Object.keys(headers).length > 0) operation.headers = headers;
  const kept = [...query].filter(([name]) => paging?.names.includes(name) !== true);
  if (kept.length > 0)
    operation.query = Object.fromEntries(
      kept.map(([name, values]) => [name, valueOf(name, values, fields, `query ${name}`)]),
    );
  if (example.path !== null) operation.records = example.path;
  if (paging !== null) operation.pagination = paging.written;
  const key = keyOf(example);
  if (key !== null) operation.primary_key = key;
  if (parent !== undefined) operation.for_each = Object.fromEntries(names.map((each) => [each, `${parent.id}.id`]));
  if (key !== null)
    lists.push({ id: String(operation.id), group, values: new Set(example.rows.map((row) => String(row.id))) });
  return operation;
}

/** Whether the one id in a path is that of a row of a list, in all requests. */
function isBelow({ origin, path, requests }: RequestGroup, { group, values }: KnownList): boolean {
  const at = path.indexOf(null);
  if (at < 0 || path.lastIndexOf(null) !== at || group.origin !== origin || group.path.length !== at) return false;
  return (
    group.path.every((part, index) => part !== null && part === path[index]) &&
    requests.every(({ segments }) => values.has(segments[at] ?? ""))
  );
}

/** Numbers of paging that may be known: the first page, and a size that all requests have alike. */
function firstOf(name: string, values: readonly (string | undefined)[]): number | null {
  const role = pagingRole(name);
  const numbers = values.flatMap((value) => (value !== undefined && /^\d{1,9}$/.test(value) ? [Number(value)] : []));
  if (role === "page") return numbers.includes(0) ? 0 : null;
  const constant = role === "limit" ? constantOf(name, values) : null;
  return constant !== null && /^\d{1,6}$/.test(constant) ? Number(constant) : null;
}

/** The path with a setting for each part that changes; `names` are not settings, because rows of a list fill them. */
function urlOf(path: readonly (string | null)[], fields: RecordedFields, names: readonly string[]): string {
  const parts = path.map((part, index) => {
    if (part !== null) return part.replace(/[{}]/g, (char) => encodeURIComponent(char));
    const name = idName(path, index);
    if (names.includes(name)) return `{${name}}`;
    return fields.placeholder(name, `path after ${path.slice(0, index).join("/")}`, [], true);
  });
  return `/${parts.join("/")}`;
}

/** The value that all requests of a path have alike, else a setting. */
function valueOf(name: string, values: readonly (string | undefined)[], fields: RecordedFields, scope: string): string {
  return (
    constantOf(name, values) ??
    fields.placeholder(
      name,
      scope,
      values.flatMap((value) => value ?? []),
    )
  );
}

/** What an id in a path is called, after the part before it. */
function idName(path: readonly (string | null)[], index: number): string {
  const before = path.slice(0, index).findLast((each) => each !== null) ?? "";
  return before === "" ? "id" : fieldKey(`${before.replace(/ies$/i, "y").replace(/s$/i, "")}_id`);
}

function headersOf(requests: readonly Recorded[], { recording, fields, authHeader }: Context): LooseObject {
  const headers: LooseObject = {};
  const byName = pairsByName(
    requests,
    ({ request }) =>
      namedPairs(member(request, "headers")).map(([name, value]) => [name.toLowerCase(), value] as const),
    recording.steps,
  );
  if (byName.has("cookie") && authHeader === null) headers.Cookie = `{${fields.secret("cookie", "cookie")}}`;
  for (const [name, values] of byName) {
    if (name === authHeader || OWN_HEADERS.test(name) || headerNameFault(name) !== null) continue;
    headers[name] = valueOf(name, values, fields, `header ${name}`);
  }
  return headers;
}

/** Reads the bodies of a POST; false if they are neither JSON nor a form. */
function readBody(
  { key, requests }: RequestGroup,
  headers: LooseObject,
  operation: LooseObject,
  { fields, recording }: Context,
): boolean {
  const sent = requests.map(({ request }) => member(request, "postData"));
  if (sent.every((data) => data === undefined || data === null)) return true;
  const isForm = sent.every((data) => /x-www-form-urlencoded/i.test(textMember(data, "mimeType") ?? ""));
  const bodies = sent.map((data): Loose =>
    isForm ? formOf(data) : jsonOf(textMember(data, "text") ?? "", recording.steps),
  );
  if (bodies.some((body) => typeof body !== "object" || body === null)) return false;
  const template = bodyTemplate(bodies, fields, `body ${key}`, recording.steps);
  if (typeof template !== "object" || template === null) return false;
  operation.body_template = template;
  if (isForm) headers["Content-Type"] = "application/x-www-form-urlencoded";
  return true;
}

function formOf(data: Loose | undefined): LooseObject {
  const listed = namedPairs(member(data, "params"));
  const pairs = listed.length > 0 ? listed : [...new URLSearchParams(textMember(data, "text") ?? "")];
  return Object.fromEntries(pairs);
}

function jsonOf(text: string, steps: Steps): Loose {
  steps.take(text.length / 50);
  try {
    return JSON.parse(text) as Loose;
  } catch {
    return null;
  }
}

/** The first answer of a path that shows its rows. */
function exampleOf(requests: readonly Recorded[], steps: Steps): ExampleAnswer {
  for (const { answer } of requests) {
    if (answer === null || answer.length > MAX_EXAMPLE) continue;
    const example = readExample(jsonOf(answer, steps), steps);
    if (example.rows.length > 0) return example;
  }
  return { path: null, rows: [], around: [] };
}
