import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { memoryFailure } from "./csv-reader.ts";

test("a file that needs more memory than a thread has is refused, and is not loaded again", async () => {
  const worker = new Worker("let last; for (;;) last = { last };", {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  const [error] = (await once(worker, "error")) as unknown[];
  expect(memoryFailure(error)).toEqual({ code: "over-file-limit", facts: { what: "memory", limit: 512_000_000 } });
  expect(memoryFailure(new Error("another"))).toBeNull();
});
