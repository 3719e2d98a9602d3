import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { unknownFinding } from "../core/findings/finding.ts";
import { ownerSchema } from "../core/values/owner.ts";
import type { JsonObject } from "../core/values/json.ts";
import { EXPOSURES, type Stop, stopSchema } from "./stop.ts";
import { countSchema, idSchema, jsonObjectSchema, lineSchema } from "../core/values/schemas.ts";

/**
 * The setup of an instance. Values (settings, headers, body, credentials) may all be secrets, so they are in the vault
 * under `config`; the event holds only the keys that are filled in.
 */
const setup = z.strictObject({
  /** Vault name of the values, a new one for each change. */
  config: idSchema,
  settingKeys: z.array(lineSchema).max(10_000),
  secretKeys: z.array(lineSchema).max(10_000),
  headerNames: z.array(lineSchema).max(10_000),
  hasBody: z.boolean(),
  method: z.enum(["GET", "POST"]).nullable(),
  refreshInterval: countSchema,
  override: z.boolean(),
});

/** Version 1 of a check stored the sentence of the fault. */
function withFinding(stopped: JsonObject | null): JsonObject | null {
  if (stopped?.["code"] !== "definition-unsafe") return stopped;
  const { message, ...facts } = stopped["facts"] as JsonObject;
  return { ...stopped, facts: { ...facts, finding: unknownFinding(message) } };
}

/**
 * Streams `instance-<id>`: one user's instance of one connector. `tableName` is the public name of its output table.
 */
export const instanceEvents = {
  InstanceActivated: event({
    version: 1,
    schema: z.strictObject({
      instanceId: idSchema,
      owner: ownerSchema,
      rootId: idSchema,
      connectorId: idSchema,
      tableName: idSchema,
      /** Hosts, auth type and consent places that the user agreed to (domain/connector-language/consent/consent.ts). */
      consent: jsonObjectSchema,
      setup,
    }),
  }),
  InstanceConfigured: event({
    version: 1,
    schema: z.strictObject({ instanceId: idSchema, consent: jsonObjectSchema, setup }),
  }),
  InstanceMigrated: event({
    version: 1,
    schema: z.strictObject({
      instanceId: idSchema,
      fromConnectorId: idSchema,
      toConnectorId: idSchema,
      consent: jsonObjectSchema,
      setup,
    }),
  }),
  /** The owner signed in to the API at `host`; the tokens are in the vault. */
  InstanceSignedIn: event({ version: 1, schema: z.strictObject({ instanceId: idSchema, host: lineSchema }) }),
  InstanceSignedOut: event({ version: 1, schema: z.strictObject({ instanceId: idSchema }) }),
  /**
   * An instance from before consents of version 2 was checked once: `consent` is what it may reach from now on, nothing
   * if it is stopped.
   */
  InstanceConsentChecked: event({
    version: 2,
    schema: z.strictObject({
      instanceId: idSchema,
      consent: jsonObjectSchema,
      stopped: stopSchema.nullable(),
      exposed: z.enum(EXPOSURES).nullable(),
    }),
    upcasts: { 1: ({ stopped, ...data }) => ({ ...data, stopped: withFinding(stopped as JsonObject | null) }) },
  }),
  /** The owner of an instance that was stopped or exposed entered other credentials. */
  InstanceCredentialsReplaced: event({ version: 1, schema: z.strictObject({ instanceId: idSchema }) }),
  /** An admin stopped an instance whose credentials may have left. */
  InstanceStopped: event({ version: 1, schema: z.strictObject({ instanceId: idSchema }) }),
  /** An admin had its owner told again to replace the credentials. */
  InstanceOwnerReminded: event({ version: 1, schema: z.strictObject({ instanceId: idSchema }) }),
  InstanceRemoved: event({ version: 1, schema: z.strictObject({ instanceId: idSchema }) }),
};

/** Stream name of one instance. */
export function instanceStream(id: string): string {
  return `instance-${id}`;
}

export type InstanceEvent = EventOf<typeof instanceEvents>;
export type InstanceSetup = z.infer<typeof setup>;
export type { Exposure, Stop } from "./stop.ts";

/** The stop that a change of the setup leaves: a new agreement, by which something may be reached, ends one for that. */
export function stopAfterConfigured(stopped: Stop | null, consent: JsonObject): Stop | null {
  const { resolved } = consent as { readonly resolved?: { readonly hosts: readonly string[] } };
  return stopped?.code === "consent-differs" && resolved?.hosts.length !== 0 ? null : stopped;
}

/** Another version has other faults and another consent; what an admin stopped waits for credentials. */
export function stopAfterMigrated(stopped: Stop | null): Stop | null {
  return stopped?.code === "admin-stopped" ? stopped : null;
}

/** Other credentials are what an admin waits for, and mend no definition. */
export function stopAfterReplaced(stopped: Stop | null): Stop | null {
  return stopped?.code === "admin-stopped" ? null : stopped;
}
