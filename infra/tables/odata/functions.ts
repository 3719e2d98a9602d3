import type { ODataExpression, ODataFamily, ODataFunction } from "#domain/core/odata/odata-query.ts";

type Signature = {
  /** The families that each argument may have. All but the first are the same for each row: no column is in them. */
  readonly takes: readonly (readonly ODataFamily[])[];
  /** How many of the last arguments may be left out. */
  readonly optional?: number;
  readonly gives: ODataFamily;
  /** The SQL of a call, with that of its arguments. Times are in UTC, as those of the session are. */
  readonly sql: (...of: readonly string[]) => string;
};

const MOMENT = [["moment"]] as const;
const CLOCK = [["moment", "time"]] as const;
const TEXT = [["text"]] as const;
const NUMBER = [["number"]] as const;
const part = (name: string) => (of: string) => `extract(${name} FROM ${of})`;

/** What `$filter` can compute: nothing that is longer than what it is computed from. */
export const FUNCTIONS: Readonly<Record<ODataFunction, Signature>> = {
  year: { takes: MOMENT, gives: "number", sql: part("year") },
  month: { takes: MOMENT, gives: "number", sql: part("month") },
  day: { takes: MOMENT, gives: "number", sql: part("day") },
  hour: { takes: CLOCK, gives: "number", sql: part("hour") },
  minute: { takes: CLOCK, gives: "number", sql: part("minute") },
  second: { takes: CLOCK, gives: "number", sql: (of) => `floor(extract(second FROM ${of}))` },
  date: { takes: MOMENT, gives: "moment", sql: (of) => `date_trunc('day', ${of})` },
  time: { takes: MOMENT, gives: "time", sql: (of) => `(${of})::time` },
  tolower: { takes: TEXT, gives: "text", sql: (of) => `lower(${of})` },
  toupper: { takes: TEXT, gives: "text", sql: (of) => `upper(${of})` },
  trim: { takes: TEXT, gives: "text", sql: (of) => `btrim(${of}, E' \\t\\n\\r\\f\\v')` },
  length: { takes: TEXT, gives: "number", sql: (of) => `length(${of})` },
  indexof: { takes: [["text"], ["text"]], gives: "number", sql: (of, wanted) => `(strpos(${of}, ${wanted}) - 1)` },
  substring: {
    takes: [["text"], ["number"], ["number"]],
    optional: 1,
    gives: "text",
    sql: (of, from, length) => `substr(${of}, ${place(from)} + 1${length === undefined ? "" : `, ${place(length)}`})`,
  },
  round: { takes: NUMBER, gives: "number", sql: (of) => `round((${of})::numeric)` },
  floor: { takes: NUMBER, gives: "number", sql: (of) => `floor((${of})::numeric)` },
  ceiling: { takes: NUMBER, gives: "number", sql: (of) => `ceil((${of})::numeric)` },
};

/** A place in a text: SQL counts in integers, and less than nothing is nothing. */
function place(sql: string): string {
  return `least(greatest(trunc((${sql})::numeric), 0), 1000000000)::int`;
}

/** Tells the family of a value. */
export function familyOfExpression(expression: ODataExpression, column: (name: string) => ODataFamily): ODataFamily {
  switch (expression.kind) {
    case "column":
      return column(expression.column);
    case "value":
      return expression.family;
    case "call":
      return FUNCTIONS[expression.name].gives;
  }
}
