import { plural } from "../../text/counted.ts";
import { kind, plain } from "../finding-kind.ts";

/** Where incremental reading starts, as a part of a sentence; null: at the definition's own beginning. */
const startWords = (cursor: string | null): string => (cursor === null ? "initial_value" : `"${cursor}"`);

const incremental = {
  "end-is-no-time": plain("Incremental reading cannot end at end_value: it is no time."),
  "duration-unfit": kind(
    { key: "text" },
    ({ key }) => `The setting of ${key} gives no duration such as P7D, P1M or PT6H.`,
  ),
  "start-is-no-time": kind(
    { cursor: "text?" },
    ({ cursor }) => `Incremental reading cannot start at ${startWords(cursor)}: it is no time.`,
  ),
  "too-many-windows": kind(
    { cursor: "text?", limit: "number", window: "text" },
    ({ cursor, limit, window }) =>
      `From ${startWords(cursor)} until now there are more than ${limit} windows of ${window}.`,
  ),
  "cursor-not-kept": kind(
    { field: "text", holds: "finding" },
    ({ field, holds }, say) =>
      `The API gave a value of the cursor field "${field}" that cannot be kept for the next pull: it holds ${say(holds)}.`,
  ),
  "start-to-come": kind(
    { cursor: "text" },
    ({ cursor }) =>
      `The last run went as far as ${cursor}, which is still to come, so this one read from the beginning.`,
  ),
  /** `next`: where the next run goes on; null: from the beginning. */
  "cursor-to-come": kind(
    { field: "text", latest: "text", next: "text?" },
    ({ field, latest, next }) =>
      `"${field}" is as late as ${latest}, which is still to come. Such rows are stored, but the next run goes on from ${next ?? "the beginning"}; future_cursor can keep them.`,
  ),
  "cursor-field-unseen": kind(
    { field: "text" },
    ({ field }) => `No row has "${field}", which cursor_field names: the next run reads from the same place again.`,
  ),
};

const rounds = {
  "rounds-failed": kind(
    { failed: "number", rounds: "number", first: "finding" },
    ({ failed, rounds: all, first }, say) => `${failed} of ${all} rounds failed; the first said: ${say(first)}`,
  ),
  "too-many-rounds": kind(
    { rounds: "number", limit: "number" },
    ({ rounds: asked, limit }) => `The settings ask for ${asked} rounds of requests; at most ${limit} are possible.`,
  ),
  "round-values-missing": kind({ name: "text" }, ({ name }) => `"${name}" needs at least one value.`),
  "parent-incomplete": kind(
    { parent: "text" },
    ({ parent }) => `The operation "${parent}", which this one follows, brought no complete answer.`,
  ),
  "parent-rows-skipped": kind(
    { rows: "number", parent: "text", operation: "text" },
    ({ rows, parent, operation }) =>
      `${rows} ${plural(rows, "row")} of "${parent}" ${plural(rows, "lacks", "lack")} the value that "${operation}" asks with, and ${plural(rows, "was", "were")} passed over.`,
  ),
  "parent-rows-differ": kind(
    { rows: "number", parent: "text", operation: "text" },
    ({ rows, parent, operation }) =>
      `${rows} ${plural(rows, "row")} of "${parent}" ${plural(rows, "asks", "ask")} with the value of an earlier row but ${plural(rows, "has", "have")} other fields of include_from_parent. "${operation}" has those of the earlier row.`,
  ),
  "parent-unnamed": kind(
    { parent: "text" },
    ({ parent }) =>
      `Nothing in these rows says which row of "${parent}" they belong to. include_from_parent can add it.`,
  ),
};

/** What a pull found about an operation as a whole: its start, its rounds, what it kept. */
export const readingFindings = {
  ...incremental,
  ...rounds,
  "nul-characters": plain("NUL characters"),
  "broken-unicode": plain("broken Unicode"),
  "more-characters": kind({ limit: "number" }, ({ limit }) => `more than ${limit} characters`),
  "of-operation": kind(
    { operation: "text", finding: "finding" },
    ({ operation, finding }, say) => `${operation}: ${say(finding)}`,
  ),
  "read-from-beginning": kind(
    { operation: "text" },
    ({ operation }) => `"${operation}" asks for something else than before, so it was read from the beginning.`,
  ),
  "earlier-rows-stay": kind(
    { operation: "text" },
    ({ operation }) => `The pull of ${operation} was not complete, so the earlier rows stay.`,
  ),
  "nothing-added": kind(
    { operation: "text" },
    ({ operation }) =>
      `The pull of ${operation} was not complete, so nothing was added: the next one reads these rows again.`,
  ),
};
