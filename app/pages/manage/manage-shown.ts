import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { RunSummary } from "../../runs/runs.tsx";
import type { ColumnShape, ItemSummary } from "../../ui/data/item.ts";
import type { ScheduleFacts } from "../../ui/time/schedule-note.tsx";

export const manageTabs = ["active", "uploaded", "stream"] as const;

/** An instance of the viewer, with its connector's title and version. */
export type ManagedInstance = {
  id: string;
  connector_id: string;
  title: string;
  version: number;
  is_public: boolean;
  status: string;
  tables: readonly string[];
  refresh_interval: number;
  schedule: ScheduleFacts | null;
  last_run: RunSummary | null;
  progress: RunProgress | null;
};

/** A draft of the viewer that is not published. */
export type ManagedDraft = { id: string; title: string; updated_at: string };

/** A table that the viewer can read. */
export type StreamTable = {
  table: string;
  title: string;
  kind: "dataset" | "connector";
  rows: number | null;
  shape: ColumnShape[];
  updated_at: string | null;
};

export type StreamPanelProps = {
  now: string;
  /** Every table the viewer can read. */
  tables: StreamTable[];
  /** `?table=`: the chosen table; default the first. */
  selected: string | null;
  /** The streaming key, null if there is none yet. */
  api_key: string | null;
  /** A short-lived token for Excel's query and when it ends. */
  excel: { token: string; expires_at: string } | null;
  origin: string;
};

export type ManageViewProps = {
  now: string;
  counts: { active: number; uploaded: number };
} & (
  | { tab: "active"; instances: ManagedInstance[]; datasets: ItemSummary[] }
  | { tab: "uploaded"; datasets: ItemSummary[]; connectors: ItemSummary[]; drafts: ManagedDraft[] }
  | { tab: "stream"; stream: StreamPanelProps }
);

/** The data of one tab. */
export type ManageTab<Name extends ManageViewProps["tab"]> = Extract<ManageViewProps, { tab: Name }>;

/** The newest run of each instance that has one. */
export function lastRuns(instances: readonly ManagedInstance[]): RunSummary[] {
  return instances.flatMap(({ last_run }) => last_run ?? []);
}
