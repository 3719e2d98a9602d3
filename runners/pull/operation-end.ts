import type { Operation } from "#domain/connector-language/definition.ts";
import type { PullResult } from "#domain/connector-language/engine-ports.ts";
import { laterCursor } from "#domain/connector-language/incremental.ts";
import type { OperationEnd } from "#domain/run/events.ts";

export type Disposition = OperationEnd["disposition"];

/** What a run does to the rows of an operation's table. What the definition says is fixed; otherwise the run's box decides. */
export function dispositionOf(operation: Pick<Operation, "writeDisposition" | "primaryKey">, override: boolean): Disposition {
  return operation.writeDisposition ?? (override ? "replace" : operation.primaryKey.length > 0 ? "merge" : "append");
}

/** How an operation ended, for the log. Its place moves only when every row has come, and never back. */
export function operationEnd(result: PullResult, about: { readonly disposition: Disposition; readonly basis: string | undefined; readonly from: string | undefined }): OperationEnd {
  const { operation, status, requests, pages, rows, error, cursor } = result;
  const { disposition, basis, from } = about;
  const reached = status === "success" ? laterCursor(from ?? null, cursor) : null;
  return { operation, status, disposition, requests, pages, rows, error, reached: reached === null || basis === undefined ? null : { basis, cursor: reached } };
}
