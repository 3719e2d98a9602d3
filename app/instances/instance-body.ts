import { z } from "zod";
import { runBody } from "../runs/run-shape.ts";

const fields = {
  id: z.string(),
  connector_id: z.string(),
  root_id: z.string(),
  title: z.string(),
  version: z.number().nullable(),
  is_latest_version: z.boolean(),
  visibility: z.enum(["public", "private"]),
  status: z.enum(["active", "inactive", "deprecated"]),
  settings: z.record(z.string(), z.unknown()),
  auth_choice: z.number(),
  secrets_set: z.array(z.string()).describe("Names of the secrets that are set; their values are never told."),
  iterations: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
  method: z.enum(["GET", "POST"]).nullable(),
  body_template: z.string().nullable(),
  refresh_interval: z.number().describe("Minutes; 0: it runs by hand only."),
  schedule: z.strictObject({ next_at: z.string().nullable(), paused: z.string().nullable() }).nullable(),
  override: z.boolean(),
  output_table_name: z.string(),
  tables: z.array(
    z.strictObject({
      operation: z.string().nullable(),
      table_name: z.string(),
      rows: z.number().nullable(),
      columns: z.number().nullable(),
      updated_at: z.string().nullable(),
    }),
  ),
  created_at: z.string(),
};

/** An instance in the API. */
export const instanceBody = z.strictObject(fields).meta({ id: "Connection" });

/** The same with its last run. */
export const instanceWithRunBody = z
  .strictObject({ ...fields, last_run: runBody.nullable() })
  .meta({ id: "ConnectionWithRun" });
