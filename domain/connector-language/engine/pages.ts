import { finding, mapTexts } from "../../core/findings/finding.ts";
import { requestPage, type PageAnswer } from "./ask.ts";
import { type Cell, cellOf, growthOf, JsonCell, plainCell } from "../json/cells.ts";
import { addColumns, flattenRecord, projectRecord } from "../table/columns.ts";
import type { Page } from "./engine-ports.ts";
import { furthestCursor, isOlder, withBounds } from "../rounds/incremental.ts";
import type { IncrementalWindow } from "../rounds/incremental.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { matches } from "../response/matcher.ts";
import { doubtAbout, followsMarks } from "../rounds/end-of-pages.ts";
import { firstPage, nextPage, type PageResponse, type PageState } from "../rounds/pagination.ts";
import type { Values } from "../json/placeholders.ts";
import type { PullContext } from "./pull-context.ts";
import { type Pull, type RoundEnd, warnOnce } from "./pull.ts";
import { recordsOf } from "./read-records.ts";
import type { RecordsMemory } from "../response/records.ts";
import { pageIgnored, RepeatedPages } from "../rounds/repeated-pages.ts";
import { headerOf, type PagePatch } from "../request/request.ts";
import { RoundFailure, roundFailure } from "./round-failure.ts";
import type { Row } from "../table/row.ts";
import type { Round } from "../rounds/rounds.ts";
import { WindowBorder } from "../rounds/window-border.ts";

/** Yields the pages of one round and one window; counts them in `end`. */
export async function* pullWindow(
  pull: Pull,
  asked: Round,
  index: number,
  window: IncrementalWindow,
  border: WindowBorder,
  end: RoundEnd,
): AsyncGenerator<Page, void> {
  const { context, result } = pull;
  const { operation } = context;
  const round = operation.incremental === null ? asked : withWindow(asked, window);
  const memory: RecordsMemory = { member: null };
  const repeated = new RepeatedPages(operation);
  let { state, patch } = firstPage(operation.pagination);
  for (;;) {
    const answer = await askOrEnd(pull, round, withBounds(operation, patch, window), state);
    if (answer === null) {
      end.stopReason = state.unsure;
      return;
    }
    end.pages += 1;
    result.pages += 1;
    pull.clock.note(headerOf(answer.response.headers, "date"), pull.input.now());
    let received = 0;
    let last: Json = null;
    let first: readonly JsonObject[] = [];
    for await (const some of recordsOf(answer, context, memory, {
      sleep: pull.input.sleep,
      warn: (found) => warnOnce(pull, found),
    })) {
      if (received === 0) {
        first = some;
        const again = repeated.repeats(some);
        if (again !== null) return endRepeated(pull, state, { answer, some, again }, end);
      }
      const isNew = pull.windows.length > 1 ? (record: JsonObject) => border.isNew(record, window) : null;
      const { page, isFull } = pageOf(pull, { round, index, answer, isNew }, some, end);
      received += some.length;
      last = some.at(-1) ?? last;
      yield page;
      if (isFull) {
        end.stopReason = "row_limit";
        return;
      }
    }
    if (answer.kind === "ignored") {
      end.stopReason = state.unsure ?? "ignored";
      return;
    }
    repeated.note(first, received);
    const next = nextOrEnd(pull, state, responseOf(answer, received, last), answer.kind === "empty_answer");
    end.stopReason = "stopReason" in next ? next.stopReason : limitReached(pull, end);
    if ("stopReason" in next || end.stopReason !== null) return;
    ({ state, patch } = next);
  }
}

/** What paging needs of an answer. */
function responseOf({ json, response, plainUrl, values }: PageAnswer, rowCount: number, lastRow: Json): PageResponse {
  const { status, headers } = response;
  return { json, status, headers, rowCount, lastRow, url: plainUrl, values };
}

type Repeated = { answer: PageAnswer; some: readonly JsonObject[]; again: "ignored" | "last" };

/** Ends a round at a page that repeats the one before. */
function endRepeated(pull: Pull, state: PageState, { answer, some, again }: Repeated, end: RoundEnd): void {
  const { operation } = pull.context;
  // A mark that leads back to its own page is a circle, whatever the rows are.
  if (followsMarks(operation.pagination))
    nextOrEnd(pull, state, responseOf(answer, some.length, some.at(-1) ?? null), false);
  if (again === "ignored") end.shortfall = pageIgnored(operation, end.pages);
  end.stopReason = "repeated_page";
}

/** The values of a round and its window. */
function withWindow(round: Round, { start, end }: IncrementalWindow): Round {
  return { ...round, values: new Map([...round.values, ["incremental.start", start], ["incremental.end", end]]) };
}

/**
 * Where a page comes from: its round and response; `isNew` is false for a record that the previous window has already
 * returned.
 */
type PageOrigin = { round: Round; index: number; answer: PageAnswer; isNew: ((record: JsonObject) => boolean) | null };

/** Makes a page of records: filtered, within the limits, counted in `end`. */
function pageOf(
  pull: Pull,
  { round, index, answer, isNew }: PageOrigin,
  some: readonly JsonObject[],
  end: RoundEnd,
): { page: Page; isFull: boolean } {
  const { context, limits, result } = pull;
  const { operation } = context;
  const { values } = answer;
  const from = pull.dropsOlder ? pull.windows[0].start : null;
  const kept = some.filter(
    (record) =>
      (isNew === null || isNew(record)) &&
      operation.filters.every((filter) => matches(filter, { json: record }, values) !== false) &&
      !isOlder(operation, record, from),
  );
  const room = Math.max(0, limits.maxRows - result.rows - end.rows);
  const records = kept.length > room ? kept.slice(0, room) : kept;
  const rows = records.map((record) => rowOf(context, round.columns, values, record));
  const furthest = furthestCursor(operation, end.furthest, records, pull.clock);
  if ("error" in furthest) throw roundFailure(furthest.error, context);
  end.furthest = furthest;
  pull.expectations.note(rows, records, round);
  pull.unreadable.note(rows, result.rows + end.rows);
  end.rows += rows.length;
  const at = { kind: "page", operation: operation.id, page: end.pages } as const;
  pull.input.observe?.({ ...at, number: answer.number, received: some.length, rows: rows.length });
  const { summary: request, response } = answer;
  return {
    page: { ...at, round: index, request, status: response.status, rows, records, rowCount: some.length },
    isFull: kept.length > room,
  };
}

/** The next page, or why there is none. */
function nextOrEnd(
  pull: Pull,
  state: PageState,
  response: PageResponse,
  isEmpty: boolean,
): { state: PageState; patch: PagePatch } | Pick<RoundEnd, "stopReason"> {
  const { context } = pull;
  const { pagination } = context.operation;
  const next = nextPage(pagination, state, response);
  if ("error" in next) throw roundFailure(next.error, context);
  if (!next.done) return next;
  const doubt = doubtAbout(pagination, next.reason, state, response);
  if (doubt !== null && "error" in doubt) throw roundFailure(doubt.error, context);
  if (doubt !== null) warnOnce(pull, mapTexts(doubt.warning, context.mask));
  return { stopReason: isEmpty ? "empty_answer" : next.reason };
}

function limitReached({ limits, result }: Pull, end: RoundEnd): RoundEnd["stopReason"] {
  if (result.rows + end.rows >= limits.maxRows) return "row_limit";
  return end.pages >= limits.maxPages ? "page_limit" : null;
}

/** Statuses that say that there is no such page. */
const NO_SUCH_PAGE = new Set([400, 404, 410, 416, 422]);

/** Requests a page. Null if it was requested only to make sure that no more follow, and the API knows no such page. */
async function askOrEnd(pull: Pull, round: Round, patch: PagePatch, { unsure }: PageState): Promise<PageAnswer | null> {
  try {
    return await requestPage(pull, round, patch);
  } catch (error) {
    if (unsure !== null && error instanceof RoundFailure && NO_SUCH_PAGE.has(error.status ?? 0)) return null;
    throw error;
  }
}

/** A list of `1e308`, of seven characters each, takes 310 for each once a table writes it. */
const MOST_GROWTH = 8_000_000;
/** A shorter cell cannot grow so much: of `1e400,` one character becomes 67. */
const SHORTEST_GROWING = MOST_GROWTH / 67;

function isTooLong(cell: Cell): boolean {
  return cell instanceof JsonCell && cell.json.length > SHORTEST_GROWING && growthOf(cell) > MOST_GROWTH;
}

function rowOf(context: PullContext, roundColumns: Round["columns"], values: Values, record: JsonObject): Row {
  const {
    labels,
    lastRow,
    dropped,
    operation: { columns, addedColumns, nullValues, responseFormat },
  } = context;
  const made =
    columns === null
      ? flattenRecord(record, nullValues, labels, lastRow, dropped)
      : projectRecord(record, columns, values, nullValues, lastRow);
  if (!made.ok) throw roundFailure(made.finding, context);
  const fault = addColumns(made.row, record, addedColumns, { values, nullValues });
  if (fault !== null) throw roundFailure(fault, context);
  if (responseFormat === "csv")
    for (const [index, cell] of made.row.cells.entries())
      if (typeof cell === "string") made.row.cells[index] = plainCell(cell);
  if (made.row.cells.some(isTooLong)) throw new RoundFailure("failed", finding("exponents-too-long", {}));
  for (const [label, value] of roundColumns) made.row.add(label, cellOf(value));
  context.lastRow = made.row;
  return made.row;
}
