import { expect, test } from "vitest";
import { AppendTooLarge } from "#domain/core/faults/append-too-large.ts";
import { engineOf, EngineUnavailable } from "#infra/engines/engine-unavailable.ts";
import type { Platform } from "../../platform.ts";
import { notNowFor } from "./unavailable.ts";

const platform = { engines: { isAway: () => false, unavailable: engineOf }, reportError: () => undefined };

test.each([
  [new AppendTooLarge(["DraftSaved"], 1_100_000), 413, /^What this would record is larger than the log takes at once,/],
  [new EngineUnavailable("event log"), 503, /^The server's event log does not answer right now\./],
  [
    new EngineUnavailable("read models", { because: "rebuilding" }),
    503,
    /^The server is being upgraded, and this part of it is not ready yet\./,
  ],
])("%s is answered with %i and a sentence", (error, status, sentence) => {
  const answer = notNowFor(platform as unknown as Platform, error, "a test");
  expect([answer?.status, answer?.error]).toEqual([status, expect.stringMatching(sentence)]);
});

test("a fault of ours has no such answer", () => {
  expect(notNowFor(platform as unknown as Platform, new TypeError("x is not a function"), "a test")).toBeNull();
});
