import { z } from "zod";
import { setupChanges, setupFields } from "../instances/setup-fields.ts";
import type { TestReadRequest } from "./test-calls.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

const { auth_choice, auth_data, settings, iterations, headers, method, body_template } = setupFields;
const place = z.strictObject({ field: line(), host: line(), where: line() });

/** The confirmed consent: which hosts are called, and where each secret is sent. */
export const consentField = z.strictObject({
  hosts: z.array(line(4_000)).max(200),
  places: z.array(place).max(1_000).default([]),
});

/** The fields of every test. One of `dsl`, `connector_id` and `instance_id` names its source. */
export const tryFields = {
  dsl: z
    .union(
      [raw("the connector language"), z.record(raw("the connector language"), z.unknown())],
      "dsl must be a JSON object or its text.",
    )
    .optional(),
  connector_id: line().optional(),
  instance_id: line().optional(),
  auth_choice,
  auth_data,
  settings,
  iterations,
  headers,
  method,
  body_template,
  consent: consentField.optional(),
};

export type TryBody = z.infer<z.ZodObject<typeof tryFields>>;

/** The posted fields as a call, or null unless exactly one source is named. */
export function tryingOf({
  dsl,
  connector_id,
  instance_id,
  consent,
  ...setup
}: TryBody): Omit<TestReadRequest, "signal"> | null {
  const named = [
    ...(dsl === undefined ? [] : [{ kind: "definition", written: dsl } as const]),
    ...(connector_id === undefined ? [] : [{ kind: "version", connectorId: connector_id } as const]),
    ...(instance_id === undefined ? [] : [{ kind: "connection", instanceId: instance_id } as const]),
  ];
  const [what] = named;
  return what === undefined || named.length > 1
    ? null
    : { what, changes: setupChanges(setup), confirmed: consent ?? null };
}
