import { isJsonObject, parseJson, scalarText } from "../../json/json.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { parseXml, rootElementOf, single } from "../../json/xml.ts";
import { errorWords, oneLine } from "../response-actions.ts";

/** Members that only an answer about a fault has, without separators and in small letters. */
const FAULTS = new Set([
  ...["error", "errors", "errormessage", "errormessages", "errorcode", "errordescription", "errordetail", "errortype"],
  ...["errormsg", "errorinfo", "errorid", "fault", "faults", "faultstring", "faultcode", "exception", "exceptions"],
]);
/** Members that hold words for people. */
const WORDS = new Set([
  ...["message", "messages", "msg", "note", "notice", "information", "detail", "details", "reason", "warning", "#text"],
]);
/** Members that stand beside words and are no rows themselves. */
const BESIDE = new Set([
  ...[
    "status",
    "statuscode",
    "statustext",
    "httpstatus",
    "code",
    "success",
    "ok",
    "type",
    "instance",
    "path",
    "method",
  ],
  ...[
    "timestamp",
    "time",
    "requestid",
    "xrequestid",
    "traceid",
    "correlationid",
    "hostid",
    "resource",
    "documentation",
  ],
  ...["documentationurl", "docs", "moreinfo", "help", "helplink", "retryafter", "request", "version", "apiversion"],
  ...["title", "description"],
]);
/** Root elements of XML that are an answer about a fault, or a web page. */
const FAULT_ELEMENTS = new Set([...FAULTS, "errorresponse", "exceptionreport", "problem", "html"]);

/** How deep words are looked for. */
const MAX_WORDS_DEPTH = 5;
/** Values that are looked at. */
const MAX_WORDS_VALUES = 2_000;

/** Returns what an answer without rows says, in the API's own words, at most 1 kB on one line; null if it says nothing. */
export function wordsIn(json: Json): string | null {
  const known = errorWords(json);
  if (known !== null) return known;
  const text = scalarText(json);
  if (text !== null) return text.trim() === "" ? null : oneLine(text);
  const texts: string[] = [];
  const waiting: { value: Json; depth: number }[] = [{ value: json, depth: 0 }];
  for (let at = 0; at < Math.min(waiting.length, MAX_WORDS_VALUES) && texts.length === 0; at += 1) {
    const { value, depth } = waiting[at] as { value: Json; depth: number };
    if (depth > MAX_WORDS_DEPTH) continue;
    if (Array.isArray(value)) for (const item of value.slice(0, 10)) waiting.push({ value: item, depth: depth + 1 });
    if (!isJsonObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      const words = scalarText(single(member));
      const isWords = WORDS.has(plain(key)) || FAULTS.has(plain(key));
      if (isWords && words !== null && /\p{L}/u.test(words)) texts.push(words);
      else if (words === null) waiting.push({ value: member, depth: depth + 1 });
    }
  }
  return texts.length === 0 ? null : oneLine(texts.join("; "));
}

/**
 * Returns what a text that is no rows says: the title of a web page, the words of JSON or XML; null for any other text,
 * which speaks for itself.
 */
export function wordsInText(text: string): string | null {
  if (isWebPage(text)) return titleOf(text);
  if (/^\ufeff?\s*[[{"]/.test(text)) {
    const parsed = parseJson(text);
    return parsed.ok ? wordsIn(parsed.value) : null;
  }
  if (!/^\ufeff?\s*</.test(text)) return null;
  const parsed = parseXml(text);
  return parsed.ok ? wordsIn(parsed.root) : titleOf(text);
}

/** Whether a text is a web page. */
export function isWebPage(text: string): boolean {
  return /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i.test(text);
}

function titleOf(page: string): string | null {
  const found = /<title[^>]*>([^<]*)<\/title>/i.exec(page) ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(page);
  const title = oneLine(found?.[1] ?? "");
  return title === "" ? null : title;
}

/** Whether an answer says outright that it failed, so that a list without rows in it is no empty list. */
export function saysError(json: Json): boolean {
  if (!isJsonObject(json)) return false;
  if (isFaultDocument(json)) return true;
  return Object.entries(json).some(([key, member]) => isFault(plain(key), single(member)));
}

/** Whether a document of XML is about a fault by the name of its root element, or a web page. */
export function isFaultDocument(json: JsonObject): boolean {
  return FAULT_ELEMENTS.has(plain(rootElementOf(json) ?? ""));
}

/**
 * Whether an object is a notice in place of records: it holds words and what usually stands beside them, and nothing
 * else. One that says that all is well is none.
 */
export function isNotice(value: JsonObject): boolean {
  const members = Object.entries(value).flatMap(([key, member]) =>
    isHollow(single(member)) ? [] : [[plain(key), single(member)] as const],
  );
  if (members.some(([key]) => !FAULTS.has(key) && !WORDS.has(key) && !BESIDE.has(key))) return false;
  if (members.some(([key, member]) => isFault(key, member))) return true;
  const saysFine = members.some(([key, member]) => isFine(key, member));
  return !saysFine && members.some(([key, member]) => WORDS.has(key) && /\p{L}/u.test(scalarText(member) ?? "words"));
}

/** Whether an object is a notice about a fault: what has only a message may be a row. */
export function isFaultNotice(value: JsonObject): boolean {
  return isNotice(value) && Object.entries(value).some(([key, member]) => isFault(plain(key), single(member)));
}

/** `soap:Error_Message` → `errormessage`. */
function plain(key: string): string {
  return key
    .replace(/^@/, "")
    .replace(/^[^:]*:/, "")
    .replace(/[\s_-]/g, "")
    .toLowerCase();
}

function isHollow(value: Json): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && scalarText(value) === null && Object.keys(value).length === 0;
}

/** Whether a member says that something failed. */
function isFault(key: string, value: Json): boolean {
  if (isHollow(value)) return false;
  const text = scalarText(value)?.toLowerCase() ?? null;
  if (FAULTS.has(key)) return text === null || !/^(?:0|false|none|no|ok|null|success)$/.test(text);
  if (text === null) return false;
  if (key === "success" || key === "ok") return text === "false";
  if (key === "status") return /^(?:error|errors|fail|failed|failure|[45]\d\d)$/.test(text);
  return (key === "statuscode" || key === "httpstatus" || key === "code") && /^[45]\d\d$/.test(text);
}

/** Whether a member says that all is well. */
function isFine(key: string, value: Json): boolean {
  const text = scalarText(value)?.toLowerCase() ?? "";
  if (key === "success" || key === "ok") return text === "true" || text === "1";
  return ["status", "statuscode", "code", "httpstatus"].includes(key) && /^(?:ok|success|true|0|2\d\d)$/.test(text);
}
