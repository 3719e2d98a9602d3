import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { InstanceWithSetup } from "../../instances/instances.ts";
import type { RunSummary } from "../../runs/runs.tsx";
import type { ColumnShape, ItemSummary } from "../../ui/data/item.ts";

export const INSTANCE_SHOWN = [
  "id",
  "connectorId",
  "title",
  "isPublic",
  "status",
  "refreshInterval",
  "schedule",
] as const;

/** Of the parameters of the URL that say which page of tables to stream is shown. */
export const TABLES_PREFIX = "tables_";

/** An instance of the viewer, with its connector's title and version. */
export type ManagedInstance = Pick<InstanceWithSetup, (typeof INSTANCE_SHOWN)[number]> & {
  version: number;
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

/** A table that the viewer can read. */
export type StreamTable = {
  table: string;
  title: string;
  kind: "dataset" | "connector";
  rows: number | null;
  shape: ColumnShape[];
  updatedAt: string | null;
};

export type StreamPanelProps = {
  now: string;
  /** A page of the tables that the viewer can read; first the chosen one, if it is on another page. */
  tables: StreamTable[];
  tablePages: { page: number; pages: number };
  /** `?table=`: the chosen table; default the first. */
  selected: string | null;
  /** The columns of that table. */
  columns: { name: string; type: string }[];
  /** The streaming key, null if there is none yet. */
  apiKey: string | null;
  /** A short-lived token for Excel's query and when it ends. */
  excel: { token: string; expiresAt: string } | null;
  origin: string;
};

/** The newest run of each instance that has one. */
export function lastRuns(instances: readonly ManagedInstance[]): RunSummary[] {
  return instances.flatMap(({ lastRun }) => lastRun ?? []);
}
