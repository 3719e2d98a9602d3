import type { ToolCheck } from "../../../streaming/check-tool.ts";
import type { ToolId } from "../../../streaming/tool-ids.ts";
import type { ColumnShape } from "../../../ui/data/item.ts";

/** Of the parameters of the URL that say which page of tables to stream is shown. */
export const TABLES_PREFIX = "tables_";

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
  /** The viewer's other keys that open that table. */
  keys: OpeningKey[];
  /** A short-lived token for Excel's query and when it ends. */
  excel: { token: string; expiresAt: string } | null;
  origin: string;
  /** `?tool=`: where the table is opened; null: not chosen. */
  tool: ToolId | null;
  /** The last calls with the viewer's keys, the newest first. */
  calls: ShownCall[];
};

/** A key by its name; `publicPart` is the beginning and the end of its text. */
export type OpeningKey = { name: string; publicPart: string };

/** A call of a table by a program. */
export type ShownCall = {
  at: string;
  client: string | null;
  table: string;
  status: number;
  rows: number | null;
  ms: number;
  /** Beginning and end of the key; null: a short-lived token, or a key that is gone. */
  key: string | null;
};

/** What a form of the tab has just done. */
export type StreamOutcome = {
  /** A key for one table, whose secret is shown this once. */
  made?: { table: string; name: string; secret: string };
  check?: ToolCheck;
  /** The tool whose form was posted. */
  tool?: ToolId;
};
