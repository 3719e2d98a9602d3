import { apiKeys } from "../../api-keys/decider.ts";
import { hostSettings } from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { view } from "../../core/aggregate.ts";
import type { Exposure } from "../../instance/stop.ts";
import type { InstanceConfig } from "../api-access/instance-config.ts";
import type { Ports } from "../ports.ts";

/** An instance, with what the log and its runs say about where its credentials may have been sent. */
export type ExposureAsked = {
  readonly instanceId: string;
  readonly ownerId: string;
  readonly rootId: string;
  /** Versions that it was ever connected to. */
  readonly connectorIds: readonly string[];
  /** When it began, ISO 8601. */
  readonly since: string;
  /** One of those versions renders a secret as the start of incremental reading. */
  readonly rendersSecret: boolean;
  /** null: it cannot be read. */
  readonly definition: Definition | null;
  readonly config: InstanceConfig;
  /** The keys of the settings of each of its runs that had some of its own. */
  readonly ownSettings: AsyncIterable<readonly string[]>;
};

/**
 * How the credentials of an instance may have left. Test reads leave no trace in the log, so a key that could ask for
 * one counts as if it had.
 */
export async function exposureOf(ports: Pick<Ports, "log">, asked: ExposureAsked): Promise<Exposure | null> {
  const { definition, config } = asked;
  if (asked.rendersSecret) return "start-value";
  if (definition === null || !Object.values(config.auth).some(isFilledIn)) return null;
  const settings = hostSettings(definition, config.authChoice);
  if (settings.size === 0) return null;
  if (await hadKey(ports, asked)) return "host-setting";
  for await (const keys of asked.ownSettings) if (keys.some((key) => settings.has(key))) return "host-setting";
  return null;
}

function isFilledIn(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Whether the owner had a key that could run the instance, or change it, at any time since it began. */
async function hadKey({ log }: Pick<Ports, "log">, asked: ExposureAsked): Promise<boolean> {
  const names = new Set([asked.instanceId, asked.rootId, ...asked.connectorIds]);
  const open = new Map<string, string | null>();
  const lasts = (until: string | null) => until === null || Date.parse(until) > Date.parse(asked.since);
  for (const event of await view(log, apiKeys).history(asked.ownerId)) {
    if (event.type === "ApiKeyDeleted" && Date.parse(event.recordedAt) < Date.parse(asked.since))
      open.delete(event.data.keyId);
    if (event.type !== "ApiKeyCreated") continue;
    const { keyId, scopes, tables, connectors, expiresAt } = event.data;
    const opens = (tables === null && connectors === null) || [...(connectors ?? [])].some((name) => names.has(name));
    if (opens && scopes.some((scope) => scope === "run" || scope === "write")) open.set(keyId, expiresAt);
  }
  return [...open.values()].some(lasts);
}
