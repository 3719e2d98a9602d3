import { type Consent, consentOf } from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { refuse, type Refused } from "../../core/result.ts";
import type { InstanceConfig } from "../api-access/instance-config.ts";

export type HostsRefusal = {
  readonly code: "hosts-unnamed";
  readonly consent: Pick<Consent, "hosts" | "places">;
};

/**
 * A program agrees to hosts by naming them: nobody has seen them in a browser. `named`: absent for a browser. A host
 * that a setting gives may be named as it is with the setting, and `https://` may be left out.
 */
export function unnamedHosts(
  definition: Definition,
  { authChoice, settings }: Pick<InstanceConfig, "authChoice" | "settings">,
  named: readonly string[] | undefined,
): Refused<HostsRefusal> | null {
  if (named === undefined) return null;
  const known = new Set(named.map(plain));
  const { hosts, places } = consentOf(definition, authChoice, settings);
  const general = consentOf(definition, authChoice);
  const agreed = [hosts, general.hosts].some((each) => each.every((host) => known.has(plain(host))));
  return agreed ? null : refuse({ code: "hosts-unnamed", consent: { hosts, places } });
}

function plain(host: string): string {
  return host.replace(/^https:\/\//, "");
}
