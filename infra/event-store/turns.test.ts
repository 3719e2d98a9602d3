import { describe, expect, test } from "vitest";
import { StreamBusyError } from "#domain/core/faults/stream-busy.ts";
import { engineOf } from "../engines/engine-unavailable.ts";
import { createTurns } from "./turns.ts";

const LONG = 600_000;

describe("turns at a stream", () => {
  test("go one after the other in the order they came, whatever becomes of those before", async () => {
    const inTurn = createTurns(LONG);
    const seen: number[] = [];
    let under = 0;
    const work = (number: number) =>
      inTurn("one", async () => {
        under += 1;
        expect(under).toBe(1);
        await Promise.resolve();
        seen.push(number);
        under -= 1;
        if (number === 3) throw new Error("failed");
        return number;
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, number) => work(number)));
    expect(outcomes.map(({ status }) => status).filter((status) => status === "rejected")).toHaveLength(1);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, number) => number));
  });

  test("of other streams do not wait", async () => {
    const inTurn = createTurns(LONG);
    const hanging = Promise.withResolvers<void>();
    const one = inTurn("one", () => hanging.promise);
    expect(await inTurn("other", () => Promise.resolve("done"))).toBe("done");
    hanging.resolve();
    await one;
  });

  test("that do not come in time are refused as busy, and those after still wait for who is at it", async () => {
    const inTurn = createTurns(50);
    const hanging = Promise.withResolvers<void>();
    const one = inTurn("one", () => hanging.promise);
    const late = await inTurn("one", () => Promise.resolve()).catch((error: unknown) => error);
    expect(late).toBeInstanceOf(StreamBusyError);
    expect(engineOf(late)).toEqual({ engine: "event log", because: "busy" });
    await expect(inTurn("one", () => Promise.resolve())).rejects.toThrow(StreamBusyError);
    hanging.resolve();
    await one;
    expect(await inTurn("one", () => Promise.resolve("done"))).toBe("done");
  });
});
