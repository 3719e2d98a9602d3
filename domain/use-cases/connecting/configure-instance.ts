import { consentOf } from "../../connector-language/consent/consent.ts";
import { type Json, jsonEquals } from "../../connector-language/json/json.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { InstanceSetup } from "../../instance/events.ts";
import { EMPTY_CONFIG, readConfig, storeConfig } from "../api-access/instance-config.ts";
import { latestInPlaceOf, loadDefinition } from "../authoring/definitions.ts";
import { intervalPause } from "../plan-slots/schedule-pause.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { credentialsReplaced } from "../rechecking/credentials-replaced.ts";
import type { ConnectingRefusal } from "./instance-refusal.ts";
import { unnamedHosts } from "./named-hosts.ts";
import { changedConfig, type SetupChanges } from "./setup-changes.ts";
import { isLive, replaceSetup, stateBefore, retryOnConflict } from "./replace-setup.ts";

type ConfigurePorts = Pick<Ports, "log" | "clock" | "ids" | "vault">;
type ConfigureRequest = { readonly instanceId: string; readonly changes: SetupChanges; readonly by: string };

/**
 * Changes settings, headers, body, credentials, interval or the override box of an instance. Two concurrent changes
 * both count: the later one is applied to the result of the earlier one.
 */
export async function configureInstance(
  ports: ConfigurePorts,
  request: ConfigureRequest,
  cause: Cause,
): Promise<Result<null, ConnectingRefusal>> {
  return retryOnConflict(request.instanceId, () => configureOnce(ports, request, cause));
}

async function configureOnce(
  ports: ConfigurePorts,
  { instanceId, changes, by }: ConfigureRequest,
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
  if (found === null && !(await isLive(ports, instanceId, replaced))) return "setup-changed";
  const before = found ?? EMPTY_CONFIG;
  const config = changedConfig(definition, before, changes, "change");
  if (!config.ok) return config;
  const sameSignIn = config.value.authChoice === before.authChoice;
  const unnamed = sameSignIn ? null : unnamedHosts(definition, config.value, changes.namedHosts);
  if (unnamed) return unnamed;
  const { method = state.setup.method, refreshInterval = present, override = state.setup.override } = changes;
  const others = { method, refreshInterval, override };
  if (found !== null && jsonEquals(config.value as Json, found as Json) && jsonEquals(others, partsOf(state.setup)))
    return accept(null);
  // The same change of the same values has one name; repeated on other values it has another, so that it cannot be
  // overwritten.
  const revision = ports.ids.derive(cause.commandId, "setup", replaced);
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision }, config.value, others);
  const consent = sameSignIn ? state.consent : consentOf(definition, config.value.authChoice);
  const replacedSecrets = credentialsReplaced(definition, before, config.value);
  return replaceSetup(
    ports,
    { ownerId: by, instanceId, definition, config: config.value },
    { replaced, command: { type: "configure", by, consent, setup, replaced: replacedSecrets }, context },
  );
}

function partsOf({ method, refreshInterval, override }: InstanceSetup) {
  return { method, refreshInterval, override };
}
