import { type Finding, finding } from "../../core/findings/finding.ts";
import { JsonCell } from "../json/cells.ts";
import { pullOperation } from "./engine.ts";
import type { PullInput, PullResult, PullStep } from "./engine-ports.ts";
import type { Definition } from "../definition/definition.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { pullOrder } from "../definition/parents.ts";
import { createPace } from "../rounds/pace.ts";
import { readPath } from "../json/paths.ts";
import type { Row } from "../table/row.ts";
import { parentPaths } from "../rounds/rounds.ts";
import { single } from "../json/xml.ts";

/** How the pull of a definition ended. */
export interface DefinitionResult {
  status: "success" | "partial" | "failed";
  /** Of the first operation that failed. */
  error: Finding | null;
  errorCode: PullResult["errorCode"];
  warnings: Finding[];
  /** Rows of all operations. */
  rows: number;
  operations: PullResult[];
}

/**
 * Pulls every operation once, parents before children; one pull fills the table and feeds the children. If an operation
 * fails, the run is partial and its children are not read. Yields what the operations yield; returns the result.
 */
export async function* pullDefinition(input: PullInput): AsyncGenerator<PullStep, DefinitionResult> {
  const parents = new Map<string, ReadonlyMap<string, Json>[]>();
  const pace = createPace();
  const results: PullResult[] = [];
  for (const operation of pullOrder(input.definition)) {
    const paths = parentPaths(input.definition, operation.id);
    const byRound = new Map<number, ReadonlyMap<string, Json>[]>();
    const pull = pullOperation({ ...input, operation, parents, pace });
    let step = await pull.next();
    while (!step.done) {
      const { value } = step;
      if (value.kind !== "page") byRound.delete(value.round);
      else if (paths.length > 0) {
        const kept = byRound.get(value.round) ?? [];
        for (const [index, record] of value.records.entries()) kept.push(pick(record, value.rows[index], paths));
        byRound.set(value.round, kept);
      }
      yield value;
      step = await pull.next();
    }
    results.push(step.value);
    input.observe?.({ kind: "end", operation: operation.id, result: step.value });
    if (step.value.status !== "failed") parents.set(operation.id, [...byRound.values()].flat());
  }
  return definitionResult(input.definition, results);
}

/**
 * What children need of a row: fields of the record, else columns that the row has besides (those of its own parent).
 */
function pick(record: JsonObject, row: Row | undefined, paths: readonly string[]): ReadonlyMap<string, Json> {
  return new Map(
    paths.map((path) => {
      const column = row?.get(path);
      const found = readPath(record, path);
      return [
        path,
        found.found ? single(found.value) : column === undefined || column instanceof JsonCell ? null : column,
      ];
    }),
  );
}

/** How the pull of a definition ended, by the results of its operations. */
export function definitionResult(definition: Definition, results: readonly PullResult[]): DefinitionResult {
  const failed = results.filter((result) => result.status !== "success");
  const status =
    failed.length === 0 ? "success" : results.every((result) => result.status === "failed") ? "failed" : "partial";
  const first = failed[0];
  return {
    status,
    error: first?.error ? aboutOperation(definition, first.operation, first.error) : null,
    errorCode: first?.errorCode ?? null,
    warnings: results.flatMap(({ operation, warnings }) =>
      warnings.map((warning) => aboutOperation(definition, operation, warning)),
    ),
    rows: results.reduce((sum, result) => sum + result.rows, 0),
    operations: [...results],
  };
}

/** Names the operation that something was found about, unless the definition has only this one. */
export function aboutOperation({ operations }: Definition, operation: string, found: Finding): Finding {
  return operations.length > 1 ? finding("of-operation", { operation, finding: found }) : found;
}
