import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  type CommandContext,
  type EventStore,
  NO_STREAM,
  type Position,
  type RecordedEvent,
} from "#domain/core/event-store.ts";
import { createIds } from "#infra/platform/ids.ts";

const ids = createIds();

export function freshStream(): string {
  return `contract-${ids.fresh()}`;
}

export function command(given: Partial<CommandContext> = {}): CommandContext {
  return {
    actor: { kind: "anonymous" },
    commandId: ids.fresh(),
    correlationId: ids.fresh(),
    causationId: null,
    ...given,
  };
}

export function numbered(count: number): { n: number }[] {
  return Array.from({ length: count }, (_, n) => ({ n }));
}

/** Follows the log and records the events in the order of delivery. */
export function follow(
  store: EventStore,
  from: Position | null,
  batchSize: number,
): {
  /** All delivered events, once the event at `position` is among them. Ends the subscription. Fails after 30 s. */
  until(position: Position): Promise<RecordedEvent[]>;
  largestBatch(): number;
} {
  const seen: RecordedEvent[] = [];
  let largest = 0;
  let moved = Promise.withResolvers<void>();
  const subscription = store.subscribeToAll({
    from,
    batchSize,
    handle: async (events) => {
      largest = Math.max(largest, events.length);
      seen.push(...events);
      moved.resolve();
      moved = Promise.withResolvers<void>();
    },
  });
  return {
    largestBatch: () => largest,
    async until(position) {
      const deadline = Date.now() + 30_000;
      while ((seen.at(-1)?.position ?? "") < position) {
        if (Date.now() > deadline)
          throw new Error(`Not at ${position} in time; ${seen.length} events seen, last ${seen.at(-1)?.position}`);
        await Promise.race([moved.promise, subscription.finished, new Promise((resolve) => setTimeout(resolve, 200))]);
      }
      await subscription.stop();
      return seen.filter((event) => event.position <= position);
    },
  };
}

/** A child process that appends until it is killed with SIGKILL, most likely during an append. */
export function startWriter(
  storeArguments: readonly string[],
  stream: string,
): {
  /** Waits until the child has reported `count` acknowledged events. */
  acknowledged(count: number): Promise<void>;
  kill(): void;
  /** `<stream>@<revision>` of all events whose append was acknowledged to the child. */
  ended(): Promise<string[]>;
} {
  const file = fileURLToPath(new URL("./event-store-writer.ts", import.meta.url));
  const child = spawn(process.execPath, [file, ...storeArguments, stream], { stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  let faults = "";
  child.stderr.on("data", (chunk) => (faults += chunk));
  const exited = once(child, "close");
  const reader = createInterface({ input: child.stdout });
  let reported = Promise.withResolvers<void>();
  reader.on("line", (line) => {
    lines.push(line);
    reported.resolve();
    reported = Promise.withResolvers<void>();
  });
  return {
    async acknowledged(count) {
      while (lines.length < count) {
        await Promise.race([reported.promise, exited]);
        if (child.exitCode !== null) throw new Error(`Writer ended by itself: ${faults}`);
      }
    },
    kill: () => child.kill("SIGKILL"),
    async ended() {
      await exited;
      return lines.filter((line) => /@\d+$/.test(line));
    },
  };
}

/** A store under test. */
export type StoreUnderTest = {
  readonly store: EventStore;
  /** Arguments for event-store-writer.ts: the store for a child process that will be killed. */
  readonly writerArguments: readonly string[];
  /** Faults specific to this store (slow, rolled-back or terminated transactions), running while others write. */
  readonly disturb?: (round: number) => Promise<void>;
  /** Cuts the store's connections while it is in use, if it has any. */
  readonly cutConnections?: () => Promise<void>;
  close(): Promise<void>;
};

/** Appends events with this data. */
export function append(
  store: EventStore,
  stream: string,
  expectedRevision: number | typeof NO_STREAM,
  data: readonly RecordedEvent["data"][],
  context: CommandContext = command(),
): ReturnType<EventStore["appendToStream"]> {
  return store.appendToStream(
    stream,
    data.map((each) => ({ type: "counted", schemaVersion: 1, data: each })),
    { expectedRevision, context },
  );
}

/** The whole log after a position, read in batches. */
export async function everythingAfter(store: EventStore, position: Position | null): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const batch = await store.readAll(events.at(-1)?.position ?? position, 200);
    if (batch.length === 0) return events;
    events.push(...batch);
  }
}
