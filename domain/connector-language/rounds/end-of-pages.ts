import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutOff } from "../json/cut-off.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import type { PageResponse, PageState, StopReason } from "./pagination.ts";
import { looksFull } from "./page-size.ts";
import { pathText, readPath, valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import type { Pagination } from "../definition/schema.ts";
import { signsOfMore } from "../response/signs-of-more.ts";

/** Most signs of further pages that a finding names. One is enough to doubt, and an answer may hold thousands. */
const MAX_SIGNS = 5;

/** A doubt about the end of paging: `error` if rows are certainly missing, `warning` if they may be. */
export type Doubt = { readonly error: Finding } | { readonly warning: Finding } | null;

/**
 * Checks the response after which paging ended: whether it says, in a place that the definition does not read, that
 * there is more, and whether the place that the definition reads exists. `state` is the one after the last page.
 */
export function doubtAbout(pagination: Pagination, reason: StopReason, state: PageState, last: PageResponse): Doubt {
  const { plain, next } = signsOfMore(last.json, last.headers, { rows: state.rows, pages: state.pages });
  const toldNone =
    reason === "has_more" &&
    pagination.has_more_path !== undefined &&
    valueAt(last.json, pagination.has_more_path) !== null;
  // Some APIs name a next page on every page, the empty last one too.
  const endedEmpty = reason === "empty_page" && (state.rows > 0 || followsMarks(pagination));
  const signs = toldNone || endedEmpty ? plain : [...plain, ...next];
  const unread = unreadPath(pagination, reason, state, last.json);
  const said = [...plain, ...next];
  if (unread !== null && (said.length > 0 || looksFull(pagination, last.rowCount))) {
    const keys = keysOf(last.json);
    return said.length > 0
      ? { error: finding("next-not-found", { ...unread, signs: firstOf(said), keys }) }
      : { warning: finding("next-not-said", { ...unread, keys }) };
  }
  if (reason === "empty_page" && state.total !== null && state.total > state.rows)
    return { warning: finding("count-not-reached", { total: String(state.total), rows: state.rows }) };
  if (state.doubt !== null) return { warning: state.doubt };
  if (signs.length === 0) return null;
  return { warning: finding("ended-with-more", { pages: state.pages, signs: firstOf(signs) }) };
}

function firstOf(signs: readonly Finding[]): Finding[] {
  const more = signs.length - MAX_SIGNS;
  return [...signs.slice(0, MAX_SIGNS), ...(more > 0 ? [finding("signs-more", { more })] : [])];
}

/** Whether each page names the next one. */
export function followsMarks({ strategy }: Pagination): boolean {
  return strategy === "cursor" || strategy === "scroll" || strategy === "link";
}

type UnreadPath = { readonly key: string; readonly path: string };

/** The path of the next cursor or of has-more, if the definition names one and the first response lacks it. */
function unreadPath(pagination: Pagination, reason: StopReason, state: PageState, json: Json): UnreadPath | null {
  if (state.pages !== 1) return null;
  const lacks = (key: string, path: PathSource | undefined) =>
    path === undefined || readPath(json, path).found ? null : { key, path: pathText(path) };
  if (reason === "has_more") return lacks("has_more_path", pagination.has_more_path);
  if (reason === "no_cursor") return lacks("cursor_path", pagination.cursor_path);
  if (reason === "no_next_url") return lacks("next_url_path", pagination.next_url_path);
  return null;
}

const MAX_NAMED_KEYS = 12;

function keysOf(json: Json): Finding {
  if (!isJsonObject(json)) return finding(Array.isArray(json) ? "answer-is-list" : "answer-without-keys", {});
  const keys = Object.keys(json);
  if (keys.length === 0) return finding("answer-without-keys", {});
  const named = keys.slice(0, MAX_NAMED_KEYS).map((key) => cutOff(key, 40));
  return finding("answer-keys", { keys: named, more: keys.length - named.length });
}
