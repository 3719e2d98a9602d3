import { type Finding, finding } from "../../core/findings/finding.ts";
import { textFault } from "../../core/text/storable.ts";
import { isJsonObject, scalarText } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { unlessNone } from "../json/marks.ts";
import { readPath, valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import { single } from "../json/xml.ts";
import type { Pagination } from "../definition/schema.ts";
import { headerOf } from "../request/request.ts";
import { linkTarget } from "../response/link-header.ts";

/** What of an answer may name the next page. */
interface Marked {
  readonly json: Json;
  readonly headers: readonly (readonly [string, string])[];
  readonly rowCount: number;
  readonly lastRow: Json;
}

const CURSOR_DEFAULTS: PathSource[] = [
  "next_cursor",
  "meta.next_cursor",
  "pagination.next_cursor",
  "paging.next.after",
];

/** Returns the cursor of the next page; null if the answer names none, or what APIs write for none (0, -1, [] …). */
export function nextCursorOf(pagination: Pagination, response: Marked): Json {
  if (pagination.cursor_header !== undefined) return unlessNone(headerOf(response.headers, pagination.cursor_header));
  if (pagination.cursor_field !== undefined) {
    // A value of a row: 0 is one like any other.
    const value = response.rowCount === 0 ? null : valueAt(response.lastRow, pagination.cursor_field);
    return value === "" || value === false ? null : value;
  }
  const paths = pagination.cursor_path === undefined ? CURSOR_DEFAULTS : [pagination.cursor_path];
  for (const path of paths) {
    const result = readPath(response.json, path);
    const cursor = result.found ? unlessNone(single(result.value)) : null;
    if (cursor !== null) return cursor;
  }
  return null;
}

const RELATIONS = ["rel", "relation", "@rel"];
const TARGETS = ["href", "url", "@href"];

/**
 * Returns the address of the next page as it is written: a text, or the link with the relation `rel` in a list of links
 * (OGC, STAC, FHIR, Atom), or of the Link header; null if there is none.
 */
export function nextTargetOf({ next_url_path, rel = "next" }: Pagination, response: Marked): string | null {
  if (next_url_path === undefined) return linkTarget(response.headers, rel);
  const value = valueAt(response.json, next_url_path);
  const links = [value].flat().filter(isJsonObject);
  if (links.length === 0) return scalarText(unlessNone(value));
  const link = links.find((each) => RELATIONS.some((name) => each[name] === rel));
  return TARGETS.flatMap((name) => scalarText(link?.[name]) ?? [])[0] ?? null;
}

/** Finds what makes a mark unfit to be kept or sent back, as a part of a sentence; null: nothing. */
export function unfitMark(text: string): Finding | null {
  const fault = textFault(text);
  return fault === null ? null : finding(fault === "NUL characters" ? "nul-characters" : "broken-unicode", {});
}
