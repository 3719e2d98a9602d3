import type { ColumnType } from "#domain/core/values/table.ts";
import type { Layout } from "#infra/tables/csv/row-format.ts";

/** Rows of COPY's binary format as texts, null without a value. Their numbers must be 1, 2, 3 and so on. */
export function binaryRows(
  bytes: Buffer,
  layout: Layout,
  typeAt: (cell: number) => ColumnType | null,
): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let at = 0;
  const int32 = (): number => bytes.readInt32BE((at += 4) - 4);
  const field = (): Buffer | null => {
    const length = int32();
    return length < 0 ? null : bytes.subarray(at, (at += length));
  };
  while (at < bytes.length) {
    const fields = bytes.readInt16BE((at += 2) - 2);
    if (field()?.readBigInt64BE() !== BigInt(rows.length + 1)) throw new Error("A row has another number");
    let cells = fields - 1;
    let arrayEnd: number | null = null;
    if (layout === "array") {
      arrayEnd = int32() + at;
      const [dimensions, , oid, length = 0, first] = [int32(), int32(), int32(), int32(), int32()];
      if (cells !== 1 || dimensions !== 1 || oid !== 25 || first !== 1) throw new Error("The array has another head");
      cells = length;
    }
    const type = (cell: number) => (layout === "array" ? "text" : typeAt(cell));
    rows.push(Array.from({ length: cells }, (_, cell) => textOf(field(), type(cell))));
    if (arrayEnd !== null && at !== arrayEnd) throw new Error("The array has another length");
  }
  return rows;
}

function textOf(value: Buffer | null, type: ColumnType | null): string | null {
  if (value === null) return null;
  switch (type) {
    case "bigint":
      return value.readBigInt64BE().toString();
    case "double precision":
      return String(value.readDoubleBE());
    case "numeric":
      return numericText(value);
    case "boolean":
      return value[0] === 1 ? "true" : "false";
    case "date":
      return isoText(BigInt(value.readInt32BE()) * 86_400_000_000n).slice(0, 10);
    case "timestamp":
      return isoText(value.readBigInt64BE());
    case "timestamptz":
      return `${isoText(value.readBigInt64BE())}Z`;
    case "time":
      return isoText(value.readBigInt64BE()).slice(11);
    case "text":
    case "jsonb":
    case null:
      return value.toString();
  }
}

/** A time in microseconds since 2000. */
function isoText(microseconds: bigint): string {
  const seconds = (microseconds - (((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n;
  const rest = microseconds - seconds * 1_000_000n;
  const text = new Date(Date.UTC(2000, 0, 1) + Number(seconds) * 1000).toISOString().slice(0, 19);
  return rest === 0n ? text : `${text}.${String(rest).padStart(6, "0").replace(/0+$/, "")}`;
}

function numericText(value: Buffer): string {
  const weight = value.readInt16BE(2);
  const scale = value.readInt16BE(6);
  const group = (place: number): string => {
    const at = weight - place;
    return String(at < 0 || at >= value.readInt16BE(0) ? 0 : value.readInt16BE(8 + at * 2)).padStart(4, "0");
  };
  let whole = "";
  for (let place = weight; place >= 0; place -= 1) whole += group(place);
  let fraction = "";
  for (let place = -1; fraction.length < scale; place -= 1) fraction += group(place);
  const sign = value.readInt16BE(4) === 0 ? "" : "-";
  return `${sign}${whole.replace(/^0+(?=.)/, "") || "0"}${scale > 0 ? `.${fraction.slice(0, scale)}` : ""}`;
}
