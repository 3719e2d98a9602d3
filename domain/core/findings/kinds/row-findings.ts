import { formatCount, plural } from "../../text/counted.ts";
import { kind, plain, quotedList } from "../finding-kind.ts";

const rows = {
  "record-too-wide": kind(
    { limit: "number" },
    ({ limit }) => `A record has more than ${limit} fields; records keyed by data need the shape "keyed".`,
  ),
  "row-too-large": kind(
    { megabytes: "number" },
    ({ megabytes }) => `The columns of a record hold more than ${megabytes} MB besides the largest cell.`,
  ),
  "too-many-compared": kind(
    { limit: "number" },
    ({ limit }) =>
      `The conditions of filter, response_actions and stop compare with more than ${formatCount(limit)} values, because their settings are long lists.`,
  ),
  "exponents-too-long": plain(
    "A record has a list of numbers with exponents that would be more than 8 MB longer once their zeros are written.",
  ),
  /** `value` null: a list or an object. */
  "value-of-other-type": kind(
    { column: "text", type: "text", value: "text?" },
    ({ column, type, value }) =>
      `The column "${column}" is declared as ${type}, but the API gave ${value === null ? "a list or an object" : `"${value}"`}. (null_values can name what means an empty cell.)`,
  ),
  /** The place of the first such value. */
  "cells-unreadable": kind(
    { cells: "number", row: "number", column: "text" },
    ({ cells, row, column }) =>
      `${formatCount(cells)} ${plural(cells, "value has", "values have")} a character that cannot be read, which is stored as \ufffd: the first is in "${column}" of row ${formatCount(row)}.`,
  ),
  "rows-gone": kind({ before: "number" }, ({ before }) => `0 rows; before ${formatCount(before)}.`),
  "key-columns-unseen": kind(
    { columns: "texts" },
    ({ columns }) =>
      `No row has ${columns.map((column) => `"${column}"`).join(" or ")}, which primary_key names: rows that come again are not recognised.`,
  ),
  "merge-without-key": plain(
    "write_disposition is merge, but there is no primary_key: rows that come again are added again.",
  ),
  "column-empty": kind(
    { path: "text", column: "text" },
    ({ path, column }) => `No row has anything at "${path}", so the column "${column}" is empty.`,
  ),
};

/** How the columns differ from those of the run before. */
const changes = {
  "columns-new": kind(
    { columns: "texts", more: "number" },
    ({ columns, more }) => `New ${isOne(columns, more) ? "column" : "columns"}: ${quotedList(columns, more)}.`,
  ),
  "columns-gone": kind(
    { columns: "texts", more: "number" },
    ({ columns, more }) =>
      `${quotedList(columns, more)} ${isOne(columns, more) ? "is gone: no row has it" : "are gone: no row has them"} any more.`,
  ),
  "columns-not-in-run": kind(
    { columns: "texts", more: "number" },
    ({ columns, more }) =>
      `No row of this run has ${quotedList(columns, more)}: ${isOne(columns, more) ? "it stays" : "they stay"} empty in these rows.`,
  ),
  "columns-emptied": kind(
    { columns: "texts", more: "number" },
    ({ columns, more }) =>
      `${quotedList(columns, more)} had values before and ${isOne(columns, more) ? "is" : "are"} empty in every row now.`,
  ),
};

/** Credentials that an API repeats. */
const credentials = {
  "credential-in-cells": kind(
    { columns: "texts", more: "number" },
    ({ columns, more }) =>
      `The API repeated a credential of this connection in ${isOne(columns, more) ? "the column" : "the columns"} ${quotedList(columns, more)}. It was stored as •••.`,
  ),
  "credential-in-cursor": kind({ field: "text" }, ({ field }) =>
    notStored(`a value of the cursor field "${field}" that holds`),
  ),
  "credential-in-column-name": plain(notStored("a column whose name holds")),
  "credential-in-key": plain(notStored("a value of the primary key that holds")),
};

function isOne(columns: readonly string[], more: number): boolean {
  return columns.length + more === 1;
}

function notStored(what: string): string {
  return `The API gave ${what} a credential of this connection, so none of its rows were stored.`;
}

/** What became of rows and columns. */
export const rowFindings = { ...rows, ...changes, ...credentials };
