import { kind, plain, quotedList } from "../finding-kind.ts";

const places = {
  "path-missing": kind(
    { path: "text", there: "finding" },
    ({ path, there }, say) => `"${path}" is missing: ${say(there)}`,
  ),
  "there-is-list": kind({ length: "number" }, ({ length }) => `there is a list of ${length}.`),
  "there-is-empty-object": plain("there is an empty object."),
  "there-are-keys": kind(
    { keys: "texts", more: "number" },
    ({ keys, more }) => `there is ${quotedList(keys, 0)}${more > 0 ? ", …" : ""}.`,
  ),
  "there-is-value": kind({ value: "text" }, ({ value }) => `there is ${value}.`),
};

/** Why an answer holds no records of the shape that a definition names. */
export const recordFindings = {
  ...places,
  "records-missing": kind({ missing: "finding" }, ({ missing }, say) => `No records in the answer: ${say(missing)}`),
  "list-became-object": plain("The answer is an object, but that of the page before was a list."),
  "answer-is-empty-object": plain("The answer is an empty object."),
  "records-are-one-value": plain("The records are a single value, not objects."),
  "records-are-lists": plain('The records are not objects but lists; the shape "table" reads those.'),
  "records-are-values": plain('The records are not objects but single values; the shape "values" reads those.'),
  "table-not-lists": plain('The shape "table" needs a list of lists.'),
  "table-without-names": plain("The first row of the table does not hold names."),
  "table-row-not-list": kind({ row: "number" }, ({ row }) => `Row ${row} of the table is not a list.`),
  "answer-expands-too-far": kind(
    { rows: "number", columns: "number", millions: "number" },
    ({ rows, columns, millions }) =>
      `The answer expands to ${rows} rows of ${columns} columns; more than ${millions} million values at a time cannot be read.`,
  ),
  "keyed-not-object": plain('The shape "keyed" needs an object of records.'),
  "columns-not-object": plain('The shape "columns" needs an object of lists.'),
  "columns-without-lists": plain("The answer holds no lists to read as columns."),
  "columns-of-other-lengths": kind(
    { first: "text", length: "number", other: "text", otherLength: "number" },
    ({ first, length, other, otherLength }) =>
      `The lists differ in length: "${first}" has ${length}, "${other}" has ${otherLength}.`,
  ),
  "record-not-expanded": kind(
    { missing: "finding" },
    ({ missing }, say) => `A record cannot be expanded: ${say(missing)}`,
  ),
  "expanded-not-list": kind({ path: "text" }, ({ path }) => `"${path}" is not a list, so it cannot be expanded.`),
};
