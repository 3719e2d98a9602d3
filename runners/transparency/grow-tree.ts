import type { EventStore, Position, RecordedEvent, Subscription } from "#domain/core/event-store.ts";
import { type LogCrypto, sameBytes } from "#domain/transparency/bytes.ts";
import { entryLeaf } from "#domain/transparency/log-entry.ts";
import type { LogFork, LogTree, TreeState } from "#domain/transparency/ports.ts";
import { edgeTiles, growingTree, splitHashes, TILE_WIDTH } from "#domain/transparency/tree/tiles.ts";

const BATCH = 2_000;
const BATCH_BYTES = 8_000_000;

export type GrowPorts = {
  readonly store: Pick<EventStore, "readAll" | "subscribeToAll">;
  readonly tree: LogTree;
  readonly crypto: Pick<LogCrypto, "sha256">;
};

/** Another process has grown the tree: this one begins again from what is stored. */
export class TreeMovedError extends Error {}

/**
 * Follows the log and adds its events to the tree, in the log's order. Returns a fork in place of a subscription if the
 * last events of the tree are not those of the log.
 */
export async function growTree({ store, tree, crypto }: GrowPorts): Promise<Subscription | LogFork> {
  const { sha256 } = crypto;
  let state = await tree.state();
  const fork = await edgeFault({ store, tree, crypto }, state);
  if (fork) return fork;
  const growing = growingTree(sha256, { size: state.size, edge: await tree.tiles(edgeTiles(state.size)) });
  return store.subscribeToAll({
    from: state.position,
    batchSize: BATCH,
    batchBytes: BATCH_BYTES,
    async handle(events) {
      const after: TreeState = { size: state.size + events.length, position: events.at(-1)!.position };
      const tiles = growing.append(events.map((event) => entryLeaf(event, sha256)));
      if (!(await tree.grow(state, after, { tiles, starts: startsIn(state, events) })))
        throw new TreeMovedError("The tree over the log was grown by another process");
      state = after;
    },
  });
}

/** The tiles of leaves that begin within these events, with the position before each. */
function startsIn(state: TreeState, events: readonly RecordedEvent[]): Map<number, Position> {
  const starts = new Map<number, Position>();
  events.forEach((_, at) => {
    const index = state.size + at;
    if (index % TILE_WIDTH === 0)
      starts.set(index / TILE_WIDTH, (at === 0 ? state.position : events[at - 1]!.position) ?? "");
  });
  return starts;
}

/** Compares the last tile of leaves with the events of the log: a log that was replaced by another one ends here. */
async function edgeFault({ store, tree, crypto }: GrowPorts, { size }: TreeState): Promise<LogFork | null> {
  if (size === 0) return null;
  const n = Math.floor((size - 1) / TILE_WIDTH);
  const [tile] = await tree.tiles([{ level: 0, n }]);
  const leaves = splitHashes(tile?.hashes ?? new Uint8Array());
  const events = await store.readAll((await tree.startOf(n)) || null, leaves.length);
  const { sha256 } = crypto;
  const wrong = leaves.findIndex((leaf, at) => {
    const event = events[at];
    return event === undefined || !sameBytes(leaf, entryLeaf(event, sha256));
  });
  return wrong < 0 ? null : { code: "tree-not-of-log", index: n * TILE_WIDTH + wrong };
}
