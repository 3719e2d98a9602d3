import { view } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import type { UserEvent } from "../../user/events.ts";
import type { Ports } from "../ports.ts";

/** What happened to a user's account, from the first event on, `atOnce` in memory at a time. For that user alone. */
export async function* ownHistory(
  { log }: Pick<Ports, "log">,
  userId: string,
  atOnce: number,
): AsyncIterable<UserEvent & { readonly recordedAt: string }> {
  for (let fromRevision = 0; ; fromRevision += atOnce) {
    const events = await view(log, user).history(userId, { fromRevision, maxCount: atOnce });
    yield* events;
    if (events.length < atOnce) return;
  }
}
