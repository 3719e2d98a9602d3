import { z } from "zod";
import { PLAIN_HEADERS } from "#domain/connector-language/definition/header-rules.ts";
import { typedBodySecrets } from "#domain/connector-language/secrets/typed-secrets.ts";
import { MASK, secretMask } from "#domain/connector-language/sign-in/mask.ts";
import type { RunRow } from "#projections/instances/queries.ts";
import type { RequestKey } from "../../platform.ts";
import type { InstanceWithSetup } from "../../instances/instances.ts";
import { runBody, runShape } from "./run-shape.ts";

/** The tables of a connection. */
export const outputsBody = z
  .array(
    z.strictObject({
      operation: z.string().nullable().describe("null: no operation of this version fills it any more."),
      table_name: z.string(),
      id: z.string().nullable().describe("Opens it in streams, as its name does; null: it was never filled."),
    }),
  )
  .describe("Its tables, one for each operation.");

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
  refresh_interval: z.number().describe("Minutes; 0: manual runs only."),
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
  outputs: outputsBody,
  created_at: z.string(),
};

/** An instance in the API. */
export const instanceBody = z.strictObject(fields).meta({ id: "Connection" });

/** The same with its last run. */
export const instanceWithRunBody = z
  .strictObject({ ...fields, last_run: runBody.nullable() })
  .meta({ id: "ConnectionWithRun" });

/** An instance in the API: no credential of a field, only which ones are set. Own header rows and bodies are as typed. */
export function instanceShape(instance: InstanceWithSetup) {
  const { settings, schedule } = instance;
  return {
    id: instance.id,
    connector_id: instance.connectorId,
    root_id: instance.rootId,
    title: instance.title,
    version: instance.version,
    is_latest_version: instance.isLatest,
    visibility: instance.isPublic ? ("public" as const) : ("private" as const),
    status: instance.status,
    settings,
    auth_choice: instance.authChoice,
    secrets_set: instance.secretsSet,
    iterations: Object.fromEntries(Object.entries(settings).filter(([, value]) => Array.isArray(value))),
    headers: instance.headers,
    method: instance.method,
    body_template: instance.bodyTemplate,
    refresh_interval: instance.refreshInterval,
    schedule: schedule && { next_at: schedule.nextAt, paused: schedule.paused },
    override: instance.override,
    output_table_name: instance.tableName,
    tables: instance.tables.map((table) => ({
      operation: table.operation,
      table_name: table.tableName,
      rows: table.rows,
      columns: table.columns,
      updated_at: table.updatedAt,
    })),
    outputs: outputsShape(instance),
    created_at: instance.createdAt,
  };
}

/** The tables of a connection. */
export function outputsShape({ tables }: Pick<InstanceWithSetup, "tables">) {
  return tables.map(({ operation, tableName, id }) => ({ operation, table_name: tableName, id }));
}

/** The same with its last run, as the key of the request may see it; null: a person asks. */
export function instanceWithRunShape(
  instance: InstanceWithSetup & { readonly lastRun: RunRow | null },
  key: Pick<RequestKey, "scopes"> | null,
) {
  const seen = key === null || key.scopes.includes("write") ? instance : withoutTypedSecrets(instance);
  return { ...instanceShape(seen), last_run: instance.lastRun && runShape(instance.lastRun) };
}

/**
 * An instance without the credentials of its own header rows and body: for files, and for a key that cannot change them,
 * which may lie in a spreadsheet.
 */
export function withoutTypedSecrets(instance: InstanceWithSetup): InstanceWithSetup {
  const { headers, bodyTemplate } = instance;
  const hide = secretMask(bodyTemplate === null ? [] : typedBodySecrets(bodyTemplate));
  return {
    ...instance,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, PLAIN_HEADERS.has(name.toLowerCase()) ? value : MASK]),
    ),
    bodyTemplate: bodyTemplate === null ? null : hide(bodyTemplate),
  };
}
