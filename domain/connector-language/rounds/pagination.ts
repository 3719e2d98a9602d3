import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutOff } from "../json/cut-off.ts";
import { isJsonObject, scalarText, stringifyJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { nextCursorOf, nextTargetOf, unfitMark } from "./next-mark.ts";
import { DEFAULT_PAGE_ROWS, looksFull } from "./page-size.ts";
import { valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import { NO_PATCH } from "../request/request.ts";
import type { PagePatch } from "../request/request.ts";
import type { Pagination } from "../definition/schema.ts";
import type { Values } from "../json/placeholders.ts";
import { matches } from "../response/matcher.ts";

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
  /** The cursor that the API gave last. */
  cursor: Json;
  /** The empty pages at the end of those received so far. */
  emptyPages: number;
  /** The last value at `total_path`. */
  total: number | null;
  /** Which count the API gave when the pull read on to make sure. */
  unsure: "total" | "total_pages" | null;
  /** Why the end may not be the end. */
  doubt: Finding | null;
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
  status?: number;
  /** What `stop` may compare with. */
  values?: Values;
}

export type StopReason =
  | "single_page"
  | "empty_page"
  | "short_page"
  | "repeated_page"
  | "total"
  | "total_pages"
  | "has_more"
  | "stop_rule"
  | "no_cursor"
  | "no_next_url";
export type NextPage =
  { done: true; reason: StopReason } | { done: false; state: PageState; patch: PagePatch } | { error: Finding };

const DEFAULT_MAX_PAGES = 10_000;
/** Empty pages in a row that a cursor or link is followed over: some APIs give another one for ever. */
const MAX_EMPTY_PAGES = 10;
/** Search engines stop counting at such numbers. */
const ROUND_TOTAL = /^10{4,}$/;

/** The state before the first page, and the parameters of the first request. */
export function firstPage(pagination: Pagination): { state: PageState; patch: PagePatch } {
  const position = pagination.start ?? (pagination.strategy === "page" ? 1 : 0);
  return {
    state: {
      pages: 0,
      rows: 0,
      position,
      seen: new Set(),
      cursor: null,
      emptyPages: 0,
      total: null,
      unsure: null,
      doubt: null,
    },
    patch: patchAt(pagination, position, null),
  };
}

/**
 * Decides what follows a page. The rules of the definition (`stop`, `stop_on_short_page`) come first. Otherwise page and
 * offset stop on an empty page or by total, total pages or has-more, never on a short page; an offset grows by the rows received. A cursor or a link stops if there is none, and on an empty page if
 * it is one that was asked with; it continues over a few other empty pages. A scroll stops on an empty page. The same
 * cursor (but of a scroll) or URL twice, or more than max_pages, is an error, never an end. If a count is reached with a
 * full page and may be that of the page itself, one more is requested (`unsure`).
 */
export function nextPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  state.pages += 1;
  state.rows += response.rowCount;
  state.emptyPages = response.rowCount === 0 ? state.emptyPages + 1 : 0;
  const next = decide(pagination, state, response);
  const most = pagination.max_pages ?? DEFAULT_MAX_PAGES;
  if (!("error" in next) && !next.done && state.pages >= most) {
    if (state.unsure !== null) return { done: true, reason: state.unsure };
    return { error: finding("pages-used-up", { limit: most }) };
  }
  return next;
}

function decide(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  const told = toldEnd(pagination, response);
  if (told !== null) return { done: true, reason: told };
  switch (pagination.strategy) {
    case "none":
      return { done: true, reason: "single_page" };
    case "page":
    case "offset":
      return countedPage(pagination, state, response);
    case "cursor":
    case "scroll":
      return cursorPage(pagination, state, response);
    case "link":
      return linkedPage(pagination, state, response);
  }
}

/** Why the definition's own rules end paging with this answer, or null. */
function toldEnd(pagination: Pagination, response: PageResponse): StopReason | null {
  const { stop, stop_on_short_page: stopsShort, limit = DEFAULT_PAGE_ROWS } = pagination;
  if (pagination.strategy === "none") return null;
  if (stop !== undefined && matches(stop, response, response.values ?? new Map()) === true) return "stop_rule";
  return stopsShort === true && response.rowCount > 0 && response.rowCount < limit ? "short_page" : null;
}

function countedPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  if (response.rowCount === 0) return { done: true, reason: state.unsure ?? "empty_page" };
  if (state.unsure !== null) {
    const rows = state.rows - response.rowCount;
    state.doubt = finding("count-not-believed", { path: `${state.unsure}_path`, rows });
  }
  state.unsure = null;
  if (saysNoMore(pagination, response.json)) return { done: true, reason: "has_more" };
  const reached = reachedCount(pagination, state, response);
  if (reached !== null && state.doubt === null) {
    if (!reached.mayBeOfPage || !looksFull(pagination, response.rowCount)) return { done: true, reason: reached.by };
    state.unsure = reached.by;
  }
  state.position += pagination.strategy === "page" ? 1 : response.rowCount;
  return { done: false, state, patch: patchAt(pagination, state.position, null) };
}

/** A count of the API that the pull has reached; `mayBeOfPage`: it is one that the rows of this page alone explain. */
type Reached = { readonly by: "total" | "total_pages"; readonly mayBeOfPage: boolean };

function reachedCount(pagination: Pagination, state: PageState, { json, rowCount }: PageResponse): Reached | null {
  state.total = numberAt(json, pagination.total_path);
  // An offset may count from 1; the last row must not be lost in that case.
  const before = pagination.strategy === "offset" ? Math.max(0, (pagination.start ?? 0) - 1) : 0;
  if (state.total !== null && before + state.rows >= state.total)
    return { by: "total", mayBeOfPage: state.total <= rowCount || ROUND_TOTAL.test(String(state.total)) };
  const totalPages = numberAt(json, pagination.total_pages_path);
  if (totalPages === null) return null;
  // Pages numbered from 0 end at total - 1, from 1 at total; offsets have no page numbers, so the pages are counted.
  const page = pagination.strategy === "offset" ? state.pages : state.position + (pagination.start === 0 ? 1 : 0);
  return page >= totalPages ? { by: "total_pages", mayBeOfPage: totalPages <= 1 || totalPages === rowCount } : null;
}

function cursorPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  if (saysNoMore(pagination, response.json)) return { done: true, reason: "has_more" };
  const isEmpty = response.rowCount === 0;
  const scrolls = pagination.strategy === "scroll";
  if (scrolls && isEmpty) return { done: true, reason: "empty_page" };
  // Some APIs give the mark of a scroll with the first page only.
  const cursor = nextCursorOf(pagination, response) ?? (scrolls ? state.cursor : null);
  if (cursor === null) return { done: true, reason: "no_cursor" };
  if (Array.isArray(cursor) && pagination.in !== "body") return { error: finding("cursor-is-list", {}) };
  const text = scalarText(cursor) ?? stringifyJson(cursor);
  if (text.length > MAX_PAGE_CURSOR_CHARS)
    return { error: finding("cursor-too-long", { length: text.length, limit: MAX_PAGE_CURSOR_CHARS }) };
  const holds = unfitMark(text);
  if (holds !== null) return { error: finding("cursor-unfit", { holds }) };
  const askedWith = response.url.searchParams.get(pagination.cursor_param ?? "cursor");
  if (isEmpty && (state.seen.has(text) || askedWith === text)) return { done: true, reason: "empty_page" };
  if (!scrolls && state.seen.has(text)) return { error: finding("cursor-repeated", { cursor: cutOff(text, 80) }) };
  if (endsEmpty(pagination, state)) return { done: true, reason: "empty_page" };
  state.seen.add(text);
  state.cursor = cursor;
  return { done: false, state, patch: patchAt(pagination, state.position, cursor) };
}

function linkedPage(pagination: Pagination, state: PageState, response: PageResponse): NextPage {
  if (saysNoMore(pagination, response.json)) return { done: true, reason: "has_more" };
  const target = nextTargetOf(pagination, response);
  if (target === null || target === "") return { done: true, reason: "no_next_url" };
  if (unfitMark(target) !== null || !URL.canParse(target, response.url))
    return { error: finding("next-url-unreadable", {}) };
  const url = new URL(target, response.url);
  if (url.protocol !== "https:" && url.protocol !== "http:") return { error: finding("next-url-of-other-scheme", {}) };
  // Behind a proxy some APIs give their own URL with http; the host is the same, so https is kept.
  if (response.url.protocol === "https:" && url.host === response.url.host) url.protocol = "https:";
  if (response.url.protocol === "https:" && url.protocol === "http:")
    return { error: finding("next-url-unencrypted", {}) };
  if (url.username !== "" || url.password !== "") return { error: finding("next-url-with-user", {}) };
  url.hash = "";
  if (url.href === response.url.href || state.seen.has(url.href))
    return response.rowCount === 0 ? { done: true, reason: "empty_page" } : { error: finding("next-url-repeated", {}) };
  if (endsEmpty(pagination, state)) return { done: true, reason: "empty_page" };
  state.seen.add(response.url.href).add(url.href);
  return { done: false, state, patch: { ...NO_PATCH, url } };
}

/** Whether so many pages were empty that a new cursor or link means nothing; an API that says "more" is believed. */
function endsEmpty(pagination: Pagination, state: PageState): boolean {
  if (state.emptyPages < MAX_EMPTY_PAGES || pagination.has_more_path !== undefined) return false;
  state.doubt = finding("empty-pages-followed", { pages: MAX_EMPTY_PAGES });
  return true;
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
  if ((pagination.strategy === "cursor" || pagination.strategy === "scroll") && cursor !== null) {
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
