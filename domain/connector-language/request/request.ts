import { finding } from "../../core/findings/finding.ts";
import { escapeMarkup } from "../../core/text/writers/markup.ts";
import type { Operation } from "../definition/definition.ts";
import { headerNameFault, headerValueFault } from "../definition/header-rules.ts";
import { emptyObject, isJsonObject, scalarText, stringifyJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { isUnset, onlyPlaceholder, placeholderNames, renderText } from "../json/placeholders.ts";
import type { Rendered, Values } from "../json/placeholders.ts";
import { renderUrl, urlTemplateOf } from "../json/url-template.ts";

/** An outbound request before its body is encoded. Header names are unique, ignoring case. */
export interface RequestDraft {
  method: "GET" | "POST";
  url: URL;
  headers: [name: string, value: string][];
  /** A tree sent as JSON, a text sent unchanged, or null for none. */
  body: Json;
}

/** What the user's own request settings add to an operation. Texts may hold placeholders of declared names. */
export interface RequestOverrides {
  method?: "GET" | "POST";
  headers?: readonly (readonly [name: string, value: string])[];
  /** Replaces the definition's body: an object, or text that contains JSON. */
  body?: Json;
}

/** What a page changes in the operation's request. `url` replaces URL and query. */
export interface PagePatch {
  query: readonly (readonly [string, string])[];
  headers: readonly (readonly [string, string])[];
  body: readonly (readonly [path: string, value: Json])[];
  url: URL | null;
}

export const NO_PATCH: PagePatch = { query: [], headers: [], body: [], url: null };

/** The part of an operation that makes a request. */
export type RequestTemplate = Pick<Operation, "method" | "url" | "baseUrl" | "headers" | "query" | "body">;

/**
 * Renders an operation as a request without credentials: URL, query, headers, body, then the page's patch. Declared
 * names without a value drop their `query` parameter and leave a header empty; in `url` they are refused.
 */
export function renderRequest(
  operation: RequestTemplate,
  values: Values,
  overrides: RequestOverrides = {},
  patch: PagePatch = NO_PATCH,
): Rendered<RequestDraft> {
  const method = overrides.method ?? operation.method;
  const headers = renderHeaders([...operation.headers, ...(overrides.headers ?? [])], values);
  if (!headers.ok) return headers;
  for (const [name, value] of patch.headers) {
    const set = setHeader(headers.value, name, value);
    if (!set.ok) return set;
  }
  const url =
    patch.url === null
      ? renderOwnUrl(operation, values, patch.query)
      : { ok: true as const, value: new URL(patch.url) };
  if (!url.ok) return url;
  const body =
    method === "POST"
      ? renderBody(overrides.body ?? operation.body, values, headers.value)
      : { ok: true as const, value: null };
  if (!body.ok) return body;
  const draft: RequestDraft = { method, url: url.value, headers: headers.value, body: body.value };
  for (const [path, value] of patch.body) {
    const set = setInBody(draft, path, value);
    if (!set.ok) return set;
  }
  return { ok: true, value: draft };
}

function renderOwnUrl(operation: RequestTemplate, values: Values, pageQuery: PagePatch["query"]): Rendered<URL> {
  const parsed = urlTemplateOf(operation);
  if (!parsed.ok) return parsed;
  const pairs: [string, string][] = [];
  for (const [name, template] of operation.query) {
    if (pageQuery.some(([paged]) => paged === name)) continue;
    const names = placeholderNames(template);
    const unknown = names.find((key) => !values.has(key));
    if (unknown !== undefined)
      return { ok: false, finding: finding("query-value-missing", { parameter: name, name: unknown }) };
    if (names.some((key) => isUnset(values.get(key)))) continue;
    const value = renderText(template, values);
    if (!value.ok) return value;
    pairs.push([name, value.value]);
  }
  const template = {
    ...parsed.template,
    query: parsed.template.query.filter(([name]) => !pageQuery.some(([paged]) => paged === name)),
  };
  return renderUrl(template, values, [...pairs, ...pageQuery]);
}

function renderHeaders(
  templates: readonly (readonly [string, string])[],
  values: Values,
): Rendered<[string, string][]> {
  const headers: [string, string][] = [];
  for (const [name, template] of templates) {
    const value = renderText(template, values);
    if (!value.ok) return value;
    if (value.value === "" && placeholderNames(template).length > 0) continue;
    const set = setHeader(headers, name, value.value);
    if (!set.ok) return set;
  }
  return { ok: true, value: headers };
}

/** Sets a header, replacing one of the same name; forbidden names and line breaks are refused. */
export function setHeader(headers: [string, string][], name: string, value: string): Rendered<null> {
  const fault = headerNameFault(name) ?? headerValueFault(name, value);
  if (fault !== null) return { ok: false, finding: fault };
  const at = headers.findIndex(([known]) => known.toLowerCase() === name.toLowerCase());
  if (at < 0) headers.push([name, value]);
  else headers[at] = [name, value];
  return { ok: true, value: null };
}

/** The value of a header, ignoring case, or null. */
export function headerOf(headers: readonly (readonly [string, string])[], name: string): string | null {
  return headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}

function renderBody(template: Json, values: Values, headers: readonly (readonly [string, string])[]): Rendered<Json> {
  if (typeof template !== "string") return renderTree(template, values);
  const parsed = parsedTree(template);
  if (parsed !== null) return renderTree(parsed, values);
  const type = headerOf(headers, "content-type") ?? "";
  if (type === "" || /json/i.test(type)) return { ok: false, finding: finding("body-not-json", {}) };
  return renderText(
    template,
    values,
    isForm(headers) ? encodeURIComponent : /xml/i.test(type) ? escapeMarkup : undefined,
  );
}

function isForm(headers: readonly (readonly [string, string])[]): boolean {
  return /x-www-form-urlencoded/i.test(headerOf(headers, "content-type") ?? "");
}

/** A tree as form pairs: lists repeat their name, objects write `name[member]`, unset members are left out. */
function formText(tree: Json): string {
  const pairs: [string, string][] = [];
  const add = (name: string, value: Json): void => {
    if (Array.isArray(value)) for (const item of value) add(name, item);
    else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) add(name === "" ? key : `${name}[${key}]`, inner);
    else if (value !== null) pairs.push([name, scalarText(value) ?? ""]);
  };
  add("", tree);
  return new URLSearchParams(pairs).toString();
}

function parsedTree(text: string): Json {
  if (text.trim() === "") return null;
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Renders a JSON tree: a text that is only a placeholder becomes the value with its type, or null if unset. */
export function renderTree(template: Json, values: Values): Rendered<Json> {
  if (typeof template === "string") {
    const only = onlyPlaceholder(template);
    if (only !== null && values.has(only)) return { ok: true, value: values.get(only) ?? null };
    return renderText(template, values);
  }
  if (Array.isArray(template)) {
    const items: Json[] = [];
    for (const item of template) {
      const rendered = renderTree(item, values);
      if (!rendered.ok) return rendered;
      items.push(rendered.value);
    }
    return { ok: true, value: items };
  }
  if (!isJsonObject(template)) return { ok: true, value: template };
  const result = emptyObject();
  for (const [key, inner] of Object.entries(template)) {
    const rendered = renderTree(inner, values);
    if (!rendered.ok) return rendered;
    result[key] = rendered.value;
  }
  return { ok: true, value: result };
}

/** Sets a value in the JSON body at a dot path, creating objects on the way. */
export function setInBody(draft: RequestDraft, path: string, value: Json): Rendered<null> {
  if (draft.method !== "POST") return { ok: false, finding: finding("body-needs-post", { path }) };
  draft.body ??= emptyObject();
  let at: Json = draft.body;
  const keys = path.split(".");
  const last = keys.pop() ?? path;
  for (const key of keys) {
    if (!isJsonObject(at)) break;
    if (!Object.hasOwn(at, key) || at[key] === null) at[key] = emptyObject();
    at = at[key] ?? null;
  }
  if (!isJsonObject(at)) return { ok: false, finding: finding("body-without-object", { path }) };
  at[last] = value;
  return { ok: true, value: null };
}

/** A request for the egress module: the URL object is the one that was checked and is never parsed again. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
  /** Lower-case names of the headers that may hold a secret: never shown, never sent to another origin. */
  readonly secretHeaders: readonly string[];
  /** The response may be large and is read in pieces: its body arrives as `chunks` if the sender supports it. */
  readonly stream?: boolean;
}

const ACCEPTED: Readonly<Record<Operation["responseFormat"], string>> = {
  json: "application/json, */*;q=0.5",
  ndjson: "application/x-ndjson, application/json;q=0.9, */*;q=0.5",
  csv: "text/csv, */*;q=0.5",
  xml: "application/xml, text/xml;q=0.9, */*;q=0.5",
};

/**
 * Writes the body as text, or as a form if its Content-Type says so, and adds the headers that every request has,
 * unless the definition sets them.
 */
export function finishRequest(
  draft: RequestDraft,
  userAgent: string,
  secretHeaders: readonly string[] = [],
  format: Operation["responseFormat"] = "json",
): OutgoingRequest {
  const headers = [...draft.headers];
  const add = (name: string, value: string) => {
    if (headerOf(headers, name) === null) headers.push([name, value]);
  };
  add("User-Agent", userAgent);
  add("Accept", ACCEPTED[format]);
  if (draft.body !== null && typeof draft.body !== "string") add("Content-Type", "application/json");
  const body =
    draft.body === null
      ? null
      : typeof draft.body === "string"
        ? draft.body
        : isForm(headers)
          ? formText(draft.body)
          : stringifyJson(draft.body);
  return { method: draft.method, url: draft.url, headers, body, secretHeaders };
}
