import { consentOf, type Reach } from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { refuse, type Refused } from "../../core/result.ts";
import { reachOf } from "../api-access/agreed-consent.ts";
import type { InstanceConfig } from "../api-access/instance-config.ts";

export type HostsRefusal = {
  readonly code: "hosts-unnamed";
  readonly consent: Reach;
};

/**
 * A program agrees to hosts by naming them: nobody has seen them in a browser. `named`: absent for a browser. A host
 * that a setting of a new instance gives may be named as it is with the setting, and `https://` may be left out.
 */
export function unnamedHosts(
  definition: Definition,
  config: InstanceConfig,
  named: readonly string[] | undefined,
): Refused<HostsRefusal> | null {
  const general = consentOf(definition, config.authChoice);
  return named !== undefined && covers(named, general.hosts) ? null : unnamedOrigins(definition, config, named);
}

/** The same for an instance that moves: its hosts as its settings make them, so that no name stands for any host. */
export function unnamedOrigins(
  definition: Definition,
  config: InstanceConfig,
  named: readonly string[] | undefined,
): Refused<HostsRefusal> | null {
  if (named === undefined) return null;
  const consent = reachOf(definition, config);
  return covers(named, consent.hosts) ? null : refuse({ code: "hosts-unnamed", consent });
}

function covers(named: readonly string[], hosts: readonly string[]): boolean {
  const known = new Set(named.map(plain));
  return hosts.every((host) => known.has(plain(host)));
}

function plain(host: string): string {
  return host.replace(/^https:\/\//, "");
}
