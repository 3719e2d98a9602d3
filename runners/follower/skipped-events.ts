import { createHash } from "node:crypto";
import type { EventStore, RecordedEvent } from "#domain/core/event-store.ts";
import { eventKey, readModel } from "#domain/read-model/decider.ts";
import type { ReadModelEvent } from "#domain/read-model/events.ts";

/**
 * The events that a read model skips by an admin's decision, read from the log, so that a rebuild skips the same ones.
 */
export type SkippedEvents = { has(event: Pick<RecordedEvent, "stream" | "revision">): boolean };

export async function skippedEvents(
  store: Pick<EventStore, "readStream">,
  model: string,
): Promise<SkippedEvents & { /** Of all of them. */ readonly digest: string }> {
  const recorded = (await store.readStream(readModel.stream(model))) as readonly Pick<RecordedEvent, "type" | "data">[];
  const keys = new Set(
    recorded.filter(({ type }) => type === "EventSkipped").map(({ data }) => eventKey(data as ReadModelEvent["data"])),
  );
  return {
    has: (event) => keys.size > 0 && keys.has(eventKey(event)),
    digest: createHash("sha256")
      .update([...keys].sort().join("\n"))
      .digest("hex")
      .slice(0, 16),
  };
}
