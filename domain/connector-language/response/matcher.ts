import { type Finding, finding } from "../../core/findings/finding.ts";
import { jsonEquals, scalarText } from "../json/json.ts";
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
  const { path, header, status, all, any } = matcher;
  const located = subject.json === undefined ? { found: false as const } : readPath(subject.json, path ?? "$");
  const at = located.found ? single(located.value) : undefined;
  const there = header === undefined ? at : (headerOf(subject.headers ?? [], header) ?? undefined);
  const searched = path === undefined && header === undefined ? (subject.text ?? there) : there;
  const isThere = there !== undefined && there !== null;
  const judged: (boolean | null)[] = [];
  if (status !== undefined) judged.push([status].flat().some((each) => sameStatus(each, subject.status ?? 0)));
  if (matcher.exists !== undefined) judged.push(matcher.exists === isThere);
  const comparisons = comparisonsOf(matcher, values);
  for (const { key, sides } of comparisons) judged.push(sides && compares(key, sides, there, searched));
  const isOnlyPlaced =
    matcher.exists === undefined && comparisons.length === 0 && all === undefined && any === undefined;
  if (isOnlyPlaced && (path !== undefined || header !== undefined)) judged.push(isThere);
  if (all !== undefined) judged.push(allOf(all.map((each) => matches(each, subject, values))));
  if (any !== undefined) judged.push(anyOf(any.map((each) => matches(each, subject, values))));
  return judged.length === 0 || allOf(judged);
}

function compares(key: Comparison, sides: Sides, there: Json | undefined, searched: Json | undefined): boolean {
  switch (key) {
    case "not":
      return !sides.has(there);
    case "contains":
      return Array.isArray(searched) ? searched.some((item) => sides.has(item)) : sides.isPartOf(searched);
    case "gt":
    case "lt": {
      const text = scalarText(there);
      return text !== null && sides.texts.some((side) => compareCursors(text, side) * (key === "gt" ? 1 : -1) > 0);
    }
    default:
      return sides.has(there);
  }
}

const COMPARISONS = ["equals", "eq", "in", "not", "contains", "gt", "lt"] as const;
type Comparison = (typeof COMPARISONS)[number];
/** `sides`: null if the settings on the right are all unset. */
type Prepared = { readonly key: Comparison; readonly sides: Sides | null };

/** Conditions are judged for each row, with the same values in a whole round: what is on their right is rendered once. */
const prepared = new WeakMap<Values, Map<Matcher, Prepared[]>>();

function comparisonsOf(matcher: Matcher, values: Values): Prepared[] {
  const known = prepared.get(values) ?? new Map<Matcher, Prepared[]>();
  prepared.set(values, known);
  const made =
    known.get(matcher) ??
    COMPARISONS.flatMap((key): Prepared[] => {
      const written = matcher[key];
      if (written === undefined) return [];
      const sides = new Sides([...new Set([written].flat())].flatMap((side) => sidesOf(side, values)));
      return [{ key, sides: sides.count === 0 && !isEmptyList(written) ? null : sides }];
    });
  known.set(matcher, made);
  return made;
}

/** Values that the conditions of an operation compare each row or answer with. */
const MAX_COMPARED = 20_000;

/** Why conditions cannot be judged with these values, or null. */
export function comparedFault(matchers: readonly Matcher[], values: Values): Finding | null {
  let compared = 0;
  for (const matcher of matchers.flatMap(matchersWithin))
    for (const { sides } of comparisonsOf(matcher, values)) {
      compared += sides?.count ?? 0;
      if (compared > MAX_COMPARED) return finding("too-many-compared", { limit: MAX_COMPARED });
    }
  return null;
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

/** The values on the right of a comparison. A number and its text are the same if a setting gives it. */
class Sides {
  readonly count: number;
  /** The texts of all scalars. */
  readonly texts: readonly string[];
  readonly #written: ReadonlySet<string>;
  readonly #given: ReadonlySet<string>;
  readonly #others: readonly Json[];

  constructor(sides: readonly Side[]) {
    const isScalar = ({ value }: Side) => keyOf(value) !== null;
    this.count = sides.length;
    this.texts = sides.flatMap(({ value }) => scalarText(value) ?? []);
    this.#written = new Set(sides.flatMap(({ value, isGiven }) => (isGiven ? [] : (keyOf(value) ?? []))));
    this.#given = new Set(sides.flatMap(({ value, isGiven }) => (isGiven ? (scalarText(value) ?? []) : [])));
    this.#others = sides.filter((side) => !isScalar(side)).map(({ value }) => value);
  }

  has(there: Json | undefined): boolean {
    if (there === undefined) return false;
    const [key, text] = [keyOf(there), scalarText(there)];
    if (key === null) return this.#others.some((value) => jsonEquals(there, value));
    return this.#written.has(key) || (text !== null && this.#given.has(text));
  }

  isPartOf(there: Json | undefined): boolean {
    const text = scalarText(there);
    return text !== null && this.texts.some((part) => text.includes(part));
  }
}

/** Equal for equal scalars; null for lists and objects. */
function keyOf(value: Json): string | null {
  if (value === null) return "null";
  const text = scalarText(value);
  if (text === null) return null;
  return typeof value === "string" ? `text ${text}` : typeof value === "boolean" ? text : `number ${text}`;
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
