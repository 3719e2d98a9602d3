import { type Duplex, Transform } from "node:stream";
import type { ReadableColumn } from "../column-sql.ts";
import { type RowEncoder, wholeRows } from "./copy-rows.ts";
import { csvHeader, csvRows } from "./csv-rows.ts";
import { jsonRows } from "./json-rows.ts";
import { parquetRows } from "./parquet/parquet-thread.ts";
import type { DecimalSizes } from "./parquet/parquet-schema.ts";
import { xlsxRows } from "./xlsx-file.ts";
import type { StreamFormat } from "#domain/core/ports/stream-query.ts";
import type { Column, ExactNumbers } from "#domain/core/values/table.ts";

export type Encoding = {
  readonly format: StreamFormat;
  /** For CSV that is opened by Excel: begins with a byte order mark. */
  readonly excel: boolean;
  readonly exactNumbers: ExactNumbers;
  readonly columns: readonly Pick<ReadableColumn, "name" | "type">[];
  /** The columns of the table, with their labels. */
  readonly labelled: readonly Column[];
  /** Of the numeric columns, for Parquet. */
  readonly decimals: DecimalSizes;
};

/** Turns COPY's text format into a file of another format. */
export function encodeRows({ format, excel, exactNumbers, columns, labelled, decimals }: Encoding): Duplex {
  switch (format) {
    case "csv":
      return inWholeRows(`${excel ? "\ufeff" : ""}${csvHeader(columns)}`, csvRows(columns), "");
    case "json":
      return inWholeRows("[", jsonRows(columns, { array: true, exactNumbers }), "]\n");
    case "ndjson":
      return inWholeRows("", jsonRows(columns, { array: false, exactNumbers }), "");
    case "xlsx":
      return xlsxRows(columns);
    case "parquet":
      return parquetRows({ columns, labelled, decimals });
  }
}

/** Rows as `encode` writes them, with a text before the first and one after the last. */
function inWholeRows(before: string, encode: RowEncoder, after: string): Transform {
  const whole = wholeRows();
  let isBegun = before === "";
  const begin = (stream: Transform) => {
    if (!isBegun) stream.push(before);
    isBegun = true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      begin(this);
      const rows = whole(chunk);
      done(null, rows === null ? undefined : encode(rows));
    },
    flush(done) {
      begin(this);
      done(null, after === "" ? undefined : after);
    },
  });
}
