import type { LoadReport } from "#domain/dataset/load-report.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";

/** A file and what a correct load makes of it. Cells are joined by `|` and empty ones are `∅`, so that a row is one text. */
export type CorpusCase = {
  readonly file: string | Buffer;
  readonly settings?: LoadSettings;
  readonly columns?: string;
  readonly types?: string;
  readonly rows?: readonly string[];
  /** How many rows there are, where they are too many to list. */
  readonly count?: number;
  /** Lines of the rows that are set aside. */
  readonly aside?: readonly number[];
  readonly report?: Partial<LoadReport>;
  /** Why it is refused. */
  readonly refused?: { readonly code: string; readonly facts?: object };
};

/** So many lines, numbered from 1. */
export const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at + 1)).join("\n");
