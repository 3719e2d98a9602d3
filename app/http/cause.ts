import type { Cause } from "#domain/use-cases/step.ts";
import type { AppContext } from "../platform.ts";

/** The cause of what a request does. Without a given command id every request is a new command. */
export function causeOf(context: AppContext, commandId?: string): Cause {
  return {
    actor: context.viewer
      ? { kind: "user", id: context.viewer.id, ...(context.key ? { key: context.key.id } : {}) }
      : { kind: "anonymous" },
    commandId: commandId ?? context.platform.ports.ids.fresh(),
    correlationId: context.requestId,
    fresh: commandId === undefined,
  };
}
