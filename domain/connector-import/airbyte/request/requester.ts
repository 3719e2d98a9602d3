import { finding } from "../../../core/findings/finding.ts";
import { mayBeKey } from "../../field-keys.ts";
import { isObject, type Loose, type LooseObject } from "../../imported.ts";
import { storedMethod, unwritable } from "../../stored-texts.ts";
import { onlyExpression } from "../expression/template.ts";
import type { Component, Placed } from "../manifest.ts";
import type { StreamDraft } from "../stream-draft.ts";

const MAX_BODY_DEPTH = 20;
const FORM = "application/x-www-form-urlencoded";

/** Where requests go: the base and the address below it. */
export type Target = { readonly base: string; readonly url: string };

/** Reads method, headers, parameters and body of a requester into the draft; null if the address cannot be written. */
export function readRequester(requester: Component, draft: StreamDraft): Target | null {
  const method = (requester.text("http_method") ?? "GET").toUpperCase();
  if (method === "POST") draft.method = "POST";
  else if (method !== "GET")
    draft.loseRows(
      requester.placeOf("http_method"),
      "http-method",
      finding("method-unsupported", { method: storedMethod(method) }),
    );
  for (const key of ["query_properties", "fetch_properties_from_endpoint"]) {
    if (requester.at(key) !== null)
      draft.loseRows(
        requester.placeOf(key),
        "query-properties",
        finding("part-unsupported", { part: "fields-in-parts" }),
      );
  }
  readMap(requester, "request_parameters", draft, (name, value) => void (draft.query[name] = value));
  readMap(requester, "request_headers", draft, (name, value) => void (draft.headers[name] = value));
  readBody(requester, draft);
  return targetOf(requester, draft);
}

/** A map of texts; what has no value is left out. */
function readMap(
  requester: Component,
  key: string,
  draft: StreamDraft,
  put: (name: string, value: string) => void,
): void {
  const at = requester.at(key);
  if (at === null) return;
  const map = requester.open(at);
  if (map === null) return draft.loseRows(at.place, "expression", unwritable("expression", at.value));
  for (const [name, value] of map.entries()) {
    if (isTokenOfNextPage(value)) draft.pageToken ??= { in: key === "request_headers" ? "header" : "query", name };
    if (value.value === null || value.value === "" || isTokenOfNextPage(value)) continue;
    if (!mayBeKey(name)) draft.loseRows(value.place, "request-option", finding("parameter-name-impossible", {}));
    else if (Array.isArray(value.value)) readList(map, name, value, draft, put);
    else {
      const text = draft.text(value, map);
      if (text !== null && text !== "") put(name, text);
    }
  }
}

/** A list of one value is that value; a parameter that comes several times has no form. */
function readList(
  map: Component,
  name: string,
  value: Placed,
  draft: StreamDraft,
  put: (name: string, value: string) => void,
): void {
  const [only, ...more] = map.elements(value);
  const text = only === undefined ? "" : draft.text(only, map);
  if (more.length > 0)
    draft.loseRows(value.place, "request-option", finding("part-unsupported", { part: "repeated-parameter" }));
  else if (text !== null && text !== "") put(name, text);
}

/** The parameter in which a page is named; the paginator puts it there. */
export function isTokenOfNextPage({ value }: Placed): boolean {
  const expression = typeof value === "string" ? onlyExpression(value) : null;
  return expression?.kind === "path" && expression.root === "next_page_token";
}

function readBody(requester: Component, draft: StreamDraft): void {
  const body = requester.component("request_body");
  const wrapped = body?.at("value") ?? null;
  const json = requester.at("request_body_json") ?? (isJsonBody(body) ? wrapped : null);
  const form = requester.at("request_body_data") ?? (body !== null && !isJsonBody(body) ? wrapped : null);
  const at = json ?? form;
  if (at === null) return;
  if (draft.method !== "POST") return draft.note(at.place, finding("get-body-left-out", {}));
  if (json === null && typeof at.value === "string") return readText(requester, at, draft);
  const tree = json === null ? null : jsonText(at);
  const made = tree ?? bodyTree(at, requester, draft, []);
  if (!isObject(made ?? undefined)) return draft.loseRows(at.place, "request-body", finding("body-not-an-object", {}));
  draft.body = made as LooseObject;
  if (json === null) draft.headers["Content-Type"] ??= FORM;
}

function isJsonBody(body: Component | null): boolean {
  return body !== null && (body.type() === "RequestBodyJsonObject" || body.type() === "RequestBodyGraphQL");
}

/** JSON that is written as one text without expressions. */
function jsonText({ value }: Placed): Loose {
  if (typeof value !== "string" || value.includes("{{")) return null;
  try {
    return JSON.parse(value) as Loose;
  } catch {
    return null;
  }
}

function readText(requester: Component, at: Placed, draft: StreamDraft): void {
  const text = draft.text(at, requester);
  if (text === null) return;
  draft.body = text;
  draft.headers["Content-Type"] ??= FORM;
}

/** `path`: the keys of the body down to this value. */
function bodyTree(at: Placed, component: Component, draft: StreamDraft, path: readonly string[]): Loose {
  if (path.length > MAX_BODY_DEPTH) {
    draft.loseRows(at.place, "request-body", finding("body-too-deep", {}));
    return null;
  }
  if (typeof at.value === "string") return draft.text(at, component);
  if (Array.isArray(at.value))
    return component.elements(at).map((each) => bodyTree(each, component, draft, [...path, "[]"]));
  const object = component.open(at);
  if (object === null) return at.value;
  const made: LooseObject = {};
  // A member `type` of a body is the API's own.
  const type = isObject(at.value) ? at.value.type : undefined;
  const entries = object.entries();
  if (type !== undefined) entries.push(["type", { value: type, place: `${at.place}.type` }]);
  for (const [key, value] of entries) {
    const inner = [...path, key];
    if (isTokenOfNextPage(value)) draft.pageToken ??= { in: "body", name: inner.join(".") };
    else if (mayBeKey(key)) made[key] = bodyTree(value, object, draft, inner);
    else draft.loseRows(value.place, "request-body", finding("body-key-unusable", { key }));
  }
  return made;
}

function targetOf(requester: Component, draft: StreamDraft): Target | null {
  const base = requester.at("url_base");
  const whole = requester.at("url");
  const path = requester.at("path");
  const first = base ?? whole;
  if (first === null) {
    draft.loseRows(requester.place, "address", finding("part-missing", { part: "address" }));
    return null;
  }
  const start = draft.text(first, requester)?.trim();
  const end = path === null ? "" : draft.text(path, requester)?.trim();
  if (start === undefined || end === undefined) return null;
  return { base: withoutSlashes(start), url: end };
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
