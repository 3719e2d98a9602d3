import { type Aggregate, aggregate } from "../../core/aggregate.ts";
import { fold } from "../../core/decider.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import type { CommandContext } from "../../core/event-store.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { instance, type InstanceCommand, type InstanceRefusal, type InstanceState } from "../../instance/decider.ts";
import type { InstanceEvent } from "../../instance/events.ts";
import { dropForeignTokens, dropTokens, type InstanceWithConfig } from "../api-access/instance-tokens.ts";
import type { Ports } from "../ports.ts";

/** How often a change of an instance's setup is repeated because another one came first. */
const MAX_ATTEMPTS = 50;

/**
 * A change of a setup is computed from the values that were read and is valid for no others. It is repeated until
 * nothing was written between reading and appending, so that no change is lost.
 */
export async function retryOnConflict<T>(instanceId: string, attempt: () => Promise<T | "setup-changed">): Promise<T> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const outcome = await attempt();
    if (outcome !== "setup-changed") return outcome;
  }
  throw new Error(`The setup of instance ${instanceId} changed ${MAX_ATTEMPTS} times while one change waited`);
}

/** The rules of an instance for a command that was computed from these vault values. */
export function unlessChangedFrom(
  config: string,
): Aggregate<
  string,
  InstanceState,
  InstanceEvent,
  InstanceCommand,
  InstanceRefusal | { readonly code: "setup-changed" }
> {
  return {
    ...instance,
    decide: (state, command) =>
      state.status === "active" && state.setup.config !== config
        ? refuse({ code: "setup-changed" })
        : instance.decide(state, command),
  };
}

/**
 * Replaces the setup that was read with one whose values are already in the vault. Removes the values that are no
 * longer used, old or new, and with the old ones their tokens.
 */
export async function replaceSetup(
  ports: Pick<Ports, "log" | "vault">,
  instance: InstanceWithConfig,
  change: {
    readonly replaced: string;
    /** It calls another host than before, so its sign-in ends. */
    readonly moves: boolean;
    readonly command: Extract<InstanceCommand, { type: "configure" | "migrate" }>;
    readonly context: CommandContext;
  },
): Promise<Result<null, { readonly code: "instance-unknown" }> | "setup-changed"> {
  const { ownerId, instanceId } = instance;
  const { replaced, moves, command, context } = change;
  const { config } = command.setup;
  const written = await aggregate(ports.log, unlessChangedFrom(replaced)).handle(instanceId, command, context);
  if (!written.ok) {
    await ports.vault.remove(ownerId, config);
    return written.refusal.code === "setup-changed" ? "setup-changed" : refuse({ code: "instance-unknown" });
  }
  const isOurs = written.value.some(
    (event) =>
      (event.type === "InstanceConfigured" || event.type === "InstanceMigrated") && event.data.setup.config === config,
  );
  await ports.vault.remove(ownerId, isOurs ? replaced : config);
  if (isOurs) await (moves ? dropTokens : dropForeignTokens)(ports, instance);
  return accept(null, written.position);
}

/** The state that a command finds, and its event if it was handled before: then the state is the one it found then. */
export async function stateBefore(
  { log }: Pick<Ports, "log">,
  instanceId: string,
  commandId: string,
): Promise<{ readonly state: InstanceState; readonly answer: LoggedEvent<InstanceEvent> | undefined }> {
  const instances = aggregate(log, instance);
  const { state, ofCommand } = await instances.loadFor(instanceId, commandId);
  const [answer] = ofCommand;
  if (!answer) return { state, answer };
  // A repeated command, which is rare: the events before it are read again.
  return { state: fold(instance, await instances.history(instanceId, { maxCount: answer.revision })), answer };
}

/** Whether these vault values are still the instance's own. */
export async function isLive({ log }: Pick<Ports, "log">, instanceId: string, config: string): Promise<boolean> {
  const state = await aggregate(log, instance).load(instanceId);
  return state.status === "active" && state.setup.config === config;
}
