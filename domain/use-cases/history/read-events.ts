import type { EventLog, LoggedEvent } from "../../core/event-log.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { ownerOf, readsAllEvents } from "../../transparency/event-readers.ts";
import { streamsOf, type Subject } from "./subject.ts";

type Log = Pick<EventLog, "read">;

/** Whether a user may read the history of a subject: admins and auditors, and the user whose it is. */
export async function mayReadHistory(
  log: Log,
  { id, roles }: { readonly id: string; readonly roles: readonly string[] },
  subject: Subject,
): Promise<boolean> {
  const [first] = await log.read(streamsOf(subject)[0], { maxCount: 1 });
  return first !== undefined && (readsAllEvents(roles) || ownerOf(first.data as JsonObject) === id);
}

/** The events at these places of the log, read together. For those who may read the history that they belong to. */
export function eventsAt(
  log: Log,
  places: readonly { readonly stream: string; readonly revision: number }[],
): Promise<readonly (LoggedEvent | undefined)[]> {
  return Promise.all(
    places.map(async ({ stream, revision }) => (await log.read(stream, { fromRevision: revision, maxCount: 1 }))[0]),
  );
}
