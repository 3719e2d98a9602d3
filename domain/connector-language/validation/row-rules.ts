import { cutText } from "../../core/text/text.ts";
import type { Operation } from "../definition/definition.ts";
import type { Column } from "../definition/schema.ts";
import { parseDuration } from "../json/durations.ts";
import { readMoment } from "../json/moments.ts";
import { pathText } from "../json/paths.ts";
import { placeholderNames } from "../json/placeholders.ts";
import { matchersWithin } from "../response/matcher.ts";
import { readsTimes, startIsSent } from "../rounds/incremental.ts";
import { requestTexts } from "../secrets/rendered-texts.ts";
import { keysOf } from "../table/columns.ts";

/** Finds what is wrong with the rules, the bounds and the columns of an operation, each with its key. */
export function rowFaults(operation: Operation): [key: string, message: string][] {
  const { pagination } = operation;
  const needsLimit = pagination.stop_on_short_page === true && pagination.limit === undefined;
  const found: [string, string | null][] = [
    ["filter", filterFault(operation)],
    [
      "pagination.stop_on_short_page",
      needsLimit ? "A short page is one with fewer rows than limit, so limit is needed." : null,
    ],
    ["incremental.window", windowFault(operation)],
    ["incremental.initial_value", initialFault(operation)],
    ["incremental.end_value", endFault(operation)],
    ...[...columnFaults(operation), ...dropFaults(operation)].map((fault): [string, string] => ["columns", fault]),
  ];
  return found.flatMap(([key, message]) => (message === null ? [] : [[key, message]]));
}

function columnFaults({ columns, addedColumns, droppedFields }: Operation): string[] {
  const declared = [...(columns ?? []), ...addedColumns];
  const names = declared.map(({ name }) => name);
  const repeated = names.filter((name, at) => names.indexOf(name) < at);
  const sources = ({ path, value, first_of: several }: Column) =>
    [path, value, several].filter((each) => each !== undefined).length;
  return [
    ...repeated.map((name) => `The column "${name}" is named twice.`),
    ...declared.flatMap((column) => [
      ...(sources(column) > 1 ? [`The column "${column.name}" has one of path, first_of and value.`] : []),
      ...(column.format !== undefined && (column.type ?? "date") !== "date"
        ? [`The column "${column.name}" has a format, so its type is date.`]
        : []),
    ]),
    ...droppedFields
      .filter((path) => keysOf(path) === null)
      .map((path) => `A field that is dropped is named by its keys alone, not by ${pathText(path)}.`),
  ];
}

/** Without the fields that identify rows, rows that come again could not be recognised. */
function dropFaults({ addedColumns, droppedFields, incremental, primaryKey, writeDisposition }: Operation): string[] {
  const added = new Set(addedColumns.map(({ name }) => name));
  const dropped = droppedFields.flatMap((path) => keysOf(path)?.join("__") ?? []);
  const isDropped = (label: string) =>
    !added.has(label) && dropped.some((name) => label === name || label.startsWith(`${name}__`));
  const key = primaryKey.filter(isDropped).map((label) => `The primary key "${label}" must not be dropped.`);
  const cursor = incremental === null ? null : pathText(incremental.cursor_field).replaceAll(".", "__");
  const mayAppend = writeDisposition === "append" || (writeDisposition === null && primaryKey.length === 0);
  return cursor !== null && mayAppend && isDropped(cursor)
    ? [...key, `The cursor "${cursor}" must not be dropped while rows are appended.`]
    : key;
}

/** Conditions in the rules of one operation: each is judged for each row or answer. */
const MAX_CONDITIONS = 500;

function filterFault({ filters, responseActions, pagination }: Operation): string | null {
  const ofRows = filters.flatMap(matchersWithin);
  if (ofRows.some(({ header, status }) => header !== undefined || status !== undefined))
    return "A filter judges rows, which have neither header nor status.";
  const ofStop = matchersWithin(pagination.stop ?? {});
  if (
    [...ofRows, ...ofStop].some(
      ({ contains, path, header }) => contains !== undefined && (path ?? header) === undefined,
    )
  )
    return "contains needs a path here: only response_actions search the whole text of an answer.";
  const others = [...responseActions, pagination.stop ?? {}].flatMap(matchersWithin);
  return ofRows.length + others.length > MAX_CONDITIONS
    ? `An operation has at most ${MAX_CONDITIONS} conditions in its filter, response_actions and stop.`
    : null;
}

/**
 * Without both ends in the request every window would return the same rows. A user may turn a GET into a POST, so the
 * body counts.
 */
function windowFault(operation: Operation): string | null {
  return operation.incremental?.window === undefined || sendsBothEnds(operation)
    ? null
    : "A window needs its start and its end in the request: start_param and end_param, or {incremental.start} and {incremental.end}.";
}

/** An end that the API does not receive would end nothing. */
function endFault(operation: Operation): string | null {
  const { incremental } = operation;
  if (incremental?.end_value === undefined) return null;
  if (!sendsEnd(operation)) return "An end needs to be in the request: end_param, or {incremental.end}.";
  const written = String(incremental.end_value);
  const isTime = parseDuration(written) !== null || readMoment(written, incremental.format) !== null;
  return isTime || placeholderNames(written).length > 0 ? null : "This must be a time, or a duration such as P1D.";
}

function sendsBothEnds(operation: Operation): boolean {
  return sendsEnd(operation) && startIsSent(operation, { method: "POST" });
}

function sendsEnd(operation: Operation): boolean {
  const names = requestTexts(operation).flatMap(({ text }) => placeholderNames(text));
  return operation.incremental?.end_param !== undefined || names.includes("incremental.end");
}

function initialFault({ incremental }: Operation): string | null {
  const initial = incremental?.initial_value;
  if (incremental === null || initial === undefined || placeholderNames(String(initial)).length > 0) return null;
  if (!readsTimes(incremental) || parseDuration(String(initial)) !== null) return null;
  if (readMoment(String(initial), incremental.format) !== null) return null;
  if (/^\d{4}-\d{2}-\d{2}([T ]|$)/.test(String(initial)))
    return `There is no such time as ${cutText(String(initial), 60)}.`;
  return incremental.format?.includes("%") === true
    ? `This must be a time as ${incremental.format} writes it, or one such as 2024-01-31.`
    : "This must be a time such as 2024-01-31 or 2024-01-31T08:00:00Z, or a number since 1970.";
}
