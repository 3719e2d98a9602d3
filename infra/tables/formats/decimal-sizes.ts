import type { PoolClient } from "pg";
import { readableColumns, rowSource } from "../column-sql.ts";
import type { NewTable, RegisteredTable } from "../registry.ts";
import { type DecimalSize, MAX_PRECISION } from "#domain/dataset/column-reading.ts";
import type { DecimalSizes } from "./parquet/parquet-schema.ts";

/** Gives the sizes of the numeric columns of a table: those that its load has fixed, if all of its rows fit, or what they need. */
export async function decimalSizesOf(client: PoolClient, table: RegisteredTable): Promise<DecimalSizes> {
  const needed = await decimalSizes(client, table);
  if (needed.size === 0) return needed;
  const { decimals: fixed = [] } = table;
  return new Map(
    [...needed].map(([name, size]) => [
      name,
      wider(
        size,
        fixed.find(({ column }) => column === name),
      ),
    ]),
  );
}

/** The fixed size if it holds all that is needed, and otherwise the latter. */
function wider(needed: DecimalSize | null, fixed: DecimalSize | undefined): DecimalSize | null {
  if (!fixed || !needed) return needed;
  const fits = needed.scale <= fixed.scale && needed.precision - needed.scale <= fixed.precision - fixed.scale;
  return fits ? { precision: fixed.precision, scale: fixed.scale } : needed;
}

/** Measures what the numeric columns of a table need: one pass over its rows, if it has any. */
export async function decimalSizes(client: PoolClient, table: NewTable): Promise<DecimalSizes> {
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
