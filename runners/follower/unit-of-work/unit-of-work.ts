import type { Transaction } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import { deleteRows, selectRows, snake, upsertRows } from "./table-sql.ts";
import { BatchRows, type Match, type Row } from "./batch-rows.ts";
import type { AnyProjection } from "../model.ts";
import type { SkippedEvents } from "../skipped-events.ts";

type Trx = Transaction<unknown>;

/** Characters of one statement: a batch of large rows needs several. */
const MOST_CHARACTERS = 8_000_000;

/**
 * Applies a batch to the tables in `schema` with a few statements: the handlers work on rows in memory. They run until
 * all rows that they need have been read: a run that misses some records which, and its changes are dropped. That
 * usually takes two or three runs, because what a handler needs is named in its event, or in a row that the event
 * names.
 */
export async function applyEvents(
  trx: Trx,
  projection: AnyProjection,
  schema: string,
  events: readonly LoggedEvent[],
  skipped: SkippedEvents,
): Promise<void> {
  const handlers = projection.on as Readonly<Record<string, ((rows: object, event: LoggedEvent) => void) | undefined>>;
  const wanted = events.filter((event) => Object.hasOwn(handlers, event.type) && !skipped.has(event));
  if (wanted.length === 0) return;
  const tables = Object.entries(projection.tables).map(([name, table]) => ({ name, rows: new BatchRows(table) }));
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
  const isMissing = () => tables.some(({ rows }) => rows.isMissing);
  for (;;) {
    for (const event of wanted) {
      try {
        handlers[event.type]?.(rows, event);
      } catch (error) {
        // While rows are missing a handler may find an impossible state.
        if (!isMissing()) throw error;
      }
    }
    if (!isMissing()) break;
    for (const { name, rows } of tables) {
      await read(trx, schema, name, rows);
      rows.restart();
    }
  }
  for (const { name, rows } of tables) await write(trx, schema, name, rows);
}

async function read(trx: Trx, schema: string, name: string, rows: BatchRows): Promise<void> {
  const at = { schema, name, table: rows.table };
  const inCode = new Map(Object.keys(rows.table.columns).map((column) => [snake(column), column]));
  for (const [columns, given] of byColumns(rows.takeMissing())) {
    for (const part of inParts(given)) {
      const found = await selectRows(at, columns, part).execute(trx);
      rows.keep(
        columns,
        found.rows.map(({ row }) =>
          Object.fromEntries(Object.entries(row).map(([column, value]) => [inCode.get(column) ?? column, value])),
        ),
      );
    }
  }
}

async function write(trx: Trx, schema: string, name: string, changed: BatchRows): Promise<void> {
  const at = { schema, name, table: changed.table };
  const { removed, rows } = changed.changes();
  for (const [columns, given] of byColumns(removed))
    for (const part of inParts(given)) await deleteRows(at, columns, part).execute(trx);
  for (const part of inParts(rows)) await upsertRows(at, part).execute(trx);
}

function byColumns(matches: readonly Match[]): ReadonlyMap<readonly string[], readonly Row[]> {
  const groups = new Map<string, { columns: readonly string[]; rows: Row[] }>();
  for (const { columns, values } of matches) {
    const name = [...columns].sort().join();
    const group = groups.get(name) ?? { columns: name.split(","), rows: [] };
    group.rows.push(values);
    groups.set(name, group);
  }
  return new Map([...groups.values()].map(({ columns, rows }) => [columns, rows]));
}

/** The rows as JSON, in parts of a size that one statement can take. */
function* inParts(rows: readonly Row[]): Generator<readonly string[]> {
  let part: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(
      Object.fromEntries(Object.entries(row).map(([column, value]) => [snake(column), value])),
    );
    if (part.length > 0 && characters + text.length > MOST_CHARACTERS) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(text);
    characters += text.length;
  }
  if (part.length > 0) yield part;
}
