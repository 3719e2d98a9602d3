import type { Column, ColumnType } from "../core/values/table.ts";
import { AUTO, type ColumnReading, type DecimalSize, isColumnReading } from "./column-reading.ts";
import type { VersionMode } from "./events.ts";
import type { LoadReportFacts } from "./load-report.ts";
import { type LoadSettings, PARTS_OF_ONE_FILE, type ReadSettings, type RememberedDialect } from "./load-settings.ts";

/** What was decided about the files of a dataset; each further file is read so too. */
export type DatasetSchema = {
  /** How columns are read that are not read as their type is written, by their names. */
  readonly readings: Readonly<Record<string, string>>;
  /** Digits of exact numbers, by the names of their columns. */
  readonly decimals: Readonly<Record<string, DecimalSize>>;
  /** The dialect, words for empty cells, and what happens to misfits. */
  readonly settings: Omit<LoadSettings, "columns" | "ownDialect">;
};

export const NO_SCHEMA: DatasetSchema = { readings: {}, decimals: {}, settings: {} };

/** A column of the version before, and how its cells are read. */
export type ExpectedColumn = Column & { readonly reading?: string; readonly decimal?: DecimalSize };

const OF_TYPES: Readonly<Record<ColumnType, ColumnReading>> = {
  bigint: "integer",
  "double precision": "double",
  numeric: "decimal",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "timestamptz",
  time: "time",
  text: "text",
  jsonb: "text",
};

/** Gives the reading of cells that are written as their type is. */
export function readingOfType(type: ColumnType): ColumnReading {
  return OF_TYPES[type];
}

/** Lists the columns of a version with how they are read. */
export function expectedColumns(columns: readonly Column[], { readings, decimals }: DatasetSchema): ExpectedColumn[] {
  return columns.map((column) => {
    const decimal = Object.hasOwn(decimals, column.name) ? decimals[column.name] : undefined;
    const chosen = Object.hasOwn(readings, column.name) ? readings[column.name] : undefined;
    return { ...column, reading: chosen ?? readingOfType(column.type), ...(decimal ? { decimal } : {}) };
  });
}

/** Gives the schema after a file was loaded with these settings and this report. */
export function schemaAfter(
  before: DatasetSchema,
  columns: readonly Column[],
  { columns: asked = {}, ownDialect, onMisfit, ...settings }: LoadSettings,
  mode: VersionMode,
  report: Pick<LoadReportFacts, "chosen" | "decimals"> | undefined,
): DatasetSchema {
  const names = new Set(columns.map(({ name }) => name));
  const isAdded = ownDialect && mode !== "replace";
  const known = Object.entries({ ...before.readings, ...(isAdded ? {} : asked) }).filter(([, reading]) =>
    isColumnReading(reading),
  );
  // Rows of a request that are added are in a notation of their own.
  const chosen = isAdded ? [] : (report?.chosen.map(({ column, reading }) => [column, reading] as const) ?? []);
  const sizes = report?.decimals?.map(({ column, ...size }) => [column, size] as const);
  const { empty } = settings;
  const dialect = ownDialect ? (empty ? { empty } : {}) : settings;
  return {
    readings: Object.fromEntries(
      [...known, ...chosen].filter(([name, reading]) => names.has(name) && reading !== AUTO),
    ),
    decimals: sizes ? Object.fromEntries(sizes) : before.decimals,
    settings: {
      ...(ownDialect ? before.settings : withoutParts(before.settings)),
      ...dialect,
      // Rows that are added decide about themselves only.
      ...(onMisfit && mode === "replace" ? { onMisfit } : {}),
    },
  };
}

function withoutParts(settings: DatasetSchema["settings"]): DatasetSchema["settings"] {
  const { encoding: _encoding, quote: _quote, header: _header, skipLines: _lines, ...lasting } = settings;
  return lasting;
}

/** What is decided of the dialect of one file: that it has its own, or what the owner chose and the load has used. */
export type FileDialect = RememberedDialect & Pick<LoadSettings, "ownDialect">;

/** Gives the dialect that a file was loaded in, as far as it was chosen. */
export function dialectOfFile(
  before: DatasetSchema,
  asked: LoadSettings,
  report: Pick<LoadReportFacts, "encoding" | "encodingBy" | "quote" | "header" | "skippedLines"> | undefined,
): FileDialect {
  if (asked.ownDialect) return { ownDialect: true };
  const { encoding, quote, header, skipLines } = { ...before.settings, ...asked };
  if (!report) return {};
  return {
    ...(encoding !== undefined && report.encodingBy === "chosen" ? { encoding: report.encoding } : {}),
    ...(quote === undefined ? {} : { quote: report.quote }),
    ...(header === undefined ? {} : { header: report.header }),
    ...(skipLines === undefined ? {} : { skipLines: report.skippedLines }),
  };
}

/**
 * Gives the settings to load the next file with: what was asked for it, and else what the schema has. If its columns may
 * change, only readings that were chosen go on; the types of others are found anew.
 */
export function settingsUnder(
  schema: DatasetSchema,
  before: readonly Column[],
  { ownDialect, ...asked }: LoadSettings,
  mayChangeColumns: boolean,
): ReadSettings {
  const { empty, onMisfit, ...dialect } = withoutParts(schema.settings);
  const remembered = ownDialect ? {} : rememberedParts(schema.settings, asked);
  const types = mayChangeColumns ? [] : before.map(({ name, type }) => [name, readingOfType(type)] as const);
  return {
    ...(ownDialect ? {} : dialect),
    ...(empty ? { empty } : {}),
    ...(onMisfit ? { onMisfit } : {}),
    ...asked,
    columns: { ...Object.fromEntries(types), ...schema.readings, ...asked.columns },
    ...(Object.keys(remembered).length > 0 ? { remembered } : {}),
  };
}

/** What of the dialect of the file before may hold for the next one. */
function rememberedParts(before: DatasetSchema["settings"], asked: LoadSettings): RememberedDialect {
  const parts = PARTS_OF_ONE_FILE.filter(
    (part) =>
      before[part] !== undefined &&
      asked[part] === undefined &&
      // Without labels nothing shows that the lines to skip are there again.
      !(part === "skipLines" && (asked.header ?? before.header) === false),
  );
  return Object.fromEntries(parts.map((part) => [part, before[part]]));
}
