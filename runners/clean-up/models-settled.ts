import type { EventStore } from "#domain/core/event-store.ts";
import type { WatchedReadModels } from "../follower/read-models.ts";

/**
 * Whether every read model has applied exactly the whole log. Only then may something be removed because no model names
 * it.
 */
export async function modelsSettled(
  store: Pick<EventStore, "head">,
  models: Pick<WatchedReadModels, "reached" | "status">,
): Promise<boolean> {
  const before = await store.head();
  if (before !== null && !(await models.reached(before, 10_000))) return false;
  const status = await models.status();
  const after = await store.head();
  return status.every(
    ({ state, position }) =>
      state === "following" && (position ?? "") >= (before ?? "") && (position ?? "") <= (after ?? ""),
  );
}
