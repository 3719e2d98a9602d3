import { type Finding, finding } from "../../core/findings/finding.ts";
import { isJsonObject, scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { linkTarget } from "./link-header.ts";
import { headerOf } from "../request/request.ts";
import { unlessNone } from "../json/marks.ts";

/** What an API says about further pages, in the places that many APIs use. */
export type SignsOfMore = {
  /** Flags that are true and counts above what was read. */
  readonly plain: readonly Finding[];
  /** Next pages and cursors. Empty if a flag says that there is no more: some APIs name a next page all the same. */
  readonly next: readonly Finding[];
};

/** How far a pull has come with this response. */
export type Reached = { readonly rows: number; readonly pages: number };

const FLAGS =
  /^(has_?more|has_?next(_?page)?|more_?results|more_?records|is_?truncated|truncated|exceeded_?transfer_?limit)$/i;
const NEXT =
  /^(next|next_?(page|url|uri|link|href|cursor|token|page_?(token|url|uri|link)|records_?url|offset|start|set|marker|continuation_?token)|@?odata\.nextlink|continuation(_?token)?|last_?evaluated_?key)$/i;
const ROWS =
  /^(total|total_?(count|results|records|items|rows|elements|hits|entries)|records_?total|num_?found|number_?matched|result_?count)$/i;
const PAGES = /^(total_?pages|page_?count|pages|last_?page|num_?pages)$/i;
/** Members that occur beside a number of pages in an envelope, so that it is not the page count of a book. */
const PAGING =
  /^(page|per_?page|page_?size|page_?number|limit|offset|skip|start|count|cursor|next|previous|prev|next_.*|has_.*|total_.*|links|_links)$/i;
/** Members that occur beside a number of rows there, so that it is not the total of an invoice. */
const LISTING = new RegExp(`${PAGING.source.slice(0, -2)}|total|pages|results|items|data|records|rows|hits)$`, "i");
/** Objects that only describe paging. */
const ENVELOPES =
  /^(meta|_meta|metadata|pagination|paging|page|page_?info|paginator|cursor|cursors|links|_links|response_metadata|info|header|summary|hits|result|\$)$/i;
const TOTAL_HEADERS = ["x-total-count", "x-total", "x-wp-total", "total-count"] as const;
const PAGES_HEADERS = ["x-total-pages", "x-wp-totalpages"] as const;

/**
 * Looks in a response for signs of further pages: a flag, a next page or cursor, a total above what was read, a Link
 * header. It looks at the top level and one level into objects about paging.
 */
export function signsOfMore(
  json: Json,
  headers: readonly (readonly [string, string])[],
  reached: Reached,
): SignsOfMore {
  const [plain, next]: [Finding[], Finding[]] = [[], []];
  let none = false;
  const link = linkTarget(headers, "next");
  if (link !== null && link !== "") next.push(finding("sign-link", {}));
  for (const [names, read, code] of [
    [TOTAL_HEADERS, reached.rows, "sign-header-rows"],
    [PAGES_HEADERS, reached.pages, "sign-header-pages"],
  ] as const) {
    for (const name of names) {
      const count = countOf(headerOf(headers, name));
      if (count !== null && count > read) plain.push(finding(code, { name, count: String(count), read }));
    }
  }
  for (const [envelope, at] of envelopesOf(json)) {
    for (const [key, value] of Object.entries(envelope)) {
      const name = `${at}${key}`;
      if (FLAGS.test(key)) {
        if (isYes(value)) plain.push(finding("sign-flag", { name }));
        none ||= isNo(value);
      }
      // The value may contain a token, so it is not repeated.
      if (NEXT.test(key) && namesNext(value)) next.push(finding("sign-next", { name }));
      const count = countOf(value);
      if (count === null) continue;
      if (ROWS.test(key) && count > reached.rows && (at !== "" || hasOther(envelope, key, LISTING)))
        plain.push(finding("sign-rows", { name, count: String(count), read: reached.rows }));
      if (PAGES.test(key) && count > reached.pages && (at !== "" || hasOther(envelope, key, PAGING)))
        plain.push(finding("sign-pages", { name, count: String(count), read: reached.pages }));
    }
  }
  return { plain, next: none ? [] : next };
}

/** The response and its members about paging, each with its path; for a list, an object before the rows. */
function envelopesOf(json: Json): [JsonObject, string][] {
  if (Array.isArray(json))
    return json.length === 2 && isJsonObject(json[0]) && Array.isArray(json[1]) ? [[json[0], "[0]."]] : [];
  if (!isJsonObject(json)) return [];
  const found: [JsonObject, string][] = [[json, ""]];
  for (const [key, value] of Object.entries(json)) {
    if (!ENVELOPES.test(key)) continue;
    if (isJsonObject(value)) found.push([value, `${key}.`]);
    else if (Array.isArray(value)) {
      const next = value.find((link) => isJsonObject(link) && (link["rel"] === "next" || link["relation"] === "next"));
      if (isJsonObject(next)) found.push([{ next: next["href"] ?? next["url"] ?? null }, `${key}.`]);
    }
  }
  return found;
}

function hasOther(envelope: JsonObject, own: string, names: RegExp): boolean {
  return Object.keys(envelope).some((key) => key !== own && names.test(key));
}

/** A whole number that is a count, or null. */
function countOf(value: Json | undefined): number | null {
  const text = scalarText(value);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

const isYes = (value: Json) => value === true || value === 1 || value === "true" || value === "1";
const isNo = (value: Json) => value === false || value === 0 || value === "false" || value === "0";

/** Whether a value names a next page. */
function namesNext(value: Json): boolean {
  const mark = unlessNone(value);
  if (!isJsonObject(mark)) return mark !== null;
  const target = mark["href"] ?? mark["url"];
  return target === undefined || namesNext(target);
}
