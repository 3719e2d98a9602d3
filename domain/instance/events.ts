import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { ownerSchema } from "../core/owner.ts";
import { jsonObjectSchema } from "../core/schemas.ts";

/**
 * How an instance is set up. Values (settings, headers, body, credentials) may all be secrets, so they stand in the vault
 * under `config`; the event says only which keys are filled in.
 */
const setup = z.strictObject({
  /** Vault name of the values, a new one for each change. */
  config: z.string(),
  settingKeys: z.array(z.string()),
  secretKeys: z.array(z.string()),
  headerNames: z.array(z.string()),
  hasBody: z.boolean(),
  method: z.enum(["GET", "POST"]).nullable(),
  refreshInterval: z.number().int().nonnegative(),
  override: z.boolean(),
});

/** Streams `instance-<id>`: one user's connection to one connector. `tableName` is the public name of its output table. */
export const instanceEvents = {
  InstanceActivated: event({
    version: 1,
    schema: z.strictObject({
      instanceId: z.string(),
      owner: ownerSchema,
      rootId: z.string(),
      connectorId: z.string(),
      tableName: z.string(),
      /** Hosts, auth type and places of secrets that the user agreed to (domain/connector-language/consent.ts). */
      consent: jsonObjectSchema,
      setup,
    }),
  }),
  InstanceConfigured: event({ version: 1, schema: z.strictObject({ instanceId: z.string(), consent: jsonObjectSchema, setup }) }),
  InstanceMigrated: event({
    version: 1,
    schema: z.strictObject({ instanceId: z.string(), fromConnectorId: z.string(), toConnectorId: z.string(), consent: jsonObjectSchema, setup }),
  }),
  /** Its owner signed in to the API at `host`; what that brought stands in the vault. */
  InstanceSignedIn: event({ version: 1, schema: z.strictObject({ instanceId: z.string(), host: z.string() }) }),
  InstanceSignedOut: event({ version: 1, schema: z.strictObject({ instanceId: z.string() }) }),
  InstanceRemoved: event({ version: 1, schema: z.strictObject({ instanceId: z.string() }) }),
};
export type InstanceEvent = EventOf<typeof instanceEvents>;
export type InstanceSetup = z.infer<typeof setup>;
