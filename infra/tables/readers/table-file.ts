import type { RejectedRow } from "#domain/core/ports/uploads.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { FilePart, LoadReport } from "#domain/dataset/load-report.ts";
import type { FileFormat } from "#domain/dataset/load-settings.ts";
import type { ChosenEncoding } from "../csv/encoding/choose-encoding.ts";
import type { Packing } from "../csv/file-bytes.ts";

/** Characters that stand for bytes which are none in the encoding of a text, and the first places that have one. */
export type ReplacedInText = { readonly count: number; readonly lines: readonly number[] };

/**
 * What a reader made of a file in a format of its own: a CSV file. `records`: its first line has the labels, and each other
 * line that is not empty is a row. `cells`: where its table begins is found as in other CSV files.
 */
export type MadeTable = {
  readonly kind: "records" | "cells";
  /** The types of the columns, if the format has types. */
  readonly types?: readonly ColumnType[];
  /** How the bytes of the file became text, if it is a text. */
  readonly text?: Omit<ChosenEncoding, "repair"> & { readonly replaced: ReplacedInText };
  /** A sheet, or a list in a JSON text. */
  readonly part?: Pick<FilePart, "sheet" | "list" | "others" | "fields">;
};

export type PackedAs = Packing | "zip";

/** A file whose bytes are read: as they are, or as they are unpacked. `cut`: it is only the beginning of a file. */
export type FileToRead = { readonly path: string; readonly packing: Packing | null; readonly cut: boolean };

/** The file whose text is a table: the one that was given, or what was made of it. */
export type OpenTable = FileToRead & {
  readonly format: FileFormat;
  readonly made: Omit<MadeTable, "part"> | null;
  /** From what it was unpacked, the outermost first. */
  readonly packings: readonly PackedAs[];
  readonly part: FilePart | null;
  readonly emptied: NonNullable<LoadReport["emptied"]>;
  /** Records that are none of its format. */
  readonly aside: { readonly path: string; readonly count: number; readonly sample: readonly RejectedRow[] } | null;
};
