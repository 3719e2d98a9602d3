import type { Operation } from "./definition.ts";

/**
 * One sentence for what a definition asks of the engine that it cannot do yet, or null. Such a run fails before its
 * first request: reading on without it would give wrong rows.
 */
export function unsupported(operation: Operation): string | null {
  if (operation.responseFormat === "xml") return "Answers in XML cannot be read yet.";
  for (const key of ["window", "lookback", "end_param"] as const) {
    if (operation.incremental?.[key] !== undefined) return `"incremental.${key}" is not supported yet.`;
  }
  return null;
}
