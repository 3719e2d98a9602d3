import { plural } from "../../core/text/counted.ts";
import { cutOff } from "../json/cut-off.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import type { PageResponse, PageState, StopReason } from "./pagination.ts";
import { looksFull } from "./page-size.ts";
import { pathText, readPath, valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import type { Pagination } from "../definition/schema.ts";
import { signsOfMore } from "../response/signs-of-more.ts";

/** A doubt about the end of paging: `error` if rows are certainly missing, `warning` if they may be. */
export type Doubt = { readonly error: string } | { readonly warning: string } | null;

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
    const keys = `The answer has ${keysOf(last.json)}.`;
    return said.length > 0
      ? { error: `Nothing is at ${unread}, but the API says that there is more: ${list(said)}. ${keys}` }
      : {
          warning: `Nothing is at ${unread}, so the first page was taken as the only one: rows may be missing. ${keys}`,
        };
  }
  if (reason === "empty_page" && state.total !== null && state.total > state.rows) {
    return {
      warning: `The API counts ${state.total} ${plural(state.total, "row")}, but no more than ${state.rows} came before an empty page. Rows may be missing.`,
    };
  }
  if (state.doubt !== null) return { warning: state.doubt };
  if (signs.length === 0) return null;
  return {
    warning: `Reading ended after ${state.pages === 1 ? "one page" : `${state.pages} pages`}, but the API says that there is more: ${list(signs)}. Rows may be missing.`,
  };
}

/** Whether each page names the next one. */
export function followsMarks({ strategy }: Pagination): boolean {
  return strategy === "cursor" || strategy === "scroll" || strategy === "link";
}

/** The path of the next cursor or of has-more, if the definition names one and the first response lacks it. */
function unreadPath(pagination: Pagination, reason: StopReason, state: PageState, json: Json): string | null {
  if (state.pages !== 1) return null;
  const lacks = (key: string, path: PathSource | undefined) =>
    path === undefined || readPath(json, path).found ? null : `${key} "${pathText(path)}"`;
  if (reason === "has_more") return lacks("has_more_path", pagination.has_more_path);
  if (reason === "no_cursor") return lacks("cursor_path", pagination.cursor_path);
  if (reason === "no_next_url") return lacks("next_url_path", pagination.next_url_path);
  return null;
}

const MAX_NAMED_KEYS = 12;

function keysOf(json: Json): string {
  if (!isJsonObject(json)) return Array.isArray(json) ? "a list and no keys" : "no keys";
  const keys = Object.keys(json).map((key) => `"${cutOff(key, 40)}"`);
  return keys.length === 0
    ? "no keys"
    : `${list(keys.slice(0, MAX_NAMED_KEYS))}${keys.length > MAX_NAMED_KEYS ? ` and ${keys.length - MAX_NAMED_KEYS} more ${plural(keys.length - MAX_NAMED_KEYS, "key")}` : ""}`;
}

const list = (items: readonly string[]): string => items.join(", ");
