import { mayBeSecret } from "../private-names.ts";
import type { Loose } from "../imported.ts";
import { pagingRole } from "../paging-names.ts";

/** Names of what a program asks for and not a person: order, form, extent and language of an answer. */
const PROGRAM_NAMES = new Set([
  ...["sort", "sortby", "sortorder", "sortdir", "sortdirection", "order", "orderby", "direction", "dir"],
  ...["format", "responseformat", "outputformat", "output", "accept", "contenttype", "mediatype"],
  ...["fields", "select", "expand", "include", "includes", "embed", "exclude", "type", "types"],
  ...["lang", "language", "locale"],
]);
const NUMBER = /^\d{1,4}$/;
const VERSION = /^v?\d{1,4}([.-]\d{1,4}){0,2}$/;
/** Short words, among them tags of languages: `-created_at,name`, `de-CH`. */
const WORDS = /^[-+]?[A-Za-z]{1,16}([-_.:][A-Za-z]{1,16}|,[-+]?[A-Za-z]{1,16}){0,9}$/;
const MEDIA_TYPE = /^(application|text)\/[a-z]{1,12}([.+-][a-z]{1,12}){0,3}$/;
const MOST_ELEMENTS = 50;

/**
 * Whether a recorded value says nothing about who was recorded and opens nothing, so that it may stand in a draft. Only
 * names and forms that are listed here do: no list of secrets is ever complete. Elements of a list have its name.
 */
export function mayBeKnown(name: string, value: Loose): boolean {
  if (value === null || typeof value === "boolean") return !mayBeSecret(name, "");
  if (Array.isArray(value)) return value.length <= MOST_ELEMENTS && value.every((each) => mayBeKnown(name, each));
  if (typeof value === "object") return false;
  const text = String(value);
  if (mayBeSecret(name, text)) return false;
  if (/^(true|false|asc|desc)$/i.test(text)) return true;
  const plain = name.toLowerCase().replace(/[-_.$[\]\s]/g, "");
  if (plain === "v" || plain.endsWith("version")) return VERSION.test(text);
  const role = pagingRole(name);
  if (role !== null && role !== "cursor") return NUMBER.test(text);
  return PROGRAM_NAMES.has(plain) && [NUMBER, WORDS, MEDIA_TYPE].some((form) => form.test(text));
}
