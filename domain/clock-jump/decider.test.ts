import { expect, test } from "vitest";
import { emit, fold } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { clockJumps } from "./decider.ts";
import type { ClockJumpEvent } from "./events.ts";

const jump = {
  ...{ position: "0000000000000007", stream: "dataset-1", revision: 2, events: 4 },
  ...{ from: "2026-11-28T10:00:25.000Z", to: "2026-11-27T10:00:26.000Z" },
};
const acknowledge = { type: "acknowledge-jump", jump, reason: " The time server was wrong " } as const;
const acknowledged: ClockJumpEvent = {
  type: "ClockJumpAcknowledged",
  data: { ...jump, reason: "The time server was wrong" },
};

test("a jump is acknowledged with a reason, once", () => {
  expect(clockJumps.decide(clockJumps.initialState, acknowledge)).toEqual(emit(acknowledged));
  expect(clockJumps.decide(fold(clockJumps, [acknowledged]), acknowledge)).toEqual(emit());
  // Another jump at the same event, as it would be seen after events before it were changed.
  const other = { ...jump, events: 5 };
  expect(clockJumps.decide(fold(clockJumps, [acknowledged]), { ...acknowledge, jump: other })).toMatchObject(
    emit({ data: { events: 5 } }),
  );
});

test("without a reason, or with a novel, nothing is acknowledged", () => {
  const decide = (reason: string) => clockJumps.decide(clockJumps.initialState, { ...acknowledge, reason });
  expect(decide(" ")).toEqual(refuse({ code: "jump-reason-missing" }));
  expect(decide("x".repeat(1_001))).toEqual(refuse({ code: "jump-reason-too-long" }));
});
