import { finding } from "../../../core/findings/finding.ts";
import { durationFault } from "../../../connector-language/json/durations.ts";
import { formatFault, readMoment } from "../../../connector-language/json/moments.ts";
import { onlyPlaceholder, placeholderNames } from "../../../connector-language/json/placeholders.ts";
import { readPattern } from "../../../connector-language/json/strftime.ts";
import type { LooseObject } from "../../imported.ts";
import { storedExpressions, storedTime } from "../../stored-texts.ts";
import { onlyExpression, render } from "../expression/template.ts";
import type { Component, Placed } from "../manifest.ts";
import type { StreamDraft } from "../stream-draft.ts";
import { boundOf, saysNow } from "./time-bounds.ts";

const START = "incremental.start";
const END = "incremental.end";

/** Names the ends of a slice of time, so that requests can use them. Returns the cursor of the stream, if it has one. */
export function nameSlice(stream: Component, draft: StreamDraft): Component | null {
  const cursor = stream.component("incremental_sync");
  if (cursor?.type() !== "DatetimeBasedCursor") return cursor;
  draft.slice.set(cursor.text("partition_field_start") ?? "start_time", START);
  draft.slice.set(cursor.text("partition_field_end") ?? "end_time", END);
  return cursor;
}

/** The field by which a cursor compares rows, as its document writes it. */
export function cursorField(cursor: Component | null, draft: StreamDraft): string | null {
  const at = cursor?.at("cursor_field") ?? null;
  if (cursor === null || at === null) return null;
  const made = render(at, cursor, draft);
  return made.ok && placeholderNames(made.text).length === 0 ? made.text : null;
}

/** Whether the start of a cursor goes into requests at all. */
type Sent = { readonly start: boolean; readonly end: boolean };

/** Reads a cursor into the key `incremental`; null if the stream is read whole. `url`: the address of the requests. */
export function readIncremental(cursor: Component | null, url: string, draft: StreamDraft): LooseObject | null {
  if (cursor === null) return null;
  if (cursor.type() === "IncrementingCountCursor") return countCursor(cursor, draft);
  if (cursor.type() !== "DatetimeBasedCursor") {
    draft.note(cursor.place, finding("stream-read-whole", { why: "by-program-code" }));
    return null;
  }
  const field = knownField(cursor, draft);
  if (field === null) return null;
  const made: LooseObject = { cursor_field: field };
  const sent = sentEnds(cursor, made, url, draft);
  const dropsHere =
    cursor.at("is_client_side_incremental")?.value === true || cursor.at("is_data_feed")?.value === true;
  if (!sent.start && !dropsHere && !draft.dropsOlder) {
    draft.note(cursor.place, finding("stream-read-whole", { why: "asks-for-all" }));
    return null;
  }
  if (!readFormat(cursor, sent, made, draft)) return null;
  readStart(cursor, made, draft);
  readSteps(cursor, sent, made, draft);
  readEnd(cursor, sent, made, draft);
  return made;
}

/** The path of the cursor field in the row; null, with what that costs, if the rows have none. */
function knownField(cursor: Component, draft: StreamDraft): string | null {
  const written = cursorField(cursor, draft);
  if (written === null) {
    draft.note(cursor.placeOf("cursor_field"), finding("stream-read-whole", { why: "field-of-setting" }));
    return null;
  }
  const added = draft.addedFields.get(written);
  if (added === null)
    draft.note(cursor.placeOf("cursor_field"), finding("stream-read-whole", { why: "field-not-added" }));
  return added === undefined ? written : added;
}

function sentEnds(cursor: Component, made: LooseObject, url: string, draft: StreamDraft): Sent {
  for (const [key, param, name] of [
    ["start_time_option", "start_param", START],
    ["end_time_option", "end_param", END],
  ] as const) {
    const option = cursor.component(key);
    if (option === null) continue;
    const field = option.at("field_name");
    const text = field === null ? null : render(field, option, draft);
    if (option.text("inject_into") === "request_parameter" && text?.ok === true) made[param] = text.text;
    else draft.inject(option, `{${name}}`);
  }
  const names = placeholderNames(JSON.stringify([url, draft.query, draft.headers, draft.body]));
  return {
    start: made.start_param !== undefined || names.includes(START),
    end: made.end_param !== undefined || names.includes(END),
  };
}

/** The format of the language for one of the source; null for one that it does not have. */
function formatOf(written: string): string | null {
  if (written === "%s" || written === "%s_as_float") return "epoch";
  if (written === "%ms") return "epoch_ms";
  const format = written.replaceAll("%_ms", "%L");
  return format.length <= 100 && formatFault(format) === null ? format : null;
}

function readFormat(cursor: Component, sent: Sent, made: LooseObject, draft: StreamDraft): boolean {
  const written = cursor.text("datetime_format") ?? "";
  const format = formatOf(written);
  const isSent = sent.start || sent.end;
  if (format === null && isSent) {
    draft.loseRows(
      cursor.placeOf("datetime_format"),
      "incremental",
      finding("time-format-unwritable", { format: storedTime(written) }),
    );
    return false;
  }
  const read = cursor.list("cursor_datetime_formats").map(({ value }) => String(value));
  // Other times than those of ISO 8601 and numbers are read by the format alone.
  const isRead = (read.length === 0 ? [written] : read).every(
    (each) => each === written || /^(%Y-%m-%d|%s|%ms|%epoch)/.test(each),
  );
  if (!isRead) {
    draft.note(cursor.placeOf("cursor_datetime_formats"), finding("stream-read-whole", { why: "times-unlike" }));
    if (!sent.start) return false;
    draft.readsWhole = true;
  }
  if (format !== null && isSent) made.format = format;
  return true;
}

function readStart(cursor: Component, made: LooseObject, draft: StreamDraft): void {
  const given = cursor.at("start_datetime");
  if (given === null) return;
  const inner = cursor.open(given);
  const at = inner === null ? given : inner.at("datetime");
  if (at === null) return;
  for (const key of ["min_datetime", "max_datetime"])
    if (inner?.at(key) != null) draft.note(inner.placeOf(key), finding("start-bound-left-out", {}));
  const expression = typeof at.value === "string" ? onlyExpression(at.value) : null;
  if (expression === null) {
    const text = draft.text(at, inner ?? cursor);
    if (text !== null) made.initial_value = literalStart(text, inner?.text("datetime_format") ?? "", made);
    return;
  }
  const bound = boundOf(expression, cursor.text("datetime_format") ?? "", draft);
  if (bound === null) draft.note(at.place, finding("start-is-entered", { start: storedExpressions(at.value) }));
  const key = bound === null ? draft.settings.use(["start_date"]) : null;
  const start = bound ?? (key === null ? null : `{${key}}`);
  if (start !== null) made.initial_value = start;
}

/** A literal start, written as ISO 8601 if only its own format reads it. */
function literalStart(text: string, format: string, made: LooseObject): string {
  const own = typeof made.format === "string" ? made.format : undefined;
  if (placeholderNames(text).length > 0 || readMoment(text, own) !== null || !format.includes("%")) return text;
  const ms = formatFault(format) === null ? readPattern(text, format) : null;
  return ms === null ? text : new Date(ms).toISOString();
}

function readSteps(cursor: Component, sent: Sent, made: LooseObject, draft: StreamDraft): void {
  for (const [key, to] of [
    ["step", "window"],
    ["lookback_window", "lookback"],
  ] as const) {
    const at = cursor.at(key);
    const isOf = to === "lookback" ? sent.start : sent.start && sent.end;
    if (at === null || !isOf) continue;
    const text = durationOf(at, cursor, draft);
    if (text !== null) made[to] = text;
    else if (!/^P(T?0[A-Z])+$/.test(String(at.value)))
      draft.loseRows(at.place, "incremental", finding("duration-unreadable", { duration: storedTime(at.value) }));
  }
}

/** A duration, which settings may complete. */
function durationOf(at: Placed, cursor: Component, draft: StreamDraft): string | null {
  const made = render(at, cursor, draft);
  if (!made.ok) return null;
  const only = onlyPlaceholder(made.text);
  const isFit = only !== null || durationFault(made.text.replace(/\{[^{}]+\}/g, "1")) === null;
  return isFit ? made.text : null;
}

/** Reads where the source ends: now, or earlier; says so where it ends otherwise. */
function readEnd(cursor: Component, sent: Sent, made: LooseObject, draft: StreamDraft): void {
  const given = cursor.at("end_datetime");
  const inner = given === null ? null : cursor.open(given);
  const at = given === null ? null : inner === null ? given : inner.at("datetime");
  if (at === null) return;
  const expression = typeof at.value === "string" ? onlyExpression(at.value) : null;
  const end = expression === null ? null : boundOf(expression, cursor.text("datetime_format") ?? "", draft);
  if (end === null && saysNow(String(at.value))) return;
  if (end !== null && sent.end) made.end_value = end;
  else draft.note(at.place, finding("end-is-now", { end: storedTime(at.value) }));
}

function countCursor(cursor: Component, draft: StreamDraft): LooseObject | null {
  const field = knownField(cursor, draft);
  const option = cursor.component("start_value_option");
  const name = option?.text("inject_into") === "request_parameter" ? option.text("field_name") : null;
  if (field === null || name === null) {
    draft.note(cursor.place, finding("stream-read-whole", { why: "start-not-sent" }));
    return null;
  }
  const start = cursor.at("start_value")?.value;
  return { cursor_field: field, start_param: name, ...(start === undefined ? {} : { initial_value: start }) };
}
