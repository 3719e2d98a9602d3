import { expect, test } from "vitest";
import { eventsUntil } from "./events-until.ts";

const at = (n: number) => ({ n, recordedAt: String(n).padStart(6, "0") });

/** A stream of so many events; notes each read. */
function stream(count: number) {
  const reads: number[] = [];
  const read = async ({ fromRevision, maxCount }: { fromRevision: number; maxCount: number }) => {
    reads.push(fromRevision);
    return Array.from({ length: Math.max(0, Math.min(maxCount, count - fromRevision)) }, (_, i) =>
      at(fromRevision + i),
    );
  };
  return { reads, read };
}

async function numbers(events: AsyncIterable<{ readonly n: number }>): Promise<number[]> {
  const found: number[] = [];
  for await (const { n } of events) found.push(n);
  return found;
}

test.each([0, 1, 499, 500, 501, 1_700])("gives each of %d events once, in order", async (count) => {
  const { read, reads } = stream(count);
  expect(await numbers(eventsUntil(read, null))).toEqual(Array.from({ length: count }, (_, n) => n));
  expect(reads.length).toBe(Math.floor(count / 500) + 1);
});

test("ends at the time, and reads nothing after it", async () => {
  const { read, reads } = stream(5_000);
  expect(await numbers(eventsUntil(read, at(620).recordedAt))).toHaveLength(621);
  expect(reads).toEqual([0, 500]);
});

test("a read that fails is thrown", async () => {
  const { read } = stream(5_000);
  const failing = async (range: { fromRevision: number; maxCount: number }) => {
    if (range.fromRevision > 0) throw new Error("away");
    return read(range);
  };
  await expect(numbers(eventsUntil(failing, null))).rejects.toThrow("away");
});
