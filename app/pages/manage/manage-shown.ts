import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { InstanceWithSetup } from "../../instances/instances.ts";
import type { RunSummary } from "../../runs/runs.tsx";
import type { ItemSummary } from "../../ui/data/item.ts";

export const INSTANCE_SHOWN = [
  "id",
  "connectorId",
  "title",
  "isPublic",
  "status",
  "refreshInterval",
  "schedule",
] as const;

/** An instance of the viewer, with its connector's title and version. */
export type ManagedInstance = Pick<InstanceWithSetup, (typeof INSTANCE_SHOWN)[number]> & {
  version: number;
  /** A newer version that it can be moved to; null: there is none. */
  newer: { id: string; version: number } | null;
  /** Why it calls nothing, in a sentence; null: it does. */
  stopped: string | null;
  tables: readonly string[];
  lastRun: RunSummary | null;
  progress: RunProgress | null;
};

/** A page of datasets or connectors. */
export type ManagedItems = {
  items: ItemSummary[];
  page: number;
  pages: number | null;
  before: string | null;
  after: string | null;
};

/** A draft of the viewer that is not published. */
export type ManagedDraft = { id: string; title: string; updatedAt: string };

/** The newest run of each instance that has one. */
export function lastRuns(instances: readonly ManagedInstance[]): RunSummary[] {
  return instances.flatMap(({ lastRun }) => lastRun ?? []);
}
