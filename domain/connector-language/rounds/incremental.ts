import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import type { Operation } from "../definition/definition.ts";
import { addDuration, type Duration, parseDuration } from "../json/durations.ts";
import { scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { compareCursors, readMoment, writeMoment } from "../json/moments.ts";
import { pathText, valueAt } from "../json/paths.ts";
import { isUnset, placeholderNames, renderText } from "../json/placeholders.ts";
import type { Rendered, Values } from "../json/placeholders.ts";
import type { PagePatch, RequestOverrides } from "../request/request.ts";
import { renderTree } from "../request/request.ts";
import { requestTexts } from "../secrets/rendered-texts.ts";
import { unfitMark } from "./next-mark.ts";

/** One window of an incremental pull, as sent: `{incremental.start}` and `{incremental.end}`; null if there is none. */
export interface IncrementalWindow {
  start: Json;
  end: Json;
}
export type Windows =
  { ok: true; windows: [IncrementalWindow, ...IncrementalWindow[]] } | { ok: false; finding: Finding };

const MAX_WINDOWS = 10_000;

/**
 * The label of the column that holds the cursor field; of a projection that leaves it out, one that no row has. Null if
 * an added column stands in its place: its value is another.
 */
export function cursorLabel({ incremental, columns, addedColumns }: Operation): string | null {
  if (incremental === null) return null;
  const path = pathText(incremental.cursor_field);
  const column = columns?.find(({ name, path: own }) => pathText(own ?? [name]) === path);
  const label = column?.name ?? path.replaceAll(".", "__");
  return addedColumns.some(({ name }) => name === label) ? null : label;
}

/** The later of two cursor values of an operation. */
export function laterCursor({ incremental }: Operation, a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareCursors(b, a, incremental?.format) > 0 ? b : a;
}

/** Longest cursor value that is stored between pulls. */
export const MAX_CURSOR_CHARS = 1_000;

/** The cursor value of one record, or null. */
export function cursorOf(operation: Operation, record: JsonObject): string | null {
  return operation.incremental === null ? null : scalarText(valueAt(record, operation.incremental.cursor_field));
}

/** How far rows go: the highest cursor, and the highest of those that are dated after the beginning of the pull. */
export interface Furthest {
  cursor: string | null;
  later: string | null;
}

/** How far the known rows and these records go, or why the cursor of one of them cannot be stored. */
export function furthestCursor(
  operation: Operation,
  known: Furthest,
  records: readonly JsonObject[],
  clock: { isLater(cursor: string): boolean },
): Furthest | { error: Finding } {
  if (operation.incremental === null) return known;
  const field = pathText(operation.incremental.cursor_field);
  let { cursor: furthest, later } = known;
  for (const record of records) {
    const cursor = cursorOf(operation, record);
    const holds = cursor === null ? null : (unfitMark(cursor) ?? tooLong(cursor));
    if (holds !== null) return { error: finding("cursor-not-kept", { field, holds }) };
    if (cursor !== null && clock.isLater(cursor)) later = laterCursor(operation, later, cursor);
    else furthest = laterCursor(operation, furthest, cursor);
  }
  return { cursor: furthest, later };
}

function tooLong(cursor: string): Finding | null {
  return cursor.length > MAX_CURSOR_CHARS ? finding("more-characters", { limit: MAX_CURSOR_CHARS }) : null;
}

/**
 * The windows of a pull, in order: from the last success (`lookback` earlier, but not before `initial_value`), else
 * from `initial_value`, else from the beginning, to `end_value` or `now`; in steps of `window`, each beginning where the
 * one before ended. A start that needs no computation is sent as it was received.
 */
export function windowsOf(
  operation: Operation,
  from: { cursor: string | undefined; now: number; values: Values },
): Windows {
  const spec = operation.incremental;
  if (spec === null) return { ok: true, windows: [{ start: null, end: null }] };
  const rendered = boundOf(spec.initial_value, from);
  if (!rendered.ok) return rendered;
  const initial = isUnset(rendered.value) ? null : scalarText(rendered.value);
  const asWritten = (text: string) => (typeof rendered.value === "string" && initial !== null ? text : numberOf(text));
  const base = from.cursor ?? initial;
  // What a setting or default has made of `initial_value` stays out of findings: the log keeps them.
  const shownCursor = from.cursor === undefined ? null : cutText(from.cursor, 60);
  const { format } = spec;
  const moment = base === null ? null : readMoment(base, format);
  if (base !== null && moment === null) {
    return readsTimes(spec)
      ? { ok: false, finding: finding("start-is-no-time", { cursor: shownCursor }) }
      : { ok: true, windows: [{ start: asWritten(base), end: null }] };
  }
  const model = moment?.form ?? null;
  const write = (ms: number) => writeMoment(ms, format, model);
  const last = endOf(spec, from);
  if (!last.ok) return last;
  const end = model === "date" ? Math.floor(last.value / 86_400_000) * 86_400_000 : last.value;
  if (base === null || moment === null) return { ok: true, windows: [{ start: null, end: write(end) }] };

  const lookback = from.cursor === undefined ? NO_LENGTH : lengthOf("lookback", spec.lookback, from.values);
  if (!lookback.ok) return lookback;
  const length = lengthOf("window", spec.window, from.values);
  if (!length.ok) return length;
  // A start that moves with the clock says nothing about rows that were read before.
  const isFixed = initial !== null && !isLength(spec.initial_value, from.values);
  const floor = isFixed ? (readMoment(initial, format)?.ms ?? -Infinity) : -Infinity;
  const begin =
    lookback.value === null
      ? moment.ms
      : Math.max(addDuration(moment.ms, lookback.value, -1), Math.min(floor, moment.ms));
  const asItCame =
    begin === moment.ms &&
    (format === undefined || (format === "iso" && model !== "seconds" && model !== "milliseconds"));
  const first = asItCame ? asWritten(base) : write(begin);
  if (length.value === null || begin >= end)
    return { ok: true, windows: [{ start: first, end: write(Math.max(begin, end)) }] };
  return stepsOf({ first, begin, end, length: length.value, write, shownCursor, window: spec.window ?? "" });
}

type Steps = {
  readonly first: Json;
  readonly begin: number;
  readonly end: number;
  readonly length: Duration;
  readonly write: (ms: number) => Json;
  readonly shownCursor: string | null;
  readonly window: string;
};

function stepsOf({ first, begin, end, length, write, shownCursor, window }: Steps): Windows {
  const windows: IncrementalWindow[] = [];
  let start = first;
  for (let step = 1; ; step++) {
    const to = Math.min(addDuration(begin, length, step), end);
    const next = { start, end: write(to) };
    // A format may be coarser than the window: what begins and ends alike holds nothing, and the next begins there.
    if (next.start !== next.end) {
      windows.push(next);
      start = next.end;
    }
    if (to >= end) break;
    if (step >= MAX_WINDOWS)
      return { ok: false, finding: finding("too-many-windows", { cursor: shownCursor, limit: MAX_WINDOWS, window }) };
  }
  const [one = { start: first, end: write(end) }, ...others] = windows;
  return { ok: true, windows: [one, ...others] };
}

type Bounds = { readonly now: number; readonly values: Values };

/** The value of a bound with its settings; a duration is that long before now, as ISO 8601. */
function boundOf(written: string | number | undefined, { now, values }: Bounds): Rendered<Json> {
  const rendered = renderTree(written ?? null, values);
  const length = rendered.ok && typeof rendered.value === "string" ? parseDuration(rendered.value) : null;
  return length === null ? rendered : { ok: true, value: writeMoment(addDuration(now, length, -1), undefined, null) };
}

/** Whether a bound is a duration before now. */
function isLength(written: string | number | undefined, values: Values): boolean {
  const rendered = renderTree(written ?? null, values);
  return rendered.ok && typeof rendered.value === "string" && parseDuration(rendered.value) !== null;
}

/** The time up to which a pull reads: `end_value`, but never later than now. */
function endOf({ end_value, format }: NonNullable<Operation["incremental"]>, bounds: Bounds): Rendered<number> {
  const rendered = boundOf(end_value, bounds);
  if (!rendered.ok || isUnset(rendered.value)) return rendered.ok ? { ok: true, value: bounds.now } : rendered;
  const moment = readMoment(scalarText(rendered.value) ?? "", format);
  return moment === null
    ? { ok: false, finding: finding("end-is-no-time", {}) }
    : { ok: true, value: Math.min(moment.ms, bounds.now) };
}

const NO_LENGTH: Rendered<Duration | null> = { ok: true, value: null };

/** A duration with its settings; null if there is none, or one of no length. */
function lengthOf(key: "lookback" | "window", written: string | undefined, values: Values): Rendered<Duration | null> {
  if (written === undefined || placeholderNames(written).some((name) => isUnset(values.get(name)))) return NO_LENGTH;
  const rendered = renderText(written, values);
  if (!rendered.ok) return rendered;
  if (/^(0|P(T?0[YMWDHS])+)$/.test(rendered.value)) return NO_LENGTH;
  const value = parseDuration(rendered.value);
  return value === null ? { ok: false, finding: finding("duration-unfit", { key }) } : { ok: true, value };
}

/** A whole number for its text, if JSON can hold it: it was received as a number, and a body sends it as one. */
function numberOf(text: string): Json {
  if (!/^(0|[1-9]\d{0,18})$/.test(text)) return text;
  return text.length <= 15 ? Number(text) : BigInt(text);
}

/**
 * The cursor that a pull of several rounds may store: not later than its own start. Otherwise a row that changed in a
 * round already read, while a later round returned newer ones, would never be read. Ids and plain dates stay.
 */
export function cursorUntil(cursor: string | null, begun: number): string | null {
  const moment = cursor === null ? null : readMoment(cursor);
  return moment !== null && typeof moment.form === "object" && moment.ms > begun
    ? String(writeMoment(begun, undefined, moment.form))
    : cursor;
}

/** Whether start and end are computed, so that they must be times. */
export function readsTimes({
  format,
  window,
  lookback,
  end_param,
  end_value,
}: NonNullable<Operation["incremental"]>): boolean {
  return [format, window, lookback, end_param, end_value].some((key) => key !== undefined);
}

/**
 * Whether the API receives the start, by `start_param` or by `{incremental.start}` in the definition's or the user's
 * own request.
 */
export function startIsSent(operation: Operation, overrides: RequestOverrides = {}): boolean {
  if (operation.incremental?.start_param !== undefined) return true;
  const body = (overrides.method ?? operation.method) === "POST" ? (overrides.body ?? operation.body) : null;
  const texts = [
    ...requestTexts({ ...operation, body }).map(({ text }) => text),
    ...(overrides.headers ?? []).map(([, value]) => value),
  ];
  return texts.some((text) => placeholderNames(text).includes("incremental.start"));
}

/** Whether a record is older than the start of the pull; one exactly at the start is not. */
export function isOlder(operation: Operation, record: JsonObject, start: Json): boolean {
  const from = scalarText(start);
  const cursor = from === null ? null : cursorOf(operation, record);
  return cursor !== null && from !== null && compareCursors(cursor, from, operation.incremental?.format) < 0;
}

/** Adds start and end of an incremental pull to every request except those to a next URL, which already has them. */
export function withBounds({ incremental }: Operation, patch: PagePatch, window: IncrementalWindow): PagePatch {
  if (incremental === null || patch.url !== null) return patch;
  const bounds = [
    [incremental.start_param, scalarText(window.start)],
    [incremental.end_param, scalarText(window.end)],
  ] as const;
  return {
    ...patch,
    query: [
      ...patch.query,
      ...bounds.flatMap(([name, value]): [string, string][] =>
        name === undefined || value === null ? [] : [[name, value]],
      ),
    ],
  };
}
