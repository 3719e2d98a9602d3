import {
  type Consent,
  consentOf,
  isWithin,
  type Reach,
  sameConsent,
  withOwnRows,
} from "../../connector-language/consent/consent.ts";
import { type ConsentChange, consentChange } from "../../connector-language/consent/consent-change.ts";
import { type Definition, privateKeys } from "../../connector-language/definition/definition.ts";
import type { Result } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { type AgreedConsent, reachOf, reachWithOwnRows } from "../api-access/agreed-consent.ts";
import type { InstanceConfig } from "../api-access/instance-config.ts";
import { changedConfig, type SettingsRefusal, startConfig } from "./setup-changes.ts";

/** An instance that moves to another version. `from`: null if its own definition can no longer be read. */
export type SetupMove = {
  readonly agreed: AgreedConsent;
  readonly from: Definition | null;
  readonly to: Definition;
  readonly before: InstanceConfig;
};

export type MovedSetup = {
  /** The values in the other version, or what they lack. */
  readonly config: Result<InstanceConfig, SettingsRefusal>;
  /** What the user has to agree to, by the definitions or by the hosts that the settings make of them; null: nothing. */
  readonly change: ConsentChange | null;
  /** Hosts are called that nobody has agreed to. */
  readonly otherHosts: boolean;
};

/**
 * The setup of an instance in another version. With the same consent all values are carried over, otherwise none that
 * may be a secret.
 */
export function movedSetup(
  move: SetupMove,
  given: { readonly settings?: JsonObject; readonly auth?: Readonly<Record<string, string>> } = {},
): MovedSetup {
  const choice = choiceIn(move);
  const written = writtenChange(move, choice);
  const values = (same: boolean) => {
    const carried = carriedOver(move, choice, same);
    const settings = given.settings && { settings: { ...carried.settings, ...given.settings } };
    const auth = given.auth && { auth: given.auth };
    return {
      carried: { ...carried, ...settings },
      config: changedConfig(move.to, carried, { ...settings, ...auth }, "activation"),
    };
  };
  const kept = values(true);
  const after = kept.config.ok ? kept.config.value : kept.carried;
  const before = reachBefore(move, choice);
  const reach = reachWithOwnRows(move.to, after);
  const change =
    written ?? (isWithin(reach, before) ? null : consentChange(asConsent(move, before), asConsent(move, reach)));
  const config = change === null ? kept.config : values(false).config;
  const { hosts } = config.ok ? reachOf(move.to, config.value) : reach;
  return { config, change, otherHosts: !isWithin({ hosts, places: [] }, before) };
}

/** The sign-in keeps its number if the other version has one. */
export function choiceIn({ before, to }: Pick<SetupMove, "before" | "to">): number {
  return before.authChoice < to.auths.length ? before.authChoice : 0;
}

/** What differs in the consents as the definitions write them. */
function writtenChange({ agreed, from, to, before }: SetupMove, choice: number): ConsentChange | null {
  const rows = { headerNames: Object.keys(before.headers), hasBody: before.bodyTemplate !== null };
  const old = withOwnRows<Consent>(agreed, from, rows);
  const now = withOwnRows(consentOf(to, choice), to, rows);
  return sameConsent(old, now) ? null : consentChange(old, now);
}

/**
 * What the instance may reach before it moves. Without its definition its own settings still say so, but no default and
 * nothing that the other version derives.
 */
function reachBefore({ agreed, from, to, before }: SetupMove, choice: number): Reach {
  if (from) return reachWithOwnRows(from, before, agreed.resolved ?? reachOf(from, before));
  const same = sameConsent(agreed, consentOf(to, choice));
  return agreed.resolved ?? (same ? consentOf({ ...to, derived: new Map() }, choice, before.settings) : agreed);
}

function asConsent({ agreed }: SetupMove, { hosts, places }: Reach): Consent {
  return { authType: agreed.authType, authFields: agreed.authFields, hosts, places };
}

/**
 * The values that are kept. What was a secret in the old version but not in the new one would become visible, so it is
 * always dropped. With another consent all secrets are dropped, and header rows and bodies too, because they may
 * contain some.
 */
function carriedOver({ from, to, before }: SetupMove, choice: number, same: boolean): InstanceConfig {
  const secretBefore = from ? privateKeys(from, before.authChoice) : new Set<string>();
  const secretNow = privateKeys(to, choice);
  const stays = (key: string) =>
    same ? secretNow.has(key) || !secretBefore.has(key) : !secretNow.has(key) && !secretBefore.has(key);
  const settings = Object.fromEntries(Object.entries(before.settings).filter(([key]) => stays(key)));
  if (same) return { ...before, settings };
  const start = startConfig(to);
  return { ...start, authChoice: choice, settings: { ...start.settings, ...settings } };
}
