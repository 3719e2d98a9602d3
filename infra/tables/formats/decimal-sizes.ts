import type { PoolClient } from "pg";
import { readableColumns, rowSource } from "../column-sql.ts";
import type { RegisteredTable } from "../registry.ts";
import type { DecimalSize, DecimalSizes } from "./parquet/parquet-schema.ts";

/** Most digits of a DECIMAL that readers agree on. */
const MAX_PRECISION = 38;

/** What the numeric columns of a table need: one pass over its rows, if it has any. */
export async function decimalSizes(client: PoolClient, table: RegisteredTable): Promise<DecimalSizes> {
  const columns = readableColumns(table).own.filter(({ type }) => type === "numeric");
  if (columns.length === 0) return new Map();
  const sizes = columns.map(
    ({ sql }) =>
      `ARRAY[bool_or(${sql} IN ('NaN', 'Infinity', '-Infinity'))::int, max(scale(trim_scale(${sql}))), max(length(trunc(abs(${sql}))::text))]`,
  );
  const { rows } = await client.query<{ sizes: (number | null)[][] }>(
    `SELECT ARRAY[${sizes.join(", ")}] AS sizes FROM ${rowSource(table)}`,
  );
  return new Map(columns.map(({ name }, at) => [name, decimalSize(rows[0]?.sizes[at] ?? [])]));
}

function decimalSize([isEndless, scale, digits]: readonly (number | null)[]): DecimalSize | null {
  const precision = (scale ?? 0) + (digits ?? 1);
  return isEndless === 1 || precision > MAX_PRECISION ? null : { precision, scale: scale ?? 0 };
}
