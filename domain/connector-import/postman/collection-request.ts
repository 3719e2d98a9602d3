import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import { headerNameFault, headerValueFault } from "../../connector-language/definition/header-rules.ts";
import { type ExampleAnswer, keyOf, pagingFrom, readExample } from "../example-answer.ts";
import { mayBeKey } from "../field-keys.ts";
import { cleanText, type Loose, type LooseObject, lossAt, member, noteAt, textMember } from "../imported.ts";
import { storedExpressions, storedMethod, unwritable } from "../stored-texts.ts";
import { type CollectionRequest, pairsIn } from "./collection.ts";
import { readBody } from "./collection-body.ts";
import { parameterOf, parsedJson, type Reading, textOf } from "./collection-values.ts";

const MAX_EXAMPLE = 1_000_000;
const OWN_HEADERS =
  /^(accept|accept-encoding|authorization|cache-control|connection|content-length|cookie|host|origin|postman-token|referer|user-agent)$/i;

/** A request as an operation without its id. */
export interface RequestMade {
  readonly operation: LooseObject;
  readonly base: string;
}

/** Reads a request into an operation; null, with losses, if it cannot be taken. */
export function readRequest(written: CollectionRequest, reading: Reading): RequestMade | null {
  const { place, method, name } = written;
  const lose = (at: string, feature: string, found: Finding): null => {
    reading.lost.push(lossAt(at, feature, found));
    return null;
  };
  if (method !== "GET" && method !== "POST")
    return lose(
      `${place}.request.method`,
      "http-method",
      finding("method-unsupported", { method: storedMethod(method) }),
    );
  const address = addressOf(written, reading);
  if (address === null) return lose(`${place}.request.url`, "address", finding("address-unwritable", {}));
  const example = exampleOf(written, reading);
  const parameters = queryOf(written.request, reading, `${place}.request.url.query`);
  const paging = pagingFrom(
    parameters.map(({ name: each, value }) => ({ name: each, first: /^\d{1,9}$/.test(value) ? Number(value) : null })),
    example,
  );
  if (paging !== null)
    reading.notes.push(
      noteAt(
        `${place}.request.url.query`,
        finding("paging-guessed", { strategy: String(paging.written.strategy), parameter: null }),
      ),
    );
  const operation: LooseObject = { name: cleanText(name, 400) };
  if (method === "POST") operation.method = "POST";
  operation.url = address.path;
  const headers = headersOf(written, reading);
  if (method === "POST" && !readBody(written, headers, operation, reading))
    return lose(`${place}.request.body`, "request-body", finding("collection-body-unsupported", {}));
  if (Object.keys(headers).length > 0) operation.headers = headers;
  const query = Object.fromEntries(
    parameters.filter((each) => paging?.names.includes(each.name) !== true).map(({ name: each, text }) => [each, text]),
  );
  if (Object.keys(query).length > 0) operation.query = query;
  if (example.path !== null) operation.records = example.path;
  if (paging !== null) operation.pagination = paging.written;
  const key = keyOf(example);
  if (key !== null) operation.primary_key = key;
  return { operation, base: address.base };
}

/** Base and path of a request, in whichever of its forms the collection writes it. */
function addressOf({ request, place }: CollectionRequest, reading: Reading): { base: string; path: string } | null {
  const { variables, collection } = reading;
  const url = member(request, "url");
  const raw = (typeof url === "string" ? url : (textMember(url, "raw") ?? "")).trim();
  if (raw.length > 4_000) return null;
  const plain = raw.replace(/[?#].*$/s, "");
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(plain) || plain.startsWith("{{") ? plain : `https://${plain}`;
  const [, host = "", rest = ""] = /^(https?:\/\/[^/]*|\{\{[^{}]*\}\})(.*)$/is.exec(whole) ?? [];
  if (host === "") return null;
  // A variable as the whole base may hold an address with a path.
  const filled = variables.filled(host);
  if (filled === "unusable") return null;
  const base = filled === "open" ? variables.text(host, `${place}.request.url`) : filled.text;
  const named = rest.split("/").map((part, index) => pathPart(part, index, url, reading, place));
  if (base === null || named.some((part) => part === null)) return null;
  const written = named.join("/");
  if (filled !== "open" && collection.variables.size > 0 && host.includes("{{")) return split(base, written);
  return { base, path: written === "" ? "/" : written };
}

function split(base: string, path: string): { base: string; path: string } {
  return { base: base.replace(/\/{1,5}$/, ""), path: path === "" ? "/" : path };
}

/** A part of a path; `:name` is a variable of the path. */
function pathPart(part: string, index: number, url: Loose | undefined, reading: Reading, place: string): string | null {
  const { variables } = reading;
  const name = /^:([A-Za-z_][\w.-]*)$/.exec(part)?.[1];
  if (name === undefined) return textOf(`path ${index}`, part, reading, `${place}.request.url`);
  const own = member(url, "variable");
  const value =
    textMember(
      (Array.isArray(own) ? own : []).find((each) => textMember(each, "key") === name),
      "value",
    ) ?? "";
  const variable = /^\{\{[^{}$]+\}\}$/.test(value) ? variables.text(value, `${place}.request.url`, name) : null;
  return variable ?? `{${variables.key(name, `${place}.request.url.variable`)}}`;
}

type Parameter = { readonly name: string; readonly value: string; readonly text: string };

/** The parameters of the query; each value that is written out becomes the default of a setting. */
function queryOf(request: LooseObject, reading: Reading, place: string): Parameter[] {
  const { lost, collection } = reading;
  const url = member(request, "url");
  const listed = member(url, "query");
  const raw = typeof url === "string" ? url : (textMember(url, "raw") ?? "");
  const pairs = Array.isArray(listed) ? pairsIn(listed, collection.steps) : pairsOfText(raw);
  return pairs.flatMap((pair, index): Parameter[] => {
    const name = textMember(pair, "key") ?? "";
    const value = textMember(pair, "value") ?? "";
    const at = `${place}[${index}]`;
    if (!mayBeKey(name) || /[{}]/.test(name)) {
      lost.push(lossAt(at, "parameter", finding("parameter-name-impossible", {})));
      return [];
    }
    const text = parameterOf(pair, reading, at);
    if (text !== null) return [{ name, value: value.includes("{{") ? "" : value, text }];
    lost.push(lossAt(at, "expression", finding("value-changes", { value: storedExpressions(value) })));
    return [];
  });
}

function pairsOfText(raw: string): LooseObject[] {
  const [, query = ""] = /\?([^#]*)/.exec(cutText(raw, 4_000)) ?? [];
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = ""] = pair.split(/=(.*)/s, 2);
      return { key, value };
    });
}

function headersOf({ request, place }: CollectionRequest, reading: Reading): LooseObject {
  const { lost, collection } = reading;
  const headers: LooseObject = {};
  for (const [index, pair] of pairsIn(member(request, "header"), collection.steps).entries()) {
    const name = textMember(pair, "key") ?? "";
    const value = textMember(pair, "value") ?? "";
    const at = `${place}.request.header[${index}]`;
    if (name === "" || value === "" || OWN_HEADERS.test(name)) continue;
    if (!mayBeKey(name) || headerNameFault(name) !== null) {
      lost.push(lossAt(at, "header", finding("header-name-unusable", {})));
      continue;
    }
    const text = textOf(name, value, reading, at);
    if (text === null || headerValueFault(name, text) !== null)
      lost.push(lossAt(at, "expression", unwritable("value", value)));
    else headers[name] = text;
  }
  return headers;
}

/** The first example of a good answer that is JSON. */
function exampleOf({ item }: CollectionRequest, { collection }: Reading): ExampleAnswer {
  const answers = member(item, "response");
  for (const answer of Array.isArray(answers) ? answers.slice(0, 20) : []) {
    const code = member(answer, "code");
    const body = textMember(answer, "body") ?? "";
    if ((typeof code === "number" && code >= 300) || body.length > MAX_EXAMPLE || !/^\s*[[{]/.test(body)) continue;
    collection.steps.take(body.length / 50);
    const json = parsedJson(body);
    if (json !== null) return readExample(json, collection.steps);
  }
  return { path: null, rows: [], around: [] };
}
