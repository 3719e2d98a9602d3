import type { Actor, CommandAttempt } from "../core/event-store.ts";

/** What caused a use case: its steps derive their command ids from it, so that running it twice has one effect. */
export type Cause = {
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  /** The id was made for this attempt: nobody can have run the use case with it before. */
  readonly fresh?: boolean;
};

/** The command context of one step of a use case. */
export function step(cause: Cause, name: string): CommandAttempt {
  return {
    actor: cause.actor,
    commandId: `${cause.commandId}/${name}`,
    correlationId: cause.correlationId,
    causationId: cause.commandId,
    fresh: cause.fresh ?? false,
  };
}
