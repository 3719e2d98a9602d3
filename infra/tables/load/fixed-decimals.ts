import type { PoolClient } from "pg";
import type { LoadReport } from "#domain/dataset/load-report.ts";
import { type DecimalSize, MAX_PRECISION } from "#domain/dataset/column-reading.ts";
import type { ExpectedColumn } from "#domain/dataset/schema.ts";
import type { CsvPlan, namedColumns } from "../csv/plan.ts";
import { cellReading } from "../csv/readings/cell-reading.ts";
import { decimalSizes } from "../formats/decimal-sizes.ts";
import type { NewTable } from "../registry.ts";

/**
 * Finds how many digits the exact numbers of a loaded table have from now on: those that were chosen, or as many behind
 * the point as any row of this version or the one before has. A column whose numbers do not fit into a decimal has none.
 */
export async function fixedDecimals(
  client: PoolClient,
  table: NewTable,
  { columns: planned }: CsvPlan,
  columns: ReturnType<typeof namedColumns>,
  expected: readonly ExpectedColumn[] = [],
): Promise<NonNullable<LoadReport["decimals"]>> {
  const exact = columns.filter(({ type }) => type === "numeric");
  const chosen = new Map(exact.map(({ name, index }) => [name, sizeOf(planned[index]?.reading ?? null)]));
  const open = table.columns.filter(({ name }) => chosen.get(name) === null);
  const seen = open.length === 0 ? new Map<string, DecimalSize | null>() : await decimalSizes(client, table);
  return exact.flatMap(({ name: column }) => {
    const fixed = chosen.get(column) ?? null;
    if (fixed) return [{ column, ...fixed }];
    const found = seen.get(column) ?? null;
    const before = expected.find(({ name }) => name === column)?.decimal?.scale ?? 0;
    const scale = Math.max(found?.scale ?? 0, before);
    const isWide = found === null || found.precision - found.scale + scale > MAX_PRECISION;
    return isWide ? [] : [{ column, precision: MAX_PRECISION, scale }];
  });
}

function sizeOf(reading: string | null): DecimalSize | null {
  return reading === null ? null : (cellReading(reading)?.size ?? null);
}
