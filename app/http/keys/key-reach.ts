import type { KeyLimits } from "#domain/core/keys/scopes.ts";
import type { KeyReach, Platform } from "../../platform.ts";
import type { Thing } from "../json-api/endpoint.ts";

/**
 * The things that a key opens: a connector stands for the user's connections to it, a connection for its output tables.
 */
export async function reachOf(
  { tables, instances }: Pick<Platform["queries"], "tables" | "instances">,
  userId: string,
  limits: KeyLimits,
): Promise<KeyReach> {
  const connections = await instances.chosen(userId, limits.connectors);
  const ids = connections.map(({ id }) => id);
  const opened = await tables.named(limits.tables, ids);
  return {
    tableIds: new Set(opened.map(({ itemId }) => itemId)),
    tableNames: new Set(opened.map(({ name }) => name)),
    connectors: new Set(limits.connectors),
    instances: new Set(ids),
  };
}

/** The limits of a stored key: with one of its two lists, nothing of the other kind. null: no limits. */
export function limitsOf({
  tables,
  connectors,
}: {
  readonly tables: readonly string[] | null;
  readonly connectors: readonly string[] | null;
}): KeyLimits | null {
  return tables === null && connectors === null ? null : { tables: tables ?? [], connectors: connectors ?? [] };
}

/** Whether a key opens a thing. What it does not open is refused alike, whether it exists or not. */
export function reaches(reach: KeyReach, kind: Thing, id: string): boolean {
  switch (kind) {
    case "dataset":
    case "table":
      return reach.tableIds.has(id) || reach.tableNames.has(id);
    case "item":
      return reaches(reach, "dataset", id) || reaches(reach, "connector", id);
    case "connector":
    case "draft":
      return reach.connectors.has(id);
    case "instance":
      return reach.instances.has(id);
    // The id of a run is that of its connection and a number.
    case "run":
      return reach.instances.has(id.replace(/-\d+$/, ""));
  }
}
