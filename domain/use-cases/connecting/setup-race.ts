import { type Decider, fold, refuse } from "../../core/decider.ts";
import { dispatch } from "../../core/dispatch.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import type { CommandContext } from "../../core/event-store.ts";
import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { instance, type InstanceCommand, type InstanceRefusal, type InstanceState } from "../../instance/decider.ts";
import type { InstanceEvent } from "../../instance/events.ts";
import { type Connection, dropForeignTokens } from "../api-access/connection-tokens.ts";
import { loadInstance } from "./load-instance.ts";
import { done, type Outcome, refused } from "../step.ts";
import { streams } from "../streams.ts";

/** How often a change of a connection's setup is made anew because another one came first. */
const MAX_ATTEMPTS = 50;

/**
 * Changes of one connection's setup are made from the values that were read and hold for no others. So each is tried until
 * nothing has come between reading and appending, and none is lost.
 */
export async function untilNothingCameBetween<T>(
  instanceId: string,
  attempt: () => Promise<T | "setup-changed">,
): Promise<T> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const outcome = await attempt();
    if (outcome !== "setup-changed") return outcome;
  }
  throw new Error(`The setup of instance ${instanceId} changed ${MAX_ATTEMPTS} times while one change waited`);
}

/** The rules of an instance for a command that was made from these values of the vault. */
function unlessChangedFrom(
  config: string,
): Decider<InstanceState, InstanceEvent, InstanceCommand, InstanceRefusal | { readonly name: "setup-changed" }> {
  return {
    ...instance,
    decide: (state, command) =>
      state.status === "active" && state.setup.config !== config
        ? refuse({ name: "setup-changed" })
        : instance.decide(state, command),
  };
}

/**
 * Puts a set-up, whose values the vault has already, in place of the one that was read. The values that are live no more are
 * taken away, whichever of the two they are, and with the old ones the tokens that were got with them.
 */
export async function replaceSetup(
  ports: CorePorts,
  connection: Connection,
  change: {
    readonly replaced: string;
    readonly command: Extract<InstanceCommand, { type: "configure" | "migrate" }>;
    readonly context: CommandContext;
  },
): Promise<Outcome<null, { readonly name: "instance-unknown" }> | "setup-changed"> {
  const { ownerId, instanceId } = connection;
  const { replaced, command, context } = change;
  const { config } = command.setup;
  const written = await dispatch(ports.log, unlessChangedFrom(replaced), {
    stream: streams.instance(instanceId),
    command,
    context,
  });
  if (!written.ok) {
    await ports.vault.remove(ownerId, config);
    return written.refusal.name === "setup-changed" ? "setup-changed" : refused({ name: "instance-unknown" });
  }
  const isOurs = written.events.some(
    (event) =>
      (event.type === "InstanceConfigured" || event.type === "InstanceMigrated") && event.data.setup.config === config,
  );
  await ports.vault.remove(ownerId, isOurs ? replaced : config);
  if (isOurs) await dropForeignTokens(ports, connection);
  return done(null, written.position);
}

/** The state that a command finds, and its event when it was there before: then the state is the one it found then. */
export async function stateBefore(
  ports: Pick<CorePorts, "log">,
  instanceId: string,
  commandId: string,
): Promise<{ readonly state: InstanceState; readonly answer: LoggedEvent<InstanceEvent> | undefined }> {
  const { state, ofCommand } = await loadState<InstanceState, InstanceEvent>(
    ports.log,
    instance,
    streams.instance(instanceId),
    commandId,
  );
  const answer = ofCommand[0] as LoggedEvent<InstanceEvent> | undefined;
  if (!answer) return { state, answer };
  // A repetition, which is rare: the events before it are read once more.
  const before = await ports.log.read(streams.instance(instanceId), { maxCount: answer.revision });
  return { state: fold(instance, before as readonly LoggedEvent[] as LoggedEvent<InstanceEvent>[]), answer };
}

/** Whether these values of the vault are still the connection's own. */
export async function isLive(ports: Pick<CorePorts, "log">, instanceId: string, config: string): Promise<boolean> {
  const state = await loadInstance(ports, instanceId);
  return state.status === "active" && state.setup.config === config;
}
