import type { Operation } from "./definition.ts";

export type WriteDisposition = "merge" | "replace" | "append";

/** How an operation's rows meet the earlier ones: as the definition fixes it, else by the instance's box "Override existing table". */
export function dispositionOf(
  operation: Pick<Operation, "writeDisposition" | "primaryKey">,
  override: boolean,
): WriteDisposition {
  return operation.writeDisposition ?? (override ? "replace" : operation.primaryKey.length > 0 ? "merge" : "append");
}
