import { type Definition, privateKeys } from "../../connector-language/definition/definition.ts";
import type { JsonObject, JsonValue } from "../../core/values/json.ts";
import type { InstanceSetup } from "../../instance/events.ts";
import type { Ports } from "../ports.ts";

/**
 * The values of one instance in the vault: any of them may be a secret, whatever its field is called. `settings` is
 * flat (field key → value); `auth` belongs to the auth chosen by `authChoice`.
 */
export type InstanceConfig = {
  readonly authChoice: number;
  readonly auth: JsonObject;
  readonly settings: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyTemplate: string | null;
};

export const EMPTY_CONFIG: InstanceConfig = { authChoice: 0, auth: {}, settings: {}, headers: {}, bodyTemplate: null };

/**
 * The values without any that may be a secret: credentials, private settings of either way to sign in, header rows and
 * body.
 */
export function withoutSecrets(definition: Definition, config: InstanceConfig): InstanceConfig {
  const secret = new Set(definition.auths.flatMap((_auth, choice) => [...privateKeys(definition, choice)]));
  const settings = Object.fromEntries(Object.entries(config.settings).filter(([key]) => !secret.has(key)));
  return { ...config, auth: {}, settings, headers: {}, bodyTemplate: null };
}

/** The values with those of one run over them. */
export function withRunSettings(config: InstanceConfig, own: JsonObject): InstanceConfig {
  return { ...config, settings: { ...config.settings, ...own } };
}

/** Vault names of all instances' secrets start with this, followed by the instance's id and a slash. */
export const INSTANCE_SECRETS = "instance/";

/** Vault names of one instance's secrets start with this. */
export function configPrefix(instanceId: string): string {
  return `${INSTANCE_SECRETS}${instanceId}/`;
}

/** Reads the values of an instance; null if they are gone (removed, or their owner forgotten). */
export async function readConfig(
  ports: Pick<Ports, "vault">,
  ownerId: string,
  setup: InstanceSetup,
): Promise<InstanceConfig | null> {
  const text = await ports.vault.get(ownerId, setup.config);
  return text === null ? null : (JSON.parse(text) as InstanceConfig);
}

/** The same for several instances, by vault name. */
export async function readConfigs(
  ports: Pick<Ports, "vault">,
  ownerId: string,
  setups: readonly InstanceSetup[],
): Promise<ReadonlyMap<string, InstanceConfig>> {
  const texts = await ports.vault.getAll(
    ownerId,
    setups.map(({ config }) => config),
  );
  return new Map([...texts].map(([name, text]) => [name, JSON.parse(text) as InstanceConfig]));
}

/** Stores values under a new name and returns the setup for an event. */
export async function storeConfig(
  ports: Pick<Ports, "vault">,
  owner: { readonly ownerId: string; readonly instanceId: string; readonly revision: string },
  config: InstanceConfig,
  rest: Pick<InstanceSetup, "method" | "refreshInterval" | "override">,
): Promise<InstanceSetup> {
  const name = `${configPrefix(owner.instanceId)}${owner.revision}`;
  await ports.vault.put(owner.ownerId, name, JSON.stringify(config));
  return {
    config: name,
    settingKeys: Object.keys(config.settings).filter((key) => !isEmpty(config.settings[key])),
    secretKeys: Object.keys(config.auth).filter((key) => !isEmpty(config.auth[key])),
    headerNames: Object.keys(config.headers),
    hasBody: config.bodyTemplate !== null,
    ...rest,
  };
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === "";
}
