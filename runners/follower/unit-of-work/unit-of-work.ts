import type { Transaction } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { AnyProjection } from "../model.ts";
import type { SkippedEvents } from "../skipped-events.ts";
import { requireKnown } from "../unknown-events/decode-known.ts";
import { KnownRows, type Match, type Row } from "./known-rows.ts";
import type { Statement } from "./script.ts";
import { type Session, sessionIn } from "./session.ts";
import { type At, copyLines, copyRows, deleteRows, selectRows, snake, upsertRows } from "./table-sql.ts";

/** Characters of one statement: a batch of large rows needs several. */
const MOST_CHARACTERS = 8_000_000;
/** What a row takes in memory beside its text, in characters. */
const CHARACTERS_OF_A_ROW = 100;

export type UnitOfWorkOptions = {
  readonly projection: AnyProjection;
  readonly schema: string;
  readonly skipped: SkippedEvents;
  /** The tables are empty. */
  readonly empty: boolean;
  /** Characters of rows that are kept from batch to batch. */
  readonly keptCharacters: number;
  /** Called before rows of a table are read by columns other than its key. */
  readonly beforeSearch?: (table: string, columns: readonly string[]) => Promise<void>;
};

/** The rows of a model as its only writer knows them, from batch to batch. */
export type UnitOfWork = {
  /**
   * The statements that apply the events, after reading what they need. They are run in the order of the calls, and
   * `keep` or `forget` has to follow. The next call may come before they are run if its `session` reads after that.
   */
  apply(session: Session, events: readonly LoggedEvent[]): Promise<readonly Statement[]>;
  /** The statements of the first call that is open have been run. */
  keep(): void;
  /** Those of some call have not been run, or nobody knows: all open calls are void. */
  forget(): void;
};

type Handlers = ReadonlyMap<string, (rows: object, event: LoggedEvent) => void>;
type Table = { readonly at: At; readonly rows: KnownRows };

/**
 * Applies batches to the tables in `schema` with a few statements each: the handlers work on rows in memory. They run
 * until all rows that they need are known: a run that misses some records which, its changes are dropped, and the rows
 * are read. Rows stay known from batch to batch, so that most batches are run once; when they are too many, all are
 * forgotten and read again as they are needed.
 */
export function createUnitOfWork(options: UnitOfWorkOptions): UnitOfWork {
  const { projection, schema, skipped, empty, keptCharacters, beforeSearch } = options;
  const handlers: Handlers = new Map(Object.entries(projection.on));
  const tables: readonly Table[] = Object.entries(projection.tables).map(([name, table]) => ({
    at: { schema, name, table },
    rows: new KnownRows(table, { empty }),
  }));
  const rows = Object.fromEntries(tables.map(({ at, rows }) => [at.name, rows]));
  let kept = 0;
  const forget = (): void => {
    for (const table of tables) table.rows.forget();
    kept = 0;
  };

  return {
    async apply(session, events) {
      const wanted = events.filter((event) => !skipped.has(event) && isHandled(handlers, event));
      while (!run(handlers, tables, rows, wanted)) {
        for (const table of tables) table.rows.restart();
        for (const table of tables) kept += await readMissing(session, table, beforeSearch);
      }
      const statements = tables.flatMap((table) => writeStatements(table, session.copies));
      kept += statements.reduce((sum, { text, lines = "" }) => sum + text.length + lines.length, 0);
      if (kept > keptCharacters) forget();
      return statements;
    },
    keep() {
      for (const table of tables) table.rows.written();
    },
    forget,
  };
}

/** One batch by itself. */
export async function applyEvents(
  trx: Transaction<unknown>,
  projection: AnyProjection,
  schema: string,
  events: readonly LoggedEvent[],
  skipped: SkippedEvents,
): Promise<void> {
  const unit = createUnitOfWork({ projection, schema, skipped, empty: false, keptCharacters: 0 });
  const session = sessionIn(trx);
  await session.run(await unit.apply(session, events));
}

function isHandled(handlers: Handlers, event: LoggedEvent): boolean {
  requireKnown(event, handlers);
  return handlers.has(event.type);
}

/** Whether every row that the handlers asked for was known. */
function run(handlers: Handlers, tables: readonly Table[], rows: object, events: readonly LoggedEvent[]): boolean {
  const isMissing = () => tables.some((table) => table.rows.isMissing);
  for (const event of events) {
    try {
      handlers.get(event.type)!(rows, event);
    } catch (error) {
      // While rows are missing a handler may find an impossible state.
      if (!isMissing()) throw error;
    }
  }
  return !isMissing();
}

/** Returns the characters of the rows. */
async function readMissing(
  session: Session,
  { at, rows }: Table,
  beforeSearch: UnitOfWorkOptions["beforeSearch"],
): Promise<number> {
  let characters = 0;
  const inCode = new Map(Object.keys(at.table.columns).map((column) => [snake(column), column]));
  for (const [columns, matches] of byColumns(rows.takeMissing())) {
    if (columns.join() !== at.table.key.toSorted().join()) await beforeSearch?.(at.name, columns);
    for (const part of inParts(matches.map(jsonOf))) {
      const found = (await session.query(selectRows(at, columns, part))) as { row: string }[];
      characters += matches.length * CHARACTERS_OF_A_ROW;
      rows.keep(
        found.map(({ row }) => {
          characters += row.length;
          const read = Object.entries(JSON.parse(row) as Row);
          return Object.fromEntries(read.map(([column, value]) => [inCode.get(column) ?? column, value]));
        }),
      );
    }
  }
  return characters;
}

function writeStatements({ at, rows }: Table, copies: boolean): Statement[] {
  const { removed, added, replaced } = rows.takeChanges();
  const upserted = copies ? replaced : [...added, ...replaced];
  return [
    ...[...byColumns(removed)].flatMap(([columns, matches]) =>
      [...inParts(matches.map(jsonOf))].map((part) => ({ text: deleteRows(at, columns, part) })),
    ),
    ...(copies && added.length > 0 ? [{ text: copyRows(at), lines: copyLines(at, added) }] : []),
    ...[...inParts(upserted.map(jsonOf))].map((part) => ({ text: upsertRows(at, part) })),
  ];
}

function byColumns(matches: readonly Match[]): ReadonlyMap<readonly string[], readonly Row[]> {
  const groups = Map.groupBy(matches, ({ columns }) => columns.toSorted().join());
  return new Map([...groups].map(([name, group]) => [name.split(","), group.map(({ values }) => values)]));
}

function jsonOf(row: Row): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([column, value]) => [snake(column), value])));
}

/** The texts in parts of a size that one statement can take. */
function* inParts(texts: readonly string[]): Generator<readonly string[]> {
  let part: string[] = [];
  let characters = 0;
  for (const text of texts) {
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
