import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutOff } from "../json/cut-off.ts";
import { isJsonObject, scalarText, stringifyJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { linkTarget } from "../response/link-header.ts";
import { DEFAULT_PAGE_ROWS, looksFull } from "./page-size.ts";
import { readPath, valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import { headerOf, NO_PATCH } from "../request/request.ts";
import type { PagePatch } from "../request/request.ts";
import type { Pagination } from "../definition/schema.ts";
import { single } from "../json/xml.ts";
import { unfitText } from "./unfit-text.ts";

/** Longest cursor in characters; longer ones do not fit into a URL. */
const MAX_PAGE_CURSOR_CHARS = 16_000;

/** How far paging has come. nextPage changes it, so each state is used once. */
export interface PageState {
  /** Pages received so far. */
  pages: number;
  /** Rows received so far, before any filter. */
  rows: number;
  /** The page number or offset of the next or current page. */
  position: number;
  seen: Set<string>;
  /** The last value at `total_path`. */
  total: number | null;
  /** Which count the API gave when the pull read on to make sure. */
  unsure: "total" | "total_pages" | null;
  /** Why the API's count is no longer trusted. */
  distrusted: Finding | null;
}

/** What paging needs from the response to the latest page. */
export interface PageResponse {
  json: Json;
  headers: readonly (readonly [string, string])[];
  /** Rows in this response, before `filter`. */
  rowCount: number;
  /** The last row as received, for `cursor_field`. */
  lastRow: Json;
  /** The requested URL, without credentials. */
  url: URL;
}

export type StopReason =
  "single_page" | "empty_page" | "repeated_page" | "total" | "total_pages" | "has_more" | "no_cursor" | "no_next_url";
export type NextPage =
  { done: true; reason: StopReason } | { done: false; state: PageState; patch: PagePatch } | { error: Finding };

const CURSOR_DEFAULTS: PathSource[] = [
  "next_cursor",
  "meta.next_cursor",
  "pagination.next_cursor",
  "paging.next.after",
];
const DEFAULT_MAX_PAGES = 10_000;

/** The state before the first page, and the parameters of the first request. */
export function firstPage(pagination: Pagination): { state: PageState; patch: PagePatch } {
  const position = pagination.start ?? (pagination.strategy === "page" ? 1 : 0);
  return {
    state: { pages: 0, rows: 0, position, seen: new Set(), total: null, unsure: null, distrusted: null },
    patch: patchAt(pagination, position, null),
  };
}

/**
 * Decides what follows a page. Page and offset stop on an empty page or by total, total pages or has-more, never on a
 * short page; an offset grows by the rows received; a cursor or a link stops if it is missing, null or "" and continues
 * over empty pages; the same cursor or URL twice, or more than max_pages, is an error, never an end. If a count is
 * reached with a full page, one more is requested (`unsure`): a field that counts the rows of the page looks the same.
 */
export function nextPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  state.pages += 1;
  state.rows += response.rowCount;
  const next = decide(pagination, state, response);
  const most = pagination.max_pages ?? DEFAULT_MAX_PAGES;
  if (!("error" in next) && !next.done && state.pages >= most) {
    if (state.unsure !== null) return { done: true, reason: state.unsure };
    return { error: finding("pages-used-up", { limit: most }) };
  }
  return next;
}

function decide(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  switch (pagination.strategy) {
    case "none":
      return { done: true, reason: "single_page" };
    case "page":
    case "offset":
      return countedPage(pagination, state, response);
    case "cursor":
      return cursorPage(pagination, state, response);
    case "link":
      return linkedPage(pagination, state, response);
  }
}

function countedPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  if (response.rowCount === 0) return { done: true, reason: state.unsure ?? "empty_page" };
  if (state.unsure !== null) {
    const rows = state.rows - response.rowCount;
    state.distrusted = finding("count-not-believed", { path: `${state.unsure}_path`, rows });
  }
  state.unsure = null;
  if (saysNoMore(pagination, response.json)) return { done: true, reason: "has_more" };
  const reached = reachedCount(pagination, state, response.json);
  if (reached !== null && state.distrusted === null) {
    if (!looksFull(pagination, response.rowCount)) return { done: true, reason: reached };
    state.unsure = reached;
  }
  state.position += pagination.strategy === "page" ? 1 : response.rowCount;
  return { done: false, state, patch: patchAt(pagination, state.position, null) };
}

/** Which count of the API the pull has reached, if any. */
function reachedCount(pagination: Pagination, state: PageState, json: Json): "total" | "total_pages" | null {
  state.total = numberAt(json, pagination.total_path);
  // An offset may count from 1; the last row must not be lost in that case.
  const before = pagination.strategy === "offset" ? Math.max(0, (pagination.start ?? 0) - 1) : 0;
  if (state.total !== null && before + state.rows >= state.total) return "total";
  const totalPages = numberAt(json, pagination.total_pages_path);
  if (totalPages === null) return null;
  // Pages numbered from 0 end at total - 1, from 1 at total; offsets have no page numbers, so the pages are counted.
  const reached = pagination.strategy === "offset" ? state.pages : state.position + (pagination.start === 0 ? 1 : 0);
  return reached >= totalPages ? "total_pages" : null;
}

function cursorPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  if (saysNoMore(pagination, response.json)) return { done: true, reason: "has_more" };
  const cursor = cursorOf(pagination, response);
  if (cursor === null) return { done: true, reason: "no_cursor" };
  if (Array.isArray(cursor) && pagination.in !== "body") return { error: finding("cursor-is-list", {}) };
  const text = scalarText(cursor) ?? stringifyJson(cursor);
  if (text.length > MAX_PAGE_CURSOR_CHARS)
    return { error: finding("cursor-too-long", { length: text.length, limit: MAX_PAGE_CURSOR_CHARS }) };
  const holds = unfitText(text);
  if (holds !== null) return { error: finding("cursor-unfit", { holds }) };
  if (state.seen.has(text)) return { error: finding("cursor-repeated", { cursor: cutOff(text, 80) }) };
  state.seen.add(text);
  return { done: false, state, patch: patchAt(pagination, state.position, cursor) };
}

function cursorOf(pagination: Pagination, response: PageResponse): Json {
  if (pagination.cursor_header !== undefined) return cursorOrNull(headerOf(response.headers, pagination.cursor_header));
  if (pagination.cursor_field !== undefined)
    return response.rowCount === 0 ? null : cursorOrNull(valueAt(response.lastRow, pagination.cursor_field));
  const paths = pagination.cursor_path === undefined ? CURSOR_DEFAULTS : [pagination.cursor_path];
  for (const path of paths) {
    const result = readPath(response.json, path);
    if (result.found && cursorOrNull(single(result.value)) !== null) return single(result.value);
  }
  return null;
}

function linkedPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  if (saysNoMore(pagination, response.json)) return { done: true, reason: "has_more" };
  const rel = pagination.rel ?? "next";
  const target =
    pagination.next_url_path === undefined
      ? linkTarget(response.headers, rel)
      : urlOf(valueAt(response.json, pagination.next_url_path), rel);
  if (target === null || target === "") return { done: true, reason: "no_next_url" };
  if (unfitText(target) !== null || !URL.canParse(target, response.url))
    return { error: finding("next-url-unreadable", {}) };
  const url = new URL(target, response.url);
  if (url.protocol !== "https:" && url.protocol !== "http:") return { error: finding("next-url-of-other-scheme", {}) };
  // Behind a proxy some APIs give their own URL with http; the host is the same, so https is kept.
  if (response.url.protocol === "https:" && url.host === response.url.host) url.protocol = "https:";
  if (response.url.protocol === "https:" && url.protocol === "http:")
    return { error: finding("next-url-unencrypted", {}) };
  if (url.username !== "" || url.password !== "") return { error: finding("next-url-with-user", {}) };
  url.hash = "";
  if (url.href === response.url.href || state.seen.has(url.href)) return { error: finding("next-url-repeated", {}) };
  state.seen.add(response.url.href).add(url.href);
  return { done: false, state, patch: { ...NO_PATCH, url } };
}

const RELATIONS = ["rel", "relation", "@rel"];
const TARGETS = ["href", "url", "@href"];

/** The next URL: a text, or the link with the relation `rel` in a list of links (OGC, STAC, FHIR, Atom). */
function urlOf(value: Json, rel: string): string | null {
  const links = [value].flat().filter(isJsonObject);
  if (links.length === 0) return scalarText(cursorOrNull(value));
  const link = links.find((each) => RELATIONS.some((name) => each[name] === rel));
  return TARGETS.flatMap((name) => scalarText(link?.[name]) ?? [])[0] ?? null;
}

/** Null for what ends a cursor: missing, null, false or the empty text. */
function cursorOrNull(value: Json): Json {
  return value === "" || value === false ? null : value;
}

function saysNoMore(pagination: Pagination, json: Json): boolean {
  if (pagination.has_more_path === undefined) return false;
  const value = valueAt(json, pagination.has_more_path);
  return value === null || value === false || value === 0 || value === "" || value === "false" || value === "0";
}

function numberAt(json: Json, path: PathSource | undefined): number | null {
  if (path === undefined) return null;
  const text = scalarText(valueAt(json, path));
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function patchAt(pagination: Pagination, position: number, cursor: Json): PagePatch {
  const parameters: [name: string, value: Json][] = [];
  if (pagination.strategy === "page") parameters.push([pagination.page_param ?? "page", position]);
  if (pagination.strategy === "offset") parameters.push([pagination.offset_param ?? "offset", position]);
  if (pagination.strategy === "cursor" && cursor !== null) {
    // An object is a set of parameters; each is sent under its own name.
    if (isJsonObject(cursor)) parameters.push(...Object.entries(cursor));
    else parameters.push([pagination.cursor_param ?? "cursor", cursor]);
  }
  if (pagination.limit_param !== undefined && pagination.strategy !== "none")
    parameters.push([pagination.limit_param, pagination.limit ?? DEFAULT_PAGE_ROWS]);
  if (pagination.in === "body") return { ...NO_PATCH, body: parameters };
  const texts = parameters.flatMap(([name, value]): [string, string][] => {
    const text = scalarText(value);
    return text === null ? [] : [[name, text]];
  });
  return pagination.in === "header" ? { ...NO_PATCH, headers: texts } : { ...NO_PATCH, query: texts };
}
