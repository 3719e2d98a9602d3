import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Aggregate, aggregate } from "./aggregate.ts";
import { emit } from "./decider.ts";
import { event as eventType } from "./event-catalog.ts";
import type { EventLog, LoggedEvent } from "./event-log.ts";
import { type AppendResult, type CommandContext, NO_STREAM } from "./event-store.ts";
import { refuse } from "./result.ts";
import type { KnownState, KnownStates, Snapshot, Snapshots } from "./snapshots.ts";
import { StreamBusyError } from "./faults/stream-busy.ts";

type Added = { readonly type: "Added"; readonly data: { readonly amount: number; readonly total: number } };
type Add = { readonly amount: number };

/** A sum of at most 1000. Its events hold the total, so a decision on an old state is visible. */
const sum: Aggregate<string, number, Added, Add, { readonly code: "too-much"; readonly total: number }> = {
  stream: (id) => id,
  events: { Added: eventType({ version: 1, schema: z.strictObject({ amount: z.number(), total: z.number() }) }) },
  initialState: 0,
  evolve: (total, event) => total + event.data.amount,
  decide(total, { amount }) {
    if (amount === 0) return emit();
    if (total + amount > 1000) return refuse({ code: "too-much", total });
    return emit({ type: "Added", data: { amount, total: total + amount } });
  },
};

/** An event log in memory. `beforeAppend` runs between a reader's read and its append. */
class MemoryLog implements EventLog<Added> {
  readonly streams = new Map<string, LoggedEvent[]>();
  readonly pauses: number[] = [];
  appends = 0;
  eventsRead = 0;
  snapshots?: Snapshots;
  knownStates?: KnownStates;
  reads = 0;
  private position = 0;
  beforeAppend: (attempt: number) => Promise<void> = async () => {};

  async read(
    stream: string,
    { fromRevision = 0, maxCount = Infinity }: Parameters<EventLog["read"]>[1] = {},
  ): Promise<LoggedEvent[]> {
    const found = (this.streams.get(stream) ?? [])
      .filter(({ revision }) => revision >= fromRevision)
      .slice(0, maxCount);
    this.reads += 1;
    this.eventsRead += found.length;
    return found;
  }

  async readCommand(stream: string, commandId: string): Promise<LoggedEvent[]> {
    return (await this.read(stream)).filter((event) => event.commandId === commandId);
  }

  async append(
    stream: string,
    events: readonly Added[],
    options: Parameters<EventLog["append"]>[2],
  ): Promise<AppendResult> {
    this.appends += 1;
    await this.beforeAppend(this.appends);
    return this.write(stream, events, options);
  }

  async pause(conflicts: number): Promise<void> {
    this.pauses.push(conflicts);
  }

  write(
    stream: string,
    events: readonly Added[],
    { expectedRevision, context }: Parameters<EventLog["append"]>[2],
  ): AppendResult {
    for (const [name, recorded] of this.streams) {
      const last = recorded.findLast((event) => event.commandId === context.commandId);
      if (last)
        return name === stream
          ? { ok: true, revision: last.revision, position: last.position }
          : { ok: false, reason: "duplicate-command" };
    }
    const recorded = this.streams.get(stream) ?? [];
    const actual = recorded.at(-1)?.revision ?? NO_STREAM;
    if (actual !== expectedRevision) return { ok: false, reason: "conflict", actual };
    for (const event of events) {
      this.position += 1;
      recorded.push({
        ...event,
        ...context,
        stream,
        revision: recorded.length,
        id: `event-${this.position}`,
        position: String(this.position).padStart(20, "0"),
        recordedAt: "2026-11-21T09:00:00.000000Z",
        prevHash: null,
        hash: "",
      });
    }
    this.streams.set(stream, recorded);
    const last = recorded.at(-1);
    if (!last) throw new Error("An empty append has no revision here");
    return { ok: true, revision: last.revision, position: last.position };
  }

  amounts(stream: string): number[] {
    return ((this.streams.get(stream) ?? []) as unknown as Added[]).map((event) => event.data.amount);
  }
}

/** Snapshots in memory; states pass through JSON, as in a table. */
class MemorySnapshots implements Snapshots {
  readonly kept = new Map<string, { version: string; revision: number; state: string }>();
  finds = 0;

  async find(stream: string, version: string): Promise<Snapshot | null> {
    this.finds += 1;
    const found = this.kept.get(stream);
    return found?.version === version ? { revision: found.revision, state: JSON.parse(found.state) as number } : null;
  }

  async keep(
    stream: string,
    version: string,
    { revision, state }: { revision: number; state: unknown },
  ): Promise<void> {
    this.kept.set(stream, { version, revision, state: JSON.stringify(state) });
  }
}

const summary = (version: string): typeof sum => ({
  ...sum,
  snapshots: { version, every: 100, revive: (json) => json as number },
});

function context(commandId: string): CommandContext {
  return { actor: { kind: "user", id: "user-1" }, commandId, correlationId: commandId, causationId: null };
}

function add(log: EventLog<Added>, commandId: string, amount: number, stream = "sum-1") {
  return aggregate(log, sum).handle(stream, { amount }, context(commandId));
}

/** Writes to the stream as another process would. */
function intrude(log: MemoryLog, commandId: string, amount: number): void {
  const recorded = log.streams.get("sum-1") ?? [];
  const total = amount + log.amounts("sum-1").reduce((a, b) => a + b, 0);
  const written = log.write("sum-1", [{ type: "Added", data: { amount, total } }], {
    expectedRevision: recorded.at(-1)?.revision ?? NO_STREAM,
    context: context(commandId),
  });
  expect(written.ok).toBe(true);
}

describe("an aggregate", () => {
  test("writes what was decided and says where", async () => {
    const log = new MemoryLog();
    const first = await add(log, "c1", 2);
    expect(first).toEqual({
      ok: true,
      value: [{ type: "Added", data: { amount: 2, total: 2 } }],
      position: "00000000000000000001",
    });
    const second = await add(log, "c2", 3);
    expect(second).toEqual({
      ok: true,
      value: [{ type: "Added", data: { amount: 3, total: 5 } }],
      position: "00000000000000000002",
    });
    expect((await log.read("sum-1")).map((event) => event.actor)).toEqual([
      { kind: "user", id: "user-1" },
      { kind: "user", id: "user-1" },
    ]);
  });

  test("writes nothing for a refusal and for a command that changes nothing", async () => {
    const log = new MemoryLog();
    expect(await add(log, "c1", 1001)).toEqual({ ok: false, refusal: { code: "too-much", total: 0 } });
    expect(await add(log, "c2", 0)).toEqual({ ok: true, value: [], position: null });
    expect(log.appends).toBe(0);
  });

  test("decides again on the newer state after a conflict", async () => {
    const log = new MemoryLog();
    log.beforeAppend = async (attempt) => {
      if (attempt <= 3) intrude(log, `other-${attempt}`, 10);
    };
    const result = await add(log, "c1", 5);
    expect(result).toMatchObject({ ok: true, value: [{ data: { amount: 5, total: 35 } }] });
    expect(log.amounts("sum-1")).toEqual([10, 10, 10, 5]);
  });

  test("refuses after a conflict when the newer state no longer allows it", async () => {
    const log = new MemoryLog();
    log.beforeAppend = async (attempt) => {
      if (attempt === 1) intrude(log, "other", 1000);
    };
    expect(await add(log, "c1", 1)).toEqual({ ok: false, refusal: { code: "too-much", total: 1000 } });
    expect(log.amounts("sum-1")).toEqual([1000]);
  });

  test("gives fifty racers each their turn", async () => {
    const log = new MemoryLog();
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => add(log, `c${n}`, 1)));
    expect(results.every((result) => result.ok)).toBe(true);
    const totals = (await log.read("sum-1")).map((event) => (event as unknown as Added).data.total);
    expect(totals).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  });

  test("has one effect and one answer for one command id, one after the other", async () => {
    const log = new MemoryLog();
    const first = await add(log, "c1", 2);
    await add(log, "c2", 3);
    const again = await add(log, "c1", 2);
    expect(again).toEqual(first);
    expect(log.amounts("sum-1")).toEqual([2, 3]);
  });

  test("has one effect and one answer for one command id, fifty at once", async () => {
    const log = new MemoryLog();
    const results = await Promise.all(Array.from({ length: 50 }, () => add(log, "c1", 2)));
    expect(log.amounts("sum-1")).toEqual([2]);
    for (const result of results) expect(result).toEqual(results[0]);
  });

  test("answers what its twin did when the twin wrote first on a newer state", async () => {
    const log = new MemoryLog();
    log.beforeAppend = async (attempt) => {
      if (attempt > 1) return;
      intrude(log, "other", 10);
      intrude(log, "c1", 5);
    };
    const result = await add(log, "c1", 5);
    expect(result).toMatchObject({
      ok: true,
      value: [{ data: { amount: 5, total: 15 } }],
      position: "00000000000000000002",
    });
    expect(log.amounts("sum-1")).toEqual([10, 5]);
  });

  test("throws when a command id is used for a second stream", async () => {
    const log = new MemoryLog();
    await add(log, "c1", 2, "sum-1");
    await expect(add(log, "c1", 2, "sum-2")).rejects.toThrow(/c1 was already used for another stream than sum-2/);
    expect(log.amounts("sum-2")).toEqual([]);
  });

  test("gives up loudly after fifty conflicts", async () => {
    const log = new MemoryLog();
    log.beforeAppend = async (attempt) => intrude(log, `other-${attempt}`, 1);
    await expect(add(log, "c1", 1)).rejects.toThrow(StreamBusyError);
    expect(log.pauses).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect(log.appends).toBe(50);
    expect(log.amounts("sum-1")).toHaveLength(50);
  });
});

describe("an aggregate that its caller has read already", () => {
  const read = (log: EventLog<Added>) => aggregate(log, sum).read("sum-1");

  test("is decided on without another reading", async () => {
    const log = new MemoryLog();
    await add(log, "c1", 2);
    const loaded = await read(log);
    log.eventsRead = 0;
    const result = await aggregate(log, sum).handle("sum-1", { amount: 3 }, context("c2"), loaded);
    expect(result).toMatchObject({ ok: true, value: [{ data: { amount: 3, total: 5 } }] });
    expect(log.eventsRead).toBe(0);
  });

  test("is read anew when something was written since, also before it is refused", async () => {
    const log = new MemoryLog();
    await add(log, "c1", 900);
    const loaded = await read(log);
    await add(log, "c2", -500);
    const result = await aggregate(log, sum).handle("sum-1", { amount: 200 }, context("c3"), loaded);
    expect(result).toMatchObject({ ok: true, value: [{ data: { total: 600 } }] });
  });

  test("gives a command that was there before its first answer, whatever was read", async () => {
    const log = new MemoryLog();
    const empty = await read(log);
    const first = await add(log, "c1", 2);
    await add(log, "c2", 3);
    for (const loaded of [empty, await read(log)])
      expect(await aggregate(log, sum).handle("sum-1", { amount: 2 }, context("c1"), loaded)).toEqual(first);
    expect(log.amounts("sum-1")).toEqual([2, 3]);
  });
});

describe("an aggregate with a long stream", () => {
  const command = (log: EventLog<Added>, id: string, amount: number, decider = summary("sum.1")) =>
    aggregate(log, decider).handle("sum-1", { amount }, context(id));

  test("reads what came after the last snapshot, however long the stream is", async () => {
    const log = new MemoryLog();
    log.snapshots = new MemorySnapshots();
    for (let n = 0; n < 450; n += 1) await command(log, `c${n}`, 1);
    log.eventsRead = 0;
    expect(await command(log, "next", 1)).toMatchObject({ ok: true, value: [{ data: { total: 451 } }] });
    // The snapshot, at most so many events since, and the search for events of the same command.
    expect(log.eventsRead - 451).toBeLessThan(101);
  });

  test("gives a command that the snapshot covers its first answer, and decides the same as without snapshots", async () => {
    const [plain, long] = [new MemoryLog(), new MemoryLog()];
    long.snapshots = new MemorySnapshots();
    for (let n = 0; n < 250; n += 1)
      expect(await command(long, `c${n}`, (n % 7) + 1)).toEqual(await command(plain, `c${n}`, (n % 7) + 1));
    for (const repeated of [0, 99, 101, 249])
      expect(await command(long, `c${repeated}`, 5)).toEqual(await command(plain, `c${repeated}`, 5));
    expect(long.amounts("sum-1")).toEqual(plain.amounts("sum-1"));
  });

  test("takes no notice of a snapshot of another version", async () => {
    const log = new MemoryLog();
    log.snapshots = new MemorySnapshots();
    for (let n = 0; n < 120; n += 1) await command(log, `c${n}`, 1);
    await log.snapshots.keep("sum-1", "sum.1", { revision: 119, state: 7 });
    expect(await command(log, "other", 1, summary("sum.2"))).toMatchObject({ value: [{ data: { total: 121 } }] });
  });

  test("keeps none of a short stream, and asks for none of an aggregate that has none", async () => {
    const log = new MemoryLog();
    const snapshots = new MemorySnapshots();
    log.snapshots = snapshots;
    for (let n = 0; n < 99; n += 1) await command(log, `c${n}`, 1);
    expect(snapshots.kept.size).toBe(0);
    snapshots.finds = 0;
    await add(log, "plain", 1);
    expect(snapshots.finds).toBe(0);
  });
});

describe("an aggregate whose state this process knows", () => {
  const inMemory: Aggregate<string, number, Added, Add, { readonly code: "too-much"; readonly total: number }> = {
    ...summary("sum.1"),
    snapshots: { ...summary("sum.1").snapshots!, inMemory: true },
  };
  const sums = (log: EventLog<Added>) => aggregate(log, inMemory);
  const command = (log: EventLog<Added>, id: string, amount: number, fresh = true) =>
    sums(log).handle("sum-1", { amount }, { ...context(id), fresh });
  const knowing = (): MemoryLog => {
    const log = new MemoryLog();
    const states = new Map<string, KnownState>();
    log.knownStates = { find: (key) => states.get(key) ?? null, keep: (key, known) => void states.set(key, known) };
    return log;
  };

  test("is decided on without a read, and read from there on", async () => {
    const log = knowing();
    await command(log, "c0", 1);
    [log.reads, log.eventsRead] = [0, 0];
    for (let n = 1; n < 20; n += 1) await command(log, `c${n}`, 1);
    expect(log.reads).toBe(0);
    expect(await sums(log).read("sum-1")).toEqual({ state: 20, revision: 19, ofCommand: [] });
    expect([log.reads, log.eventsRead]).toEqual([1, 0]);
  });

  test("is read before it is refused, left as it is or shown: others may have written since", async () => {
    const log = knowing();
    await command(log, "c1", 1000);
    intrude(log, "other", -500);
    expect(await command(log, "c2", 400)).toMatchObject({ ok: true, value: [{ data: { total: 900 } }] });
    intrude(log, "another", 100);
    expect(await command(log, "c3", 1)).toEqual({ ok: false, refusal: { code: "too-much", total: 1000 } });
    intrude(log, "a third", -1000);
    expect(await sums(log).load("sum-1")).toBe(0);
  });

  test("gives a repeated command its first answer, and decides the same as without a known state", async () => {
    const [plain, log] = [new MemoryLog(), knowing()];
    for (let n = 0; n < 30; n += 1) expect(await command(log, `c${n}`, n)).toEqual(await command(plain, `c${n}`, n));
    for (const repeated of [1, 15, 29])
      expect(await command(log, `c${repeated}`, 5, false)).toEqual(await command(plain, `c${repeated}`, 5, false));
    expect(log.amounts("sum-1")).toEqual(plain.amounts("sum-1"));
  });

  test("gives a command that may be repeated what another process did for it, and knows that", async () => {
    const log = knowing();
    await command(log, "c1", 1);
    intrude(log, "twin", 40);
    const repeated = await command(log, "twin", 2, false);
    expect(repeated).toMatchObject({ ok: true, value: [{ data: { amount: 40, total: 41 } }] });
    expect(await command(log, "c2", 1)).toMatchObject({ value: [{ data: { total: 42 } }] });
  });

  test("keeps snapshots for other processes as often as before", async () => {
    const log = knowing();
    const snapshots = new MemorySnapshots();
    log.snapshots = snapshots;
    for (let n = 0; n < 250; n += 1) {
      await command(log, `c${n}`, 1);
      await sums(log).load("sum-1");
    }
    expect([...snapshots.kept.values()]).toMatchObject([{ revision: 199 }]);
  });
});
