import type { PullResult } from "#domain/connector-language/engine/engine-ports.ts";
import type { WriteDisposition } from "#domain/connector-language/definition/write-disposition.ts";
import type { OperationEnd } from "#domain/run/events.ts";

/** How an operation ended, for the log. Its cursor advances only if all rows were read. */
export function operationEnd(
  result: PullResult,
  about: { readonly disposition: WriteDisposition; readonly basis: string | undefined },
): OperationEnd {
  const { operation, status, requests, pages, rows, error, cursor, from } = result;
  const { disposition, basis } = about;
  const reached = status === "success" ? cursor : null;
  return {
    operation,
    status,
    disposition,
    requests,
    pages,
    rows,
    failure: error === null ? null : { code: "api", facts: { finding: error } },
    from: requests === 0 ? null : from,
    reached: reached === null || basis === undefined ? null : { basis, cursor: reached },
  };
}
