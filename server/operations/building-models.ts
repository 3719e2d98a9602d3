import type { EventStore, Position } from "#domain/core/event-store.ts";
import type { ModelStatus, WatchedReadModels } from "#runners/follower/read-models.ts";

/** A model whose tables are being made: how much of the log they show, and for how long this process has known of it. */
export type Building = { readonly model: string; readonly percent: number; readonly seconds: number };

export type BuildingModels = {
  /** Models whose tables have never shown the whole log: pages that read them would be empty. */
  readonly unbuilt: readonly Building[];
  /** Models that are rebuilt beside tables of before, which answer meanwhile. */
  readonly rebuilding: readonly Building[];
};

/**
 * Looks which models are being made. A model has shown the whole log once it has passed the end that the log had when
 * this process first looked; that is noted for all processes. One that was there once and is late is not being made.
 */
export function watchBuilding(
  readModels: Pick<WatchedReadModels, "noteCaughtUp">,
  store: Pick<EventStore, "head">,
): (models: readonly ModelStatus[]) => Promise<BuildingModels> {
  let goal: { readonly end: Position | null } | undefined;
  const begun = new Map<string, number>();

  return async (models) => {
    const making = models.filter(({ state, caughtUp }) => state === "rebuilding" || !caughtUp);
    for (const model of begun.keys()) if (!making.some((each) => each.model === model)) begun.delete(model);
    if (making.length === 0) return { unbuilt: [], rebuilding: [] };
    const end = await store.head();
    goal ??= { end };
    const { end: wanted } = goal;
    const isThere = ({ state, position }: ModelStatus): boolean =>
      state === "following" && (wanted === null || (position ?? "") >= wanted);
    const there = making.filter(isThere).map(({ model }) => model);
    if (there.length > 0) await readModels.noteCaughtUp(there);
    const now = performance.now();
    const left = making.filter((each) => !isThere(each));
    const asBuilding = ({ model, built }: ModelStatus): Building => {
      if (!begun.has(model)) begun.set(model, now);
      return { model, percent: percentOf(built, end), seconds: Math.round((now - begun.get(model)!) / 1_000) };
    };
    return {
      unbuilt: left.filter(({ caughtUp }) => !caughtUp).map(asBuilding),
      rebuilding: left.filter(({ caughtUp }) => caughtUp).map(asBuilding),
    };
  };
}

/** How much of the log is before a position. Positions count events, or bytes of the log in EventStoreDB. */
function percentOf(position: Position | null, end: Position | null): number {
  const [at, all] = [position, end].map((each) => BigInt((each ?? "0").split("/")[0]!));
  return all === 0n ? 99 : Math.min(99, Number((at! * 100n) / all!));
}
