import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { statusEvents } from "./status-events.ts";
import type { Status } from "./status.ts";
import { createStatusWatch } from "./status-watch.ts";

/** Things with a status, a notification for all of them, and how often they were looked at. */
function things() {
  const values = new Map<string, Status>();
  let woken = Promise.withResolvers<void>();
  let looks = 0;
  let fault: Error | null = null;
  const watch = createStatusWatch<Status>({
    look: async (ids) => {
      looks += 1;
      if (fault) throw fault;
      return new Map([...values].filter(([id]) => ids.includes(id)));
    },
    wakeUp: (ms, signal) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms).unref();
        signal.addEventListener("abort", () => resolve());
        void woken.promise.then(resolve);
      }),
  });
  return {
    watch,
    looks: () => looks,
    break(error: Error) {
      fault = error;
    },
    set(id: string, state: Status["state"], rows = 0) {
      values.set(id, {
        ...{ id, state, rows, stage: null, done: null, of: null, error: null },
        ...{ startedAt: "2026-11-23T10:00:00.000Z", endedAt: null },
      });
    },
    remove: (id: string) => values.delete(id),
    notify() {
      woken.resolve();
      woken = Promise.withResolvers();
    },
  };
}

const isOver = ({ state }: Status) => state === "succeeded";
const options = (timeoutMs = 10_000) => ({ timeoutMs, signal: new AbortController().signal });

test("a hundred waiters cost one look at each notification, and none in between", async () => {
  const all = things();
  for (let at = 0; at < 100; at += 1) all.set(`r${at}`, "running");
  const waits = Array.from({ length: 100 }, (_, at) => all.watch.until(`r${at}`, isOver, options()));
  await wait(1_200);
  expect(all.looks()).toBeLessThanOrEqual(2);
  for (let at = 0; at < 100; at += 1) all.set(`r${at}`, "succeeded");
  all.notify();
  expect((await Promise.all(waits)).map((found) => found?.state)).toEqual(Array(100).fill("succeeded"));
  expect(all.looks()).toBeLessThanOrEqual(3);
  await wait(300);
  all.notify();
  await wait(300);
  expect(all.looks()).toBeLessThanOrEqual(3);
});

test("a wait ends with the newest value when its time is over, its client leaves or the thing is gone", async () => {
  const all = things();
  all.set("a", "running", 1);
  expect((await all.watch.until("a", isOver, options(50)))?.rows).toBe(1);
  const leaving = new AbortController();
  const left = all.watch.until("a", isOver, { timeoutMs: 10_000, signal: leaving.signal });
  leaving.abort();
  await left;
  const gone = all.watch.until("a", isOver, options());
  await wait(300);
  all.remove("a");
  all.notify();
  expect(await gone).toBeNull();
});

test("a look that fails ends the waits of that moment, and later ones look again", async () => {
  const all = things();
  all.break(new Error("The database is away"));
  await expect(all.watch.until("a", isOver, options())).rejects.toThrow("The database is away");
});

const events = (all: ReturnType<typeof things>, signal = new AbortController().signal) => {
  let overs = 0;
  const stream = statusEvents({
    ...{ watch: all.watch, id: "a", signal },
    shape: ({ state, rows }) => ({ state, rows }),
    over: () => (overs += 1),
  });
  const reader = stream.getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  return { read, leave: () => reader.cancel(), overs: () => overs };
};

test("events come at each change and end with the last status", async () => {
  const all = things();
  all.set("a", "running", 1);
  const { read, overs } = events(all);
  expect(await read()).toBe("retry: 2000\n\n");
  expect(await read()).toBe('data: {"state":"running","rows":1}\n\n');
  all.set("a", "succeeded", 2);
  await wait(300);
  all.notify();
  expect(await read()).toBe('id: over\ndata: {"state":"succeeded","rows":2}\n\n');
  expect([await read(), overs()]).toEqual([null, 1]);
});

test("a client that reads nothing holds one status, and what it held is given back when it leaves", async () => {
  const all = things();
  all.set("a", "running");
  const { read, leave, overs } = events(all);
  await read();
  for (let rows = 1; rows <= 5; rows += 1) {
    all.set("a", "running", rows);
    all.notify();
    await wait(250);
  }
  // At most the one that was sent before the client stopped to read, and the newest.
  const seen = [await read(), await Promise.race([read(), wait(500, null)])];
  expect(seen.filter((each) => each !== null).at(-1)).toContain('"rows":5');
  await leave();
  expect(overs()).toBe(1);
  const looks = all.looks();
  all.notify();
  await wait(300);
  expect(all.looks()).toBe(looks);
});

test("events end when the server stops", async () => {
  const all = things();
  all.set("a", "running");
  const stopping = new AbortController();
  const { read, overs } = events(all, stopping.signal);
  await read();
  stopping.abort();
  while ((await read()) !== null);
  expect(overs()).toBe(1);
});
