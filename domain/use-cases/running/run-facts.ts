import type { OperationEnd, RunStart } from "../../run/events.ts";
import type { Ports } from "../ports.ts";
import { readRun } from "./read-run.ts";

/** What a run was told, and how its operations ended. Rights are the caller's to check (`ownerId`). */
export type RunFacts = Pick<RunStart, "ownerId" | "connectorId" | "override" | "settingKeys" | "incremental"> & {
  /** Its owner agreed that operations that append read from the beginning again. */
  readonly restart: boolean;
  /** Whether some of its settings were for this run only. */
  readonly ownSettings: boolean;
  readonly operations: readonly OperationEnd[];
};

/** The facts about a run that lists do not show; null: there is no such run. */
export async function runFacts(ports: Pick<Ports, "log" | "runs">, runId: string): Promise<RunFacts | null> {
  const { state, events } = await readRun(ports, runId);
  if (state.status === "absent") return null;
  const { ownerId, connectorId, override, settingKeys, incremental, settings, restart = false } = state.start;
  const operations = events.flatMap((event) => ("operations" in event.data ? event.data.operations : []));
  return {
    ...{ ownerId, connectorId, override, restart, settingKeys, incremental, operations },
    ownSettings: settings !== null,
  };
}
