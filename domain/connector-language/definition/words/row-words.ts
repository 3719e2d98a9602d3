import type * as schema from "../schema.ts";
import type { Words } from "./key-words.ts";

const matcher: Words<typeof schema.matcherSchema> = {
  path: {
    says: "The place in the answer or row. Alone it matches when something not null is there.",
    example: "error.code",
  },
  header: { says: "The header of the answer that is looked at, in place of a path.", example: "X-Has-More" },
  status: {
    says: "The status or statuses it is about: 404, 4xx. A rule of response_actions that names none judges successful answers only.",
    example: [404, "5xx"],
  },
  equals: {
    says: "Matches this value. A text such as {setting} is the setting's value here and in eq, not, contains, gt and lt; a comparison with an unset setting is left out.",
    example: "rate_limited",
  },
  eq: { says: "The same as equals.", example: "{status}" },
  in: { says: "Matches any of these values.", example: ["deleted", "archived"] },
  not: { says: "Matches what is none of these values, also when nothing is there.", example: ["deleted", "archived"] },
  contains: {
    says: "Matches a text with one of these texts in it, or a list with one of these values. Without path and header, the answer's text.",
    example: "quota",
  },
  gt: { says: "Matches a number, time or text after this one.", example: 0 },
  lt: { says: "Matches a number, time or text before this one.", example: "{until}" },
  exists: { says: "Matches when something is there, or with false when nothing is.", example: true },
  all: {
    says: "Matches when all of these do.",
    example: [
      { path: "open", equals: true },
      { path: "size", gt: 0 },
    ],
  },
  any: {
    says: "Matches when one of these does.",
    example: [
      { path: "kind", equals: "a" },
      { path: "kind", exists: false },
    ],
  },
};

/** The texts for what judges answers and rows, and makes columns of them. */
export const ROW_WORDS = {
  matcher,
  response_action: {
    ...matcher,
    action: {
      says: "ignore takes the answer as no rows, retry asks again, fail ends the operation.",
      example: "ignore",
    },
    wait: { says: "Seconds to wait before a retry.", example: 30 },
    message_path: { says: "Where the answer says what went wrong.", example: "error.message" },
  },
  retry: {
    max_attempts: { says: "How often a request is tried in all.", default: 5, example: 3 },
    wait_header: { says: "The header that says how long to wait, beside Retry-After.", example: "X-RateLimit-Reset" },
  },
  column: {
    name: { says: "The column's name.", example: "opened_at" },
    path: { says: "Where its value is in the row. The name when absent.", example: "created.at" },
    type: {
      says: "The column's type, in the table from the first row on. A value that does not fit fails the run, unless null_values names it; the empty text is an empty cell. Found from all values when absent.",
      example: "date",
    },
    null_values: { says: "Values that mean empty here.", example: ["-"] },
    value: {
      says: "A fixed value for every row, or a text with settings and, as {row.name}, fields of the row. Without any of these fields the cell is empty.",
      example: "{row.first_name} {row.last_name}",
    },
    first_of: {
      says: "Several places of which the first that is not empty counts.",
      example: ["email", "contact.email"],
    },
    default: { says: "The value where there is none.", example: 0 },
    strip: {
      says: "Takes white space, with true, or these characters from both ends of a text.",
      example: true,
    },
    replace: { says: "Replaces each of these texts within a text, in order.", example: [{ from: ",", to: "." }] },
    format: {
      says: "How the API writes this time: a strftime pattern, epoch or epoch_ms. The column then holds a date, or a time in UTC to the millisecond.",
      example: "%d.%m.%Y",
    },
  },
  replacement: {
    from: { says: "The text that is looked for, as it is.", example: "," },
    to: { says: "The text that takes its place.", example: "." },
  },
  column_changes: {
    add: {
      says: "Columns that rows have besides their fields. One that is called as a field takes its place.",
      example: [{ name: "full_name", value: "{row.first_name} {row.last_name}" }],
    },
    drop: { says: "Fields that rows do not have: paths of names.", example: ["_links", "owner.avatar"] },
  },
} satisfies {
  matcher: Words<typeof schema.matcherSchema>;
  response_action: Words<typeof schema.responseActionSchema>;
  retry: Words<typeof schema.retrySchema>;
  column: Words<typeof schema.columnSchema>;
  replacement: Words<typeof schema.replacementSchema>;
  column_changes: Words<typeof schema.columnChangesSchema>;
};
