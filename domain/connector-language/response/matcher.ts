import { isJsonObject, jsonEquals, scalarText } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { compareCursors } from "../json/moments.ts";
import { readPath } from "../json/paths.ts";
import { isUnset, onlyPlaceholder, placeholderNames, renderText } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import type { Matcher } from "../definition/schema.ts";
import { single } from "../json/xml.ts";
import { headerOf } from "../request/request.ts";

/** What a matcher looks at: a row, or an answer with its status, headers and text. */
export interface Subject {
  /** The row or the parsed body; undefined if there is none. */
  readonly json: Json | undefined;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly text?: string;
}

/**
 * Whether a subject matches; null if the matcher says nothing, because it compares only with settings that are unset.
 * A path alone: the value there is not null. `exists: false` means missing or null. Several conditions must all hold.
 * `values`: what placeholders on the right side stand for.
 */
export function matches(matcher: Matcher, subject: Subject, values: Values): boolean | null {
  const { path, header, status } = matcher;
  const located = subject.json === undefined ? { found: false as const } : readPath(subject.json, path ?? "$");
  const at = located.found ? single(located.value) : undefined;
  const there = header === undefined ? at : (headerOf(subject.headers ?? [], header) ?? undefined);
  const searched = path === undefined && header === undefined ? (subject.text ?? there) : there;
  const isThere = there !== undefined && there !== null;
  const judged: (boolean | null)[] = [];
  if (status !== undefined) judged.push([status].flat().some((each) => sameStatus(each, subject.status ?? 0)));
  if (matcher.exists !== undefined) judged.push(matcher.exists === isThere);
  const compare = (sides: Json | undefined, test: (side: Side) => boolean, isNegated = false) => {
    if (sides === undefined) return;
    const given = [sides].flat().flatMap((side) => sidesOf(side, values));
    judged.push(given.length === 0 && !isEmptyList(sides) ? null : given.some(test) !== isNegated);
  };
  compare(matcher.equals, (side) => isSame(there, side));
  compare(matcher.eq, (side) => isSame(there, side));
  compare(matcher.in, (side) => isSame(there, side));
  compare(matcher.not, (side) => isSame(there, side), true);
  compare(matcher.contains, (side) => holds(searched, side));
  compare(matcher.gt, (side) => isThere && order(there, side) > 0);
  compare(matcher.lt, (side) => isThere && order(there, side) < 0);
  if (matcher.all !== undefined) judged.push(allOf(matcher.all.map((each) => matches(each, subject, values))));
  if (matcher.any !== undefined) judged.push(anyOf(matcher.any.map((each) => matches(each, subject, values))));
  if (judged.length > 0) return allOf(judged);
  return (path === undefined && header === undefined) || isThere;
}

/** Whether a status is the one of a pattern: 404, or "4xx". */
export function sameStatus(pattern: number | string, status: number): boolean {
  return typeof pattern === "number" ? pattern === status : pattern[0] === String(Math.floor(status / 100));
}

/** Whether a matcher, or one within it, judges the status. */
export function namesStatus({ status, all = [], any = [] }: Matcher): boolean {
  return status !== undefined || [...all, ...any].some(namesStatus);
}

/** The matcher and those within it. */
export function matchersWithin(matcher: Matcher): Matcher[] {
  return [matcher, ...[...(matcher.all ?? []), ...(matcher.any ?? [])].flatMap(matchersWithin)];
}

/** The right side of a comparison. `isGiven`: a setting gives it, so that a number and its text are the same. */
type Side = { readonly value: Json; readonly isGiven: boolean };

/** What a right side stands for: nothing if it is an unset setting, each value of a list. */
function sidesOf(side: Json, values: Values): Side[] {
  if (typeof side !== "string" || !side.includes("{")) return [{ value: side, isGiven: false }];
  const only = onlyPlaceholder(side);
  if (only !== null && values.has(only)) {
    const value = values.get(only) ?? null;
    return [value].flat().flatMap((each) => (isUnset(each) ? [] : [{ value: each, isGiven: true }]));
  }
  if (placeholderNames(side).some((name) => values.has(name) && isUnset(values.get(name)))) return [];
  const rendered = renderText(side, values);
  return rendered.ok ? [{ value: rendered.value, isGiven: true }] : [];
}

function isEmptyList(sides: Json): boolean {
  return Array.isArray(sides) && sides.length === 0;
}

function isSame(there: Json | undefined, { value, isGiven }: Side): boolean {
  if (jsonEquals(there, value)) return true;
  const text = scalarText(there);
  return isGiven && text !== null && text === scalarText(value);
}

function holds(there: Json | undefined, side: Side): boolean {
  if (Array.isArray(there)) return there.some((item) => isSame(item, side));
  const [text, part] = [isJsonObject(there) ? null : scalarText(there), scalarText(side.value)];
  return text !== null && part !== null && text.includes(part);
}

/** The order of a value and a right side; 0 for what has none. */
function order(there: Json, { value }: Side): number {
  const [a, b] = [scalarText(there), scalarText(value)];
  return a === null || b === null ? 0 : compareCursors(a, b);
}

/** True if none is false, null if all say nothing. */
function allOf(judged: readonly (boolean | null)[]): boolean | null {
  if (judged.includes(false)) return false;
  return judged.every((each) => each === null) ? null : true;
}

function anyOf(judged: readonly (boolean | null)[]): boolean | null {
  if (judged.includes(true)) return true;
  return judged.every((each) => each === null) ? null : false;
}
