import { isWithin, type Reach } from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { type Json, jsonEquals } from "../../connector-language/json/json.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { InstanceSetup } from "../../instance/events.ts";
import {
  type AgreedConsent,
  agreedConsent,
  agreedReach,
  consentToStore,
  reachOf,
  sameOrigins,
} from "../api-access/agreed-consent.ts";
import {
  EMPTY_CONFIG,
  type InstanceConfig,
  readConfig,
  storeConfig,
  withoutSecrets,
} from "../api-access/instance-config.ts";
import { latestInPlaceOf, loadDefinition } from "../authoring/definitions.ts";
import { intervalPause } from "../plan-slots/schedule-pause.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { credentialsReplaced } from "../rechecking/credentials-replaced.ts";
import type { ConnectingRefusal } from "./instance-refusal.ts";
import { type HostsRefusal, unnamedHosts, unnamedOrigins } from "./named-hosts.ts";
import { changedConfig, type SettingsRefusal, type SetupChanges } from "./setup-changes.ts";
import { isLive, replaceSetup, stateBefore, retryOnConflict } from "./replace-setup.ts";

type ConfigurePorts = Pick<Ports, "log" | "runs" | "clock" | "ids" | "vault">;
type ConfigureRequest = { readonly instanceId: string; readonly changes: SetupChanges; readonly by: string };

/**
 * Changes settings, headers, body, credentials, interval or the override box of an instance. Two concurrent changes
 * both count: the later one is applied to the result of the earlier one. A change that leads to another host needs its
 * name (`hosts-unnamed`) and all secrets anew.
 */
export async function configureInstance(
  ports: ConfigurePorts,
  request: ConfigureRequest,
  cause: Cause,
): Promise<Result<null, ConnectingRefusal>> {
  const first: FirstRead = { agreed: null, config: null };
  return retryOnConflict(request.instanceId, () => configureOnce(ports, request, first, cause));
}

/** What the first attempt found, which the user knew. `config` stays null if another change had replaced it already. */
type FirstRead = { agreed: AgreedConsent | null; config: InstanceConfig | null };

async function configureOnce(
  ports: ConfigurePorts,
  { instanceId, changes, by }: ConfigureRequest,
  first: FirstRead,
  cause: Cause,
): Promise<Result<null, ConnectingRefusal> | "setup-changed"> {
  const context = step(cause, "configure");
  const { state, answer } = await stateBefore(ports, instanceId, context.commandId);
  if (state.status !== "active" || state.ownerId !== by) return refuse({ code: "instance-unknown" });
  const replaced = state.setup.config;
  if (answer) {
    // Vault names are used once, so replaced values never become current again.
    await ports.vault.remove(by, replaced);
    return accept(null, answer.position);
  }
  const definition = await loadDefinition(ports, state, by);
  if (!definition) {
    const latestConnectorId = await latestInPlaceOf(ports, state);
    return refuse({ code: "definition-outdated", latestConnectorId });
  }
  const present = state.setup.refreshInterval;
  const pause = await intervalPause(ports, { userId: by, interval: changes.refreshInterval, present });
  if (pause) return refuse(pause);
  const found = await readConfig(ports, by, state.setup);
  const agreed = agreedConsent(state);
  const isFirst = first.agreed === null;
  first.agreed ??= agreed;
  if (found === null && !(await isLive(ports, instanceId, replaced))) return "setup-changed";
  const before = found ?? EMPTY_CONFIG;
  if (isFirst) first.config = before;
  const movedMeanwhile = first.config
    ? !sameOrigins(definition, first.config, before)
    : !first.agreed.resolved || !isWithin(agreed.resolved ?? reachOf(definition, before), first.agreed.resolved);
  const changed = changedValues(definition, agreed, { before, movedMeanwhile }, changes);
  if (!changed.ok) return changed;
  const { config, consent, moves } = changed.value;
  const { method = state.setup.method, refreshInterval = present, override = state.setup.override } = changes;
  const others = { method, refreshInterval, override };
  if (found !== null && jsonEquals(config as Json, found as Json) && jsonEquals(others, partsOf(state.setup)))
    return accept(null);
  // The same change of the same values has one name; repeated on other values it has another, so that it cannot be
  // overwritten.
  const revision = ports.ids.derive(cause.commandId, "setup", replaced);
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision }, config, others);
  const replacedSecrets = credentialsReplaced(definition, before, config);
  return replaceSetup(
    ports,
    { ownerId: by, instanceId, definition, config },
    { replaced, moves, command: { type: "configure", by, consent, setup, replaced: replacedSecrets }, context },
  );
}

type Changed = {
  readonly config: InstanceConfig;
  readonly consent: AgreedConsent;
  /** It calls another host than before. */
  readonly moves: boolean;
};

/**
 * The values after a change, and the consent to them. Another host has to be named, and no stored secret moves there:
 * each must be given again.
 */
function changedValues(
  definition: Definition,
  agreed: AgreedConsent,
  { before, movedMeanwhile }: { readonly before: InstanceConfig; readonly movedMeanwhile: boolean },
  changes: SetupChanges,
): Result<Changed, SettingsRefusal | HostsRefusal> {
  const config = changedConfig(definition, before, changes, "change");
  if (!config.ok) return config;
  const reach = agreedReach(agreed, definition, before);
  if (movesSecrets(definition, reach ?? reachOf(definition, before), before, config.value)) {
    const named = changes.namedHosts ?? [];
    const unnamed = unnamedOrigins(definition, config.value, named);
    if (unnamed) return unnamed;
    const moved = changedConfig(definition, withoutSecrets(definition, before), changes, "activation");
    if (!moved.ok) return moved;
    const consent = consentToStore(definition, moved.value);
    return unnamedOrigins(definition, moved.value, named) ?? accept({ config: moved.value, consent, moves: true });
  }
  const sameSignIn = config.value.authChoice === before.authChoice;
  // Another change came first and moved it: the secrets of this one were meant for the host before.
  const unnamed = movedMeanwhile
    ? unnamedOrigins(definition, config.value, changes.namedHosts ?? [])
    : sameSignIn
      ? null
      : unnamedHosts(definition, config.value, changes.namedHosts);
  if (unnamed) return unnamed;
  // What is no longer agreed to does not become so by another change.
  const consent = sameSignIn && reach === null ? agreed : consentToStore(definition, config.value);
  return accept({ config: config.value, consent, moves: false });
}

/** Whether a stored secret would be sent to another host, or to another place by another way to sign in. */
function movesSecrets(definition: Definition, agreed: Reach, before: InstanceConfig, after: InstanceConfig): boolean {
  const sameSignIn = after.authChoice === before.authChoice;
  const { authChoice, auth } = after;
  if (!sameOrigins(definition, sameSignIn ? before : { ...before, authChoice, auth }, after)) return true;
  if (sameSignIn) return false;
  const kept = new Set(definition.privateSettings);
  const { hosts, places } = reachOf(definition, after);
  return !isWithin({ hosts, places: places.filter(({ field }) => kept.has(field)) }, agreed);
}

function partsOf({ method, refreshInterval, override }: InstanceSetup) {
  return { method, refreshInterval, override };
}
