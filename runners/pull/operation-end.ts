import type { PullResult } from "#domain/connector-language/engine-ports.ts";
import { laterCursor } from "#domain/connector-language/incremental.ts";
import type { WriteDisposition } from "#domain/connector-language/write-disposition.ts";
import type { OperationEnd } from "#domain/run/events.ts";

/** How an operation ended, for the log. Its place moves only when every row has come, and never back. */
export function operationEnd(result: PullResult, about: { readonly disposition: WriteDisposition; readonly basis: string | undefined; readonly from: string | undefined }): OperationEnd {
  const { operation, status, requests, pages, rows, error, cursor } = result;
  const { disposition, basis, from } = about;
  const reached = status === "success" ? laterCursor(from ?? null, cursor) : null;
  return { operation, status, disposition, requests, pages, rows, error, reached: reached === null || basis === undefined ? null : { basis, cursor: reached } };
}
