import { describe, expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
import type { PullInput } from "./engine-ports.ts";
import type { SendFailure, SendResponse } from "../response/send-response.ts";
import { inOrder } from "./in-order.ts";
import type { OutgoingRequest } from "../request/request.ts";
import { ok, pullFrom } from "#testing/pull.ts";

const json = (value: unknown): SendResponse => ({
  ok: true,
  status: 200,
  headers: [],
  body: new TextEncoder().encode(JSON.stringify(value)),
});
const ITEMS = Array.from({ length: 12 }, (_, n) => n);
const definition = (more: object = {}) => ({
  operations: [{ id: "r", url: "https://api.test/{n}", concurrency: 3, pagination: "page", ...more }],
});

/** An API whose later rounds answer sooner; counts the calls in progress. */
function slowFirst(answer: (request: OutgoingRequest) => SendResponse | SendFailure) {
  const seen = { now: 0, most: 0, calls: 0 };
  const send: PullInput["send"] = async (request) => {
    seen.now += 1;
    seen.calls += 1;
    seen.most = Math.max(seen.most, seen.now);
    for (let turn = 0; turn < 13 - Number(request.url.pathname.slice(1)); turn++) await Promise.resolve();
    seen.now -= 1;
    return answer(request);
  };
  return { seen, send };
}

describe("rounds side by side", () => {
  const twoPages = (request: OutgoingRequest) =>
    json(Number(request.url.searchParams.get("page")) < 3 ? [{ call: request.url.pathname + request.url.search }] : []);

  test("are asked a few at a time and come in their order", async () => {
    const { seen, send } = slowFirst(twoPages);
    const { rows, result } = await pullFrom(definition(), () => ok([]), { settings: { n: ITEMS }, send });
    expect(rows.map((row) => row["call"])).toEqual(ITEMS.flatMap((n) => [`/${n}?page=1`, `/${n}?page=2`]));
    expect(seen).toEqual({ now: 0, most: 3, calls: 36 });
    expect(result).toMatchObject({
      status: "success",
      rows: 24,
      operations: [{ rounds: 12, pages: 36, requests: 36 }],
    });
  });

  test("fail one by one, their rows not counted", async () => {
    const { send } = slowFirst((request) =>
      request.url.search === "?page=2" && request.url.pathname === "/4"
        ? { ...json({ message: "no" }), status: 403 }
        : twoPages(request),
    );
    const { rows, result, steps } = await pullFrom(definition(), () => ok([]), { settings: { n: ITEMS }, send });
    expect(rows.some((row) => row["n"] === "4")).toBe(false);
    expect(result).toMatchObject({ status: "partial", rows: 22, operations: [{ failedRounds: [4] }] });
    expect(steps.filter((step) => step.kind === "round_failed")).toHaveLength(1);
  });

  test("end at the first refusal that all would meet, without asking the rest, and leave nothing under way", async () => {
    const { seen, send } = slowFirst(() => ({
      ok: false,
      reason: "consent_changed",
      finding: finding("origin-not-agreed", { origin: "https://api.test" }),
      retryable: false,
    }));
    const { result } = await pullFrom(definition(), () => ok([]), { settings: { n: ITEMS }, send });
    expect(result).toMatchObject({ status: "failed", errorCode: "consent_changed" });
    expect(seen.calls).toBeLessThan(7);
    expect(seen.now).toBe(0);
  });

  test("pass on what a port throws, and stop", async () => {
    const stopped = new Error("stopped");
    const { seen, send } = slowFirst((request) => {
      if (request.url.pathname === "/5") throw stopped;
      return twoPages(request);
    });
    await expect(pullFrom(definition(), () => ok([]), { settings: { n: ITEMS }, send })).rejects.toBe(stopped);
    expect(seen.calls).toBeLessThan(30);
    expect(seen.now).toBe(0);
  });

  test("wait when nobody reads: a few pages ahead, no more", async () => {
    let made = 0;
    async function* endless(index: number): AsyncGenerator<string, string> {
      for (let step = 0; step < 100; step++) {
        made += 1;
        yield await Promise.resolve(`${index}.${step}`);
      }
      return `end ${index}`;
    }
    const reader = inOrder(5, 3, endless);
    expect((await reader.next()).value).toEqual({ kind: "step", index: 0, value: "0.0" });
    for (let turn = 0; turn < 1_000; turn++) await Promise.resolve();
    expect(made).toBeLessThanOrEqual(3 * 5 + 1);
    const rest: unknown[] = [];
    for await (const { kind, value } of reader) rest.push(kind === "end" ? value : null);
    expect(rest.filter((value) => value !== null)).toEqual(["end 0", "end 1", "end 2", "end 3", "end 4"]);
    expect(rest).toHaveLength(504);
  });

  test("keep one pace for all rounds and operations of an origin", async () => {
    const paced = {
      rate_limit: { requests: 2, per: "second" },
      operations: [
        { id: "a", url: "https://api.test/{n}", concurrency: 4 },
        { id: "b", url: "https://api.test/b" },
        { id: "c", url: "https://other.test/c" },
      ],
    };
    const sleeps: number[] = [];
    const { result, urls } = await pullFrom(paced, () => ok([]), {
      settings: { n: [1, 2, 3] },
      now: () => 1_000,
      sleep: async (ms) => void sleeps.push(ms),
    });
    expect(result.status).toBe("success");
    expect(urls).toHaveLength(5);
    // The clock does not move: each request to api.test waits half a second longer than the one before, other.test's do
    // not wait.
    expect(sleeps).toEqual([500, 1_000, 1_500]);
  });

  test("wait together when the API has asked one of them to", async () => {
    const sleeps: number[] = [];
    const { result } = await pullFrom(
      definition({ pagination: "none", concurrency: 2 }),
      (_request, number) => (number === 1 ? { status: 429, headers: { "retry-after": "30" } } : ok([{ a: 1 }])),
      {
        settings: { n: [1, 2, 3, 4] },
        now: () => 1_000,
        sleep: async (ms) => void sleeps.push(ms),
      },
    );
    expect(result).toMatchObject({ status: "success", rows: 4 });
    // The clock does not move: every request after the 429 waits as long as the one that received it.
    expect(sleeps.length).toBeGreaterThanOrEqual(4);
    expect(new Set(sleeps)).toEqual(new Set([30_000]));
  });
});
