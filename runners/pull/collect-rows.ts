import { type Finding, finding } from "#domain/core/findings/finding.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { Row } from "#domain/connector-language/table/row.ts";
import { startProfile } from "#domain/connector-language/table/column-types.ts";
import type { Operation } from "#domain/connector-language/definition/definition.ts";
import type { PullInput } from "#domain/connector-language/engine/engine-ports.ts";
import {
  aboutOperation,
  type DefinitionResult,
  definitionResult,
  pullDefinition,
} from "#domain/connector-language/engine/pull-definition.ts";
import { cursorLabel } from "#domain/connector-language/rounds/incremental.ts";
import { dispositionOf, type WriteDisposition } from "#domain/connector-language/definition/write-disposition.ts";
import { outputNames } from "#domain/use-cases/running/output-names.ts";
import type { RunOutcome, RunStart } from "#domain/run/decider.ts";
import type { KeptOutput, OperationEnd, RunOutput } from "#domain/run/events.ts";
import type { StoredOutput } from "#projections/tables/version-queries.ts";
import { operationEnd } from "./operation-end.ts";
import { columnChanges, type SeenColumns, seenColumns } from "./column-changes.ts";
import type { Resume } from "./incremental-basis.ts";
import { type HiddenCells, hiddenCells, hiddenCellsWarning } from "./secrets/hidden-cells.ts";
import type { KnownSecrets } from "./secrets/known-secrets.ts";
import type { OpenTable, PullPorts } from "./pull-ports.ts";
import { unlessSecretsStay } from "./secrets/without-secrets.ts";

/** A table with more columns than this is keyed by data: each pull has its own. */
const MAX_STAYING_COLUMNS = 1_000;

/**
 * `protects`: readers have an earlier complete version, which only a complete pull may replace. `from`: where
 * incremental reading continues.
 */
type Collecting = {
  readonly name: string;
  readonly table: OpenTable;
  readonly disposition: WriteDisposition;
  readonly protects: boolean;
  readonly earlier: TableVersion | null;
  /** Where the earlier version is from; null: there is none. */
  readonly stored: StoredOutput | null;
  readonly seen: SeenColumns;
  readonly hidden: HiddenCells;
  readonly from: string | undefined;
  /** The columns that this version of the connector has brought. */
  readonly columns: TableVersion["columns"];
  /** Whether they all stay, or only those that rows have. */
  readonly columnsStay: boolean;
  /** Its rows were read with another question, and it now reads from the beginning. */
  readonly restarts: boolean;
  round: number;
};

type Collection = {
  readonly ports: PullPorts;
  readonly start: RunStart;
  /** Public name of the instance's table; further operations append their id to it. */
  readonly tableName: string;
  readonly input: PullInput;
  /** For incremental operations: the hash of their question, and how far their stored rows go. */
  readonly resume: ReadonlyMap<string, Resume>;
  readonly secrets: Pick<KnownSecrets, "isIn" | "hideInCell">;
};

/** Pulls every operation into a table of its own. Nothing can be read before the run's end is recorded. */
export async function collectRows(collection: Collection): Promise<RunOutcome> {
  const { ports, input, start } = collection;
  const open = new Map<string, Collecting>();
  try {
    const names = outputNames(collection.tableName, input.definition);
    for (const operation of input.definition.operations)
      open.set(operation.id, await opened(collection, operation, names.get(operation.id) as string));
    const doubled = input.definition.operations.filter(
      ({ id }) => start.restart !== true && open.get(id)?.restarts === true && open.get(id)?.disposition === "append",
    );
    if (doubled.length > 0) return restartUnasked(doubled);
    const known = new Map([...open].map(([id, { columns }]) => [id, columns.map(({ label }) => label)]));
    const pull = pullDefinition({ ...input, cursors: cursorsOf(open), known });
    let step = await pull.next();
    while (!step.done) {
      const { value } = step;
      // The next page is requested while the rows of this one are stored.
      const next = pull.next();
      next.catch(() => undefined);
      const target = open.get(value.operation);
      if (!target) throw new Error(`No table for operation ${value.operation}`);
      if (value.kind === "page") await storeRows(target, value.round, value.rows);
      else if (value.round === target.round) await target.table.rollBack();
      step = await next;
    }
    return await settle(collection, open, withStorableResults(collection, open, step.value));
  } finally {
    for (const { table } of open.values())
      await table.abort().catch((error: unknown) => ports.reportError(error, collection.start.runId));
  }
}

/** Operations that continue after their stored rows. */
function cursorsOf(open: ReadonlyMap<string, Collecting>): ReadonlyMap<string, string> {
  return new Map(
    [...open].flatMap(([operation, { from }]) => (from === undefined ? [] : [[operation, from] as const])),
  );
}

async function opened(
  { ports, start, resume, secrets }: Collection,
  operation: Operation,
  name: string,
): Promise<Collecting> {
  const disposition = dispositionOf(operation, start.override);
  const found = (await ports.outputs.find(name, start.ownerId))?.table;
  const earlier = found?.current ?? null;
  const stored = found && earlier ? await ports.outputs.storedOutput(found.itemId, earlier.physical) : null;
  // A version names the connector that brought it, so another connector brings one of its own.
  const own = stored?.connectorId === start.connectorId ? earlier : null;
  const columns = own?.columns ?? [];
  const columnsStay = disposition !== "replace" || (own !== null && columns.length <= MAX_STAYING_COLUMNS);
  // A table that is replaced needs all of its rows, so it is read from the beginning.
  const from = disposition === "replace" || earlier === null ? undefined : resume.get(operation.id)?.cursor;
  const cursor = disposition === "append" && from !== undefined ? cursorLabel(operation) : null;
  const table = await ports.tables.open({
    runId: start.runId,
    base: disposition === "replace" ? null : earlier,
    earlier: own,
    key: disposition === "merge" ? operation.primaryKey : [],
    once: cursor === null ? null : { cursor, key: operation.primaryKey },
    before: { columns: earlier?.columns ?? [], stay: columnsStay },
    profile: startProfile(operation.columns, operation.addedColumns),
  });
  const restarts = disposition !== "replace" && earlier !== null && resume.get(operation.id)?.restarts === true;
  return {
    name,
    table,
    disposition,
    protects: disposition === "replace" && earlier !== null,
    earlier,
    stored,
    seen: seenColumns(),
    hidden: hiddenCells(secrets),
    from,
    columns,
    columnsStay,
    restarts,
    round: -1,
  };
}

/** Rows of an incomplete round must leave nothing behind, so each round begins with a mark. */
async function storeRows(target: Collecting, round: number, rows: readonly Row[]): Promise<void> {
  if (round !== target.round) await target.table.mark();
  target.round = round;
  target.hidden.hide(rows);
  target.seen.note(rows);
  await target.table.write(rows);
}

/** What differs from the version before: no row, and the columns. */
async function changesOf({ tables }: PullPorts, target: Collecting, rows: number): Promise<Finding[]> {
  const { earlier, seen, columnsStay, from, protects } = target;
  if (earlier === null) return [];
  const empty = await tables.emptyShares(earlier);
  return [
    ...(protects && rows === 0 && earlier.rows > 0 ? [finding("rows-gone", { before: earlier.rows })] : []),
    ...columnChanges({ earlier, empty, seen, drops: !columnsStay, whole: from === undefined }),
  ];
}

/** Rows that the table may already hold are not added without the owner's consent. */
function restartUnasked(operations: readonly Operation[]): RunOutcome {
  const failure = { code: "restart-unasked", facts: { operations: operations.map(({ id }) => id) } } as const;
  const asks = operations.every(({ writeDisposition }) => writeDisposition === null) ? "restart_or_replace" : "restart";
  return { status: "failed", failure, asks, operations: [], pages: 0, rowCount: 0, warnings: [] };
}

/** The result in which every operation has failed that would leave a secret in the log. */
function withStorableResults(
  { input: { definition }, secrets }: Collection,
  open: ReadonlyMap<string, Collecting>,
  result: DefinitionResult,
): DefinitionResult {
  const results = result.operations.map((each) => {
    const operation = definition.operations.find(({ id }) => id === each.operation);
    const { seen, hidden } = open.get(each.operation) ?? {};
    const found = { labels: seen?.present ?? [], hidden: hidden?.columns ?? new Set<string>() };
    return operation ? unlessSecretsStay(each, operation, { ...found, secrets }) : each;
  });
  return results.every((each, index) => each === result.operations[index])
    ? result
    : definitionResult(definition, results);
}

/** Finishes the tables of the successful operations, so that they can be read once the log names them. */
async function settle(
  { ports, start, resume, input }: Collection,
  open: ReadonlyMap<string, Collecting>,
  result: DefinitionResult,
): Promise<RunOutcome> {
  const outputs: RunOutput[] = [];
  let unchanged = 0;
  const restarted = [...open]
    .filter(([, { restarts }]) => restarts)
    .map(([operation]) => finding("read-from-beginning", { operation }));
  const warnings = [...restarted, ...result.warnings];
  try {
    for (const { operation, status } of result.operations) {
      const target = open.get(operation);
      if (!target || status === "failed") continue;
      if (status === "partial" && target.protects) {
        warnings.push(finding("earlier-rows-stay", { operation }));
        continue;
      }
      // The next pull begins where this one did: without a key, rows appended now would be duplicated.
      if (status === "partial" && target.disposition === "append" && resume.has(operation)) {
        warnings.push(finding("nothing-added", { operation }));
        continue;
      }
      // Others are shown whole outputs alone: one in part that is whole now is told to them as a version.
      const evenIfSame = status === "success" && target.stored?.whole !== true;
      const { physical, columns, rows, contentHash } = await target.table.finish({ evenIfSame });
      const hidden = hiddenCellsWarning(target.hidden);
      if (hidden !== null) warnings.push(aboutOperation(input.definition, operation, hidden));
      // Failed rounds may be the ones with the missing columns.
      const changes = status === "success" ? await changesOf(ports, target, rows) : [];
      warnings.push(...changes.map((change) => aboutOperation(input.definition, operation, change)));
      if (physical === target.earlier?.physical) unchanged += 1;
      else {
        const table = { physical, columns: [...columns], rows, contentHash };
        outputs.push({ operation, tableName: target.name, table });
      }
    }
  } catch (error) {
    for (const { table } of outputs)
      await ports.tables.drop(table.physical).catch((fault: unknown) => ports.reportError(fault, start.runId));
    throw error;
  }
  const operations = result.operations.flatMap((each): OperationEnd[] => {
    const target = open.get(each.operation);
    return target ? [operationEnd(each, { ...target, basis: resume.get(each.operation)?.basis })] : [];
  });
  const brought = { outputs, kept: keptOf(open, outputs) };
  const counts = {
    operations,
    pages: result.operations.reduce((sum, each) => sum + each.pages, 0),
    rowCount: result.rows,
    warnings: warnings.slice(0, 50),
  };
  if (result.error === null) return { status: "success", ...brought, ...counts };
  const failure = { code: "api", facts: { finding: result.error } } as const;
  if (result.status === "failed" || outputs.length + unchanged === 0) return { status: "failed", failure, ...counts };
  return { status: "partial", ...brought, failure, ...counts };
}

/** The operations whose earlier output stays. */
function keptOf(open: ReadonlyMap<string, Collecting>, outputs: readonly RunOutput[]): KeptOutput[] {
  const stored = new Set(outputs.map(({ operation }) => operation));
  return [...open].flatMap(([operation, { stored: earlier }]) =>
    earlier === null || stored.has(operation) ? [] : [{ operation, storedBy: earlier.runId }],
  );
}
