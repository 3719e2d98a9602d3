import { type Decider, fold, refuse } from "../core/decider.ts";
import type { LoggedEvent } from "../core/event-log.ts";
import type { CorePorts } from "../core/ports.ts";
import { instance, type InstanceCommand, type InstanceRefusal, type InstanceState } from "../instance/decider.ts";
import type { InstanceEvent } from "../instance/events.ts";
import { loadInstance } from "./load-instance.ts";
import { streams } from "./streams.ts";

/** How often a change of a connection's setup is made anew because another one came first. */
const MAX_ATTEMPTS = 50;

/**
 * Changes of one connection's setup are made from the values that were read and hold for no others. So each is tried until
 * nothing has come between reading and appending, and none is lost.
 */
export async function untilNothingCameBetween<T>(instanceId: string, attempt: () => Promise<T | "setup-changed">): Promise<T> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const outcome = await attempt();
    if (outcome !== "setup-changed") return outcome;
  }
  throw new Error(`The setup of instance ${instanceId} changed ${MAX_ATTEMPTS} times while one change waited`);
}

/** The rules of an instance for a command that was made from these values of the vault. */
export function unlessChangedFrom(config: string): Decider<InstanceState, InstanceEvent, InstanceCommand, InstanceRefusal | { readonly name: "setup-changed" }> {
  return {
    ...instance,
    decide: (state, command) =>
      state.status === "active" && state.setup.config !== config ? refuse({ name: "setup-changed" }) : instance.decide(state, command),
  };
}

/** The state that a command finds, and its event when it was there before: then the state is the one it found then. */
export async function stateBefore(
  ports: Pick<CorePorts, "log">,
  instanceId: string,
  commandId: string,
): Promise<{ readonly state: InstanceState; readonly answer: LoggedEvent<InstanceEvent> | undefined }> {
  const events = (await ports.log.read(streams.instance(instanceId))) as LoggedEvent<InstanceEvent>[];
  const at = events.findIndex((event) => event.commandId === commandId);
  return { state: fold(instance, at < 0 ? events : events.slice(0, at)), answer: events[at] };
}

/** Whether these values of the vault are still the connection's own. */
export async function isLive(ports: Pick<CorePorts, "log">, instanceId: string, config: string): Promise<boolean> {
  const state = await loadInstance(ports, instanceId);
  return state.status === "active" && state.setup.config === config;
}
