import { tables } from "./projection.ts";

const schema = `model_${tables.name}`;

/**
 * SQL of the versions of datasets that show outputs: id, version, rows, time. Parameters: runs with the physical tables
 * and times of their outputs, and datasets with the times when they were made from an output.
 */
export const outputVersionsSql = `
  SELECT v.item_id AS id, v.version, v.rows, o.time FROM unnest($1::text[], $2::text[], $3::text[]) AS o (run_id, physical, time)
  JOIN ${schema}.versions v ON v.physical = o.physical AND v.run_id = o.run_id
  JOIN ${schema}.tables t ON t.item_id = v.item_id AND t.kind = 'dataset'
  UNION ALL
  SELECT v.item_id, v.version, v.rows, d.time FROM unnest($4::text[], $5::text[]) AS d (id, time)
  JOIN ${schema}.versions v ON v.item_id = d.id AND v.version = 1
  ORDER BY time, id, version`;
