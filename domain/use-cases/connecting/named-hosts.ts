import { consentOf, type Reach, renderedHost } from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { placeholderNames } from "../../connector-language/json/placeholders.ts";
import { refuse, type Refused } from "../../core/result.ts";
import { hostValuesOf, reachOf } from "../api-access/agreed-consent.ts";
import type { InstanceConfig } from "../api-access/instance-config.ts";

export type HostsRefusal = {
  readonly code: "hosts-unnamed";
  readonly consent: Reach;
};

/**
 * Refuses hosts that nobody agreed to. A program agrees by naming them, a browser posts those that its page showed.
 * `named`: absent for what asks elsewhere. A host that the user's own settings give may be named as it is with the
 * setting, one that the definition derives from them only by its own name; `https://` may be left out.
 */
export function unnamedHosts(
  definition: Definition,
  config: InstanceConfig,
  named: readonly string[] | undefined,
): Refused<HostsRefusal> | null {
  if (named === undefined) return null;
  const known = new Set(named.map(plain));
  const values = hostValuesOf(definition, config);
  const typed = consentOf(definition, config.authChoice)
    .hosts.filter((host) => known.has(plain(host)))
    .filter((host) => !placeholderNames(host).some((name) => definition.derived.has(name)))
    .map((host) => renderedHost(host, values));
  return unnamedOrigins(definition, config, [...named, ...typed]);
}

/** The same for an instance that moves: its hosts as its settings make them, so that no name stands for any host. */
export function unnamedOrigins(
  definition: Definition,
  config: InstanceConfig,
  named: readonly string[] | undefined,
): Refused<HostsRefusal> | null {
  if (named === undefined) return null;
  const known = new Set(named.map(plain));
  const consent = reachOf(definition, config);
  return consent.hosts.every((host) => known.has(plain(host))) ? null : refuse({ code: "hosts-unnamed", consent });
}

function plain(host: string): string {
  return host.replace(/^https:\/\//, "");
}
