import { deriveId } from "../platform/ids.ts";

/** Id of the `index`th event of a command: the same in every store, so a command can be recorded only once. */
export function eventId(commandId: string, index: number): string {
  return deriveId("event", commandId, String(index));
}
