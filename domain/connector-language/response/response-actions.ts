import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import { CUT_MARK, cutOff, onOneLine } from "../json/cut-off.ts";
import { isJsonObject, scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { Values } from "../json/placeholders.ts";
import { matches, namesStatus } from "./matcher.ts";
import { readPath, valueAt } from "../json/paths.ts";
import { headerOf } from "../request/request.ts";
import type { ResponseAction } from "../definition/schema.ts";
import { inSeconds } from "./pauses.ts";

/**
 * What to do with a response. `wait` in milliseconds, `asked` for by the API or its definition; `note` goes to the
 * run's warnings.
 */
export type Verdict =
  | { kind: "rows" }
  | { kind: "ignore" }
  | { kind: "retry"; wait: number; asked: boolean; reason: Finding; note: Finding | null }
  | { kind: "fail"; finding: Finding };

/** The parts of a response that are judged. */
export interface Answer {
  status: number;
  headers: readonly (readonly [string, string])[];
  /** The parsed body; undefined if it is empty or not JSON. */
  json: Json | undefined;
  /** The start of the body as text, for messages. */
  text: string;
}

/** What the definition says about responses and retries. */
export interface RetryRules {
  actions: readonly ResponseAction[];
  /** What the rules may compare with. */
  values: Values;
  maxAttempts: number;
  waitHeader: string | null;
}

/** The number of the attempt, and what its wait is computed from. */
export interface Attempt {
  /** 1 for the first attempt. */
  number: number;
  /** Between 0 and 1, for the jitter. */
  random: number;
  /** Milliseconds since 1970, for Retry-After dates. */
  now: number;
  /** Longest wait in milliseconds that is granted to an API. */
  maxWait: number;
}

export const DEFAULT_MAX_WAIT = 300_000;

/**
 * Judges a response: the first matching rule of `response_actions` wins (a rule without `status` applies to 2xx only),
 * else 2xx gives rows, 408, 429 and 5xx are retried, and anything else fails with the body's own message.
 */
export function judgeAnswer(answer: Answer, rules: RetryRules, attempt: Attempt): Verdict {
  const rule = rules.actions.find((action) => applies(action, answer, rules.values));
  const fine = answer.status >= 200 && answer.status < 300;
  if (rule === undefined && fine) return { kind: "rows" };
  // Only for responses without rows: looking for a message reads the whole body.
  const found = refusalOf(answer.status, messageOf(answer, rule?.message_path));
  if (rule !== undefined) {
    switch (rule.action) {
      case "ignore":
        return { kind: "ignore" };
      case "fail":
        return { kind: "fail", finding: found };
      case "retry":
        return again(answer, rules, attempt, found, rule.wait);
    }
  }
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500)
    return again(answer, rules, attempt, found, undefined);
  return { kind: "fail", finding: found };
}

/** Judges a call without a response: only temporary failures (connection, time-out) are retried. */
export function judgeFailure(
  failure: { finding: Finding; retryable: boolean },
  rules: RetryRules,
  attempt: Attempt,
): Extract<Verdict, { kind: "retry" | "fail" }> {
  if (!failure.retryable) return { kind: "fail", finding: failure.finding };
  if (attempt.number >= rules.maxAttempts) return { kind: "fail", finding: gaveUp(failure.finding, attempt.number) };
  return { kind: "retry", wait: backoff(attempt), asked: false, reason: failure.finding, note: null };
}

function again(
  answer: Answer,
  rules: RetryRules,
  attempt: Attempt,
  found: Finding,
  ruleWait: number | undefined,
): Verdict {
  if (attempt.number >= rules.maxAttempts) return { kind: "fail", finding: gaveUp(found, attempt.number) };
  const asked =
    waitAsked(answer.headers, rules.waitHeader, attempt.now) ?? (ruleWait === undefined ? null : ruleWait * 1_000);
  if (asked === null) return { kind: "retry", wait: backoff(attempt), asked: false, reason: found, note: null };
  const wait = Math.min(asked, attempt.maxWait);
  const note =
    wait < asked
      ? finding("waited-less", { askedSeconds: String(inSeconds(asked)), waitedSeconds: inSeconds(wait) })
      : null;
  return { kind: "retry", wait, asked: true, reason: found, note };
}

/** 0.5, 1, 2, 4 … seconds, plus up to a quarter so that many runs do not retry at the same moment. */
function backoff(attempt: Attempt): number {
  const base = Math.min(500 * 2 ** (attempt.number - 1), attempt.maxWait);
  return Math.round(base * (1 + attempt.random / 4));
}

function gaveUp(found: Finding, tries: number): Finding {
  return tries === 1 ? found : finding("after-tries", { finding: found, tries });
}

/**
 * The wait in milliseconds that the API asks for, or null: Retry-After (RFC 9110) or the named header, in seconds
 * (decimals too), as a date, or, from a billion on, as seconds since 1970 (the usual reset headers).
 */
function waitAsked(headers: Answer["headers"], waitHeader: string | null, now: number): number | null {
  const text = (waitHeader === null ? null : headerOf(headers, waitHeader)) ?? headerOf(headers, "retry-after");
  if (text === null) return null;
  const value = text.trim();
  if (/^\d{1,12}(\.\d{1,9})?$/.test(value)) {
    const number = Number(value);
    return number >= 1e9 ? Math.max(0, number * 1_000 - now) : number * 1_000;
  }
  const date = /^[A-Za-z]{3,9},? |^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function applies(rule: ResponseAction, answer: Answer, values: Values): boolean {
  const ok = answer.status >= 200 && answer.status < 300;
  return (ok || namesStatus(rule)) && matches(rule, answer, values) === true;
}

function refusalOf(status: number, said: string | null): Finding {
  return status >= 200 && status < 300 ? finding("api-reported", { said }) : finding("api-answered", { status, said });
}

/** Where APIs put their error message, most useful first. */
const ERROR_PATHS = [
  "error.message",
  "error.message.value",
  "error.error_description",
  "error.description",
  "error.reason",
  "error.info",
  "error.detail",
  "error_description",
  "errors[0].message",
  "errors[0].detail",
  "errors[0].title",
  "message",
  "Message",
  "error_message",
  "errorMessage",
  "errorMessages",
  "reason",
  "detail",
  "details",
  "error",
  "Error",
  "errors[0]",
  "errors",
  "msg",
  "status.error_message",
  "status.message",
  "fault.faultstring",
  "#text",
];
/** Members that hold an error message only in an error response. */
const OTHER_PATHS = ["title", "description"];
const MAX_MESSAGE = 1_024;

/** The API's own error message, at most 1 kB, on one line; null: it gives none. Secrets are not removed here. */
export function messageOf(answer: Pick<Answer, "json" | "text">, path?: ResponseAction["message_path"]): string | null {
  const { json } = answer;
  if (json !== undefined) {
    if (path !== undefined) {
      const located = readPath(json, path);
      const found = located.found ? wording(located.value) : null;
      if (found !== null) return found;
    }
    const found = firstWording(
      json,
      isJsonObject(json) ? [...ERROR_PATHS, ...OTHER_PATHS] : ["[0].message", "[0].error", "[0]"],
    );
    if (found !== null) return found;
    if (typeof json === "string") return oneLine(json);
  }
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(cutText(answer.text, 20_000))?.[1];
  const text =
    title ??
    (/^\s*<\?xml/i.test(answer.text)
      ? answer.text.replace(/<[^>]*>/g, " ")
      : /^\s*</.test(answer.text)
        ? ""
        : answer.text);
  return oneLine(text) || null;
}

/** The error message of a response that should hold rows, or null. */
export function errorWords(json: Json): string | null {
  return isJsonObject(json) ? firstWording(json, ERROR_PATHS) : null;
}

function firstWording(json: Json, paths: readonly string[]): string | null {
  for (const path of paths) {
    const found = wording(valueAt(json, path));
    if (found !== null) return found;
  }
  return null;
}

function wording(value: Json): string | null {
  const text = isJsonObject(value) ? byField(value) : listed(value);
  // A bare `true` or a number under "error" says nothing; the next member may.
  return text === null || text.trim() === "" || typeof value === "boolean" ? null : oneLine(text);
}

function listed(value: Json): string | null {
  return Array.isArray(value) && value.length > 0 && value.every((item) => scalarText(item) !== null)
    ? value.map(scalarText).join("; ")
    : scalarText(value);
}

/** Lists of errors by field name: `name: is too short; age: is missing`. */
function byField(value: JsonObject): string | null {
  const fields = Object.entries(value).map(([name, faults]) =>
    Array.isArray(faults) ? { name, text: listed(faults) } : null,
  );
  return fields.length > 0 && fields.every((field) => field?.text)
    ? fields.map((field) => `${field?.name}: ${field?.text}`).join("; ")
    : null;
}

/** At most 1 kB of UTF-8, whole characters, with control characters and line breaks as spaces. */
export function oneLine(text: string): string {
  const clean = onOneLine(cutOff(text, MAX_MESSAGE * 2)).toWellFormed();
  const encoder = new TextEncoder();
  if (encoder.encode(clean).length <= MAX_MESSAGE) return clean;
  let size = 0;
  let cut = "";
  for (const char of clean) {
    size += encoder.encode(char).length;
    if (size > MAX_MESSAGE - 3) break;
    cut += char;
  }
  return cut + CUT_MARK;
}
