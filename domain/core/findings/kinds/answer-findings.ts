import { counted } from "../../text/counted.ts";
import { type Finding, kind, plain, withoutStop } from "../finding-kind.ts";

/** What stands in place of an API's own message. */
export const NO_REASON = "it gave no reason.";

/** ` that can be read (it nests too deep)`. */
const unreadable = (reason: Finding | null, say: (finding: Finding) => string): string =>
  reason === null ? "" : ` that can be read (${withoutStop(say(reason))})`;

const bodies = {
  "answer-too-large": kind({ megabytes: "number" }, ({ megabytes }) => `The answer is larger than ${megabytes} MB.`),
  "answer-unpacks-too-large": kind(
    { megabytes: "number" },
    ({ megabytes }) => `The answer unpacks to more than ${megabytes} MB.`,
  ),
  "gzip-damaged": plain("The answer is packed as gzip, and damaged or cut off."),
  "answer-unreadable": kind(
    { format: "text", reason: "finding?", start: "text" },
    ({ format, reason, start }, say) =>
      `The answer is not ${format}${unreadable(reason, say)}; it starts with "${start}".`,
  ),
  "json-invalid": plain("The text is not valid JSON."),
  "json-too-deep": kind({ levels: "number" }, ({ levels }) => `The JSON nests deeper than ${levels} levels.`),
  "json-too-many-values": kind(
    { millions: "number", millionsInObject: "number" },
    ({ millions, millionsInObject }) =>
      `It holds more than ${millions} million values, or more than ${millionsInObject} million in one object.`,
  ),
  "line-too-long": kind(
    { line: "number", megabytes: "number" },
    ({ line, megabytes }) => `Line ${line} of the answer is longer than ${megabytes} MB.`,
  ),
  "line-unreadable": kind(
    { line: "number", reason: "finding?" },
    ({ line, reason }, say) => `Line ${line} of the answer is not JSON${unreadable(reason, say)}.`,
  ),
};

const csv = {
  "csv-not-table": kind({ line: "text" }, ({ line }) => `The answer is no table: its first line is "${line}".`),
  "csv-quote-open": kind(
    { record: "number" },
    ({ record }) => `The CSV has a quote in record ${record} that never ends.`,
  ),
  "csv-record-too-long": kind(
    { record: "number", megabytes: "number" },
    ({ record, megabytes }) => `The CSV's record ${record} is longer than ${megabytes} MB, or its quote never ends.`,
  ),
  "csv-too-many-columns": kind(
    { columns: "number", limit: "number" },
    ({ columns, limit }) => `The CSV has ${columns} columns; more than ${limit} are no table.`,
  ),
  "csv-record-too-wide": kind(
    { record: "number", cells: "number", columns: "number" },
    ({ record, cells, columns }) =>
      `Record ${record} of the CSV has ${counted(cells, "cell")} for ${counted(columns, "column")}.`,
  ),
};

const xml = {
  "xml-unreadable": kind(
    { reason: "finding" },
    ({ reason }, say) => `The answer is not XML that can be read (${say(reason)}).`,
  ),
  "xml-damaged": kind({ said: "text" }, ({ said }) => said),
  "xml-with-declarations": plain("a DOCTYPE with declarations of its own is not accepted"),
  "xml-part-too-long": kind({ megabytes: "number" }, ({ megabytes }) => `a part of it is longer than ${megabytes} MB`),
  "xml-too-deep": kind({ levels: "number" }, ({ levels }) => `it nests deeper than ${levels} levels`),
  "xml-too-many-attributes": kind({ limit: "number" }, ({ limit }) => `an element has more than ${limit} attributes`),
  "xml-too-many-values": kind(
    { millions: "number" },
    ({ millions }) => `it holds more than ${millions} million values`,
  ),
};

/** What an API answered in place of rows, and answers that cannot be read. */
export const answerFindings = {
  ...bodies,
  ...csv,
  ...xml,
  "api-answered": kind(
    { status: "number", said: "text?" },
    ({ status, said }) => `The API answered ${status}: ${said ?? NO_REASON}`,
  ),
  "api-reported": kind({ said: "text?" }, ({ said }) => `The API reported an error: ${said ?? NO_REASON}`),
  "api-says": kind(
    { finding: "finding", said: "text" },
    ({ finding, said }, say) => `${say(finding)} The API says: ${said}`,
  ),
  "no-answer": plain("The API gave no answer."),
  "answer-without-body": kind(
    { status: "number" },
    ({ status }) => `The API answered ${status} with an empty body, which is no list of rows.`,
  ),
  "notice-for-records": plain("The answer has a notice in place of records."),
  "error-beside-records": plain("An answer reports an error beside its rows. Rows may be missing."),
  "null-for-records": plain("An answer has null in the place of records."),
  "after-tries": kind(
    { finding: "finding", tries: "number" },
    ({ finding, tries }, say) => `${withoutStop(say(finding))} (after ${tries} tries).`,
  ),
  "after-fresh-sign-in": kind(
    { finding: "finding" },
    ({ finding }, say) => `${withoutStop(say(finding))} (after a fresh sign-in).`,
  ),
  "sign-in-not-renewed": kind(
    { finding: "finding", why: "finding" },
    ({ finding, why }, say) => `${withoutStop(say(finding))}. ${say(why)}`,
  ),
  "waited-less": kind(
    { askedSeconds: "text", waitedSeconds: "number" },
    ({ askedSeconds, waitedSeconds }) =>
      `The API asked to wait ${askedSeconds} s; waited ${waitedSeconds} s, the longest allowed.`,
  ),
};
