import type { Actor, CommandContext } from "../core/event-store.ts";

/** What caused a use case: its steps derive their command ids from it, so that running it twice has one effect. */
export type Cause = { readonly actor: Actor; readonly commandId: string; readonly correlationId: string };

/** The command context of one step of a use case. */
export function step(cause: Cause, name: string): CommandContext {
  return {
    actor: cause.actor,
    commandId: `${cause.commandId}/${name}`,
    correlationId: cause.correlationId,
    causationId: cause.commandId,
  };
}
