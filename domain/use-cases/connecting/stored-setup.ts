import { type Definition, privateKeys } from "../../connector-language/definition/definition.ts";
import type { JsonObject } from "../../core/values/json.ts";
import type { InstanceSetup } from "../../instance/events.ts";
import { EMPTY_CONFIG, type InstanceConfig, readConfigs } from "../api-access/instance-config.ts";
import type { Ports } from "../ports.ts";

/**
 * The stored setup of an instance: `settings` may be shown. `hidden` and `auth` are never shown again, so a form
 * without them keeps them.
 */
export type StoredSetup = InstanceConfig & { readonly hidden: JsonObject };

type Instance = { readonly setup: InstanceSetup; readonly definition: Definition | null };

/** The stored setups of several instances of one owner, in order; read together. */
export async function storedSetups(
  ports: Pick<Ports, "vault">,
  ownerId: string,
  instances: readonly Instance[],
): Promise<readonly StoredSetup[]> {
  const setups = instances.map(({ setup }) => setup);
  const configs = await readConfigs(ports, ownerId, setups);
  return instances.map(({ setup, definition }) => split(configs.get(setup.config) ?? EMPTY_CONFIG, definition));
}

function split(config: InstanceConfig, definition: Definition | null): StoredSetup {
  const secret = definition ? privateKeys(definition, config.authChoice) : new Set<string>();
  const those = (hidden: boolean): JsonObject =>
    Object.fromEntries(Object.entries(config.settings).filter(([key]) => secret.has(key) === hidden));
  return { ...config, settings: those(false), hidden: those(true) };
}
