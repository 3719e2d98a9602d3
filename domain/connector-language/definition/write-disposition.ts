import type { Operation } from "./definition.ts";

export type WriteDisposition = "merge" | "replace" | "append";

/**
 * The write disposition of an operation: as the definition says, else by the instance's box "Override existing table".
 */
export function dispositionOf(
  operation: Pick<Operation, "writeDisposition" | "primaryKey">,
  override: boolean,
): WriteDisposition {
  return operation.writeDisposition ?? (override ? "replace" : operation.primaryKey.length > 0 ? "merge" : "append");
}
