import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { given } from "../core/spec.ts";
import { run, type RunCommand, type RunOutcome, type RunRefusal, type RunStart } from "./decider.ts";
import type { RunEvent, RunOutput } from "./events.ts";

const start: RunStart = {
  runId: "i-1-7", instanceId: "i-1", ownerId: "u-ada", number: 7, connectorId: "c-1", trigger: "schedule",
  slot: "2026-11-21T09:00:00.000Z", lastSlot: "2026-11-21T09:00:00.000Z", override: true, settings: null, deadline: "2026-11-21T10:00:00.000Z",
};
const ref = { runId: "i-1-7", instanceId: "i-1", ownerId: "u-ada" };
const outputs: RunOutput[] = [
  { operation: "issues", tableName: "issues_7", table: { physical: "t_7", columns: [{ name: "id", label: "id", type: "bigint" }], rows: 12, contentHash: "cd" } },
];
const counts = { pages: 2, rowCount: 12, warnings: ["A cell was cut"] };
const inTime = "2026-11-21T09:59:59.999Z";

const started: RunEvent = { type: "RunStarted", data: start };
const ends: readonly RunEvent[] = [
  { type: "RunSucceeded", data: { ...ref, ...counts, outputs } },
  { type: "RunPartlySucceeded", data: { ...ref, ...counts, outputs, error: "Page 3 answered 500" } },
  { type: "RunFailed", data: { ...ref, ...counts, error: "The API did not answer" } },
  { type: "RunCancelled", data: ref },
  { type: "RunAbandoned", data: { ...ref, reason: "deadline" } },
];
const outcomes: readonly RunOutcome[] = [
  { status: "success", ...counts, outputs },
  { status: "partial", ...counts, outputs, error: "Page 3 answered 500" },
  { status: "failed", ...counts, error: "The API did not answer" },
];
const settle = (outcome: RunOutcome, now = inTime) => ({ type: "settle", outcome, now }) as const;
const accepted = (...events: RunEvent[]) => ({ accepted: true, events });
const refused = (name: RunRefusal["name"]) => ({ accepted: false, refusal: { name } });

describe("starting", () => {
  it("is the claim: it happens once", () => {
    expect(given(run).when({ type: "start", run: start })).toEqual(accepted(started));
    expect(given(run, started).state).toEqual({ status: "running", start });
    expect(given(run, started).when({ type: "start", run: start })).toEqual(refused("run-already-started"));
  });
});

describe("ending", () => {
  it.each([0, 1, 2])("records how the pull came out (%i)", (index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error("no such outcome");
    expect(given(run, started).when(settle(outcome))).toEqual(accepted(ends[index] as RunEvent));
  });

  it("takes a cancellation, and an abandonment with its reason", () => {
    expect(given(run, started).when({ type: "cancel" })).toEqual(accepted({ type: "RunCancelled", data: ref }));
    expect(given(run, started).when({ type: "abandon", reason: "deadline" })).toEqual(accepted({ type: "RunAbandoned", data: { ...ref, reason: "deadline" } }));
  });

  it("takes no result from its deadline on, however the clock writes the moment", () => {
    for (const outcome of outcomes) {
      expect(given(run, started).when(settle(outcome, start.deadline))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T10:00:00Z"))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T10:00:00.000001Z"))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T09:00:00-02:00"))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T11:59:59+02:00"))).toMatchObject({ accepted: true });
    }
    expect(given(run, started).when({ type: "abandon", reason: "deadline" })).toMatchObject({ accepted: true });
  });

  it.each(["success", "partial", "failed", "cancelled", "abandoned"] as const)("leaves it as %s, with its start", (status) => {
    const end = ends[["success", "partial", "failed", "cancelled", "abandoned"].indexOf(status)] as RunEvent;
    expect(given(run, started, end).state).toEqual({ status, start });
  });
});

const late: readonly RunCommand[] = [...outcomes.map((outcome) => settle(outcome)), { type: "cancel" }, { type: "abandon", reason: "deadline" }];
it.each(late)("knows no run to $type before it started", (command) => {
  expect(given(run).when(command)).toEqual(refused("run-unknown"));
});

it("ends once: whatever comes afterwards is refused", () => {
  const command: fc.Arbitrary<RunCommand> = fc.constantFrom<RunCommand>({ type: "start", run: start }, ...late, settle(outcomes[0] as RunOutcome, start.deadline));
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      const events: RunEvent[] = [];
      for (const each of commands) {
        const before = given(run, ...events);
        const decision = before.when(each);
        const over = before.state.status !== "absent" && before.state.status !== "running";
        if (over) expect(decision).toEqual(refused(each.type === "start" ? "run-already-started" : "run-over"));
        if (decision.accepted) events.push(...decision.events);
      }
      expect(events.length).toBeLessThanOrEqual(2);
    }),
  );
  for (const end of ends) {
    for (const each of late) expect(given(run, started, end).when(each)).toEqual(refused("run-over"));
  }
});
