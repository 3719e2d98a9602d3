import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finding } from "../core/findings/finding.ts";
import { emit } from "../core/decider.ts";
import { given } from "../core/spec.ts";
import { run, type RunCommand, type RunOutcome, type RunRefusal, type RunStart, type RunState } from "./decider.ts";
import type { OperationEnd, RunEvent, RunOutput } from "./events.ts";
import { refuse } from "../core/result.ts";

const start: RunStart = {
  runId: "i-1-7",
  instanceId: "i-1",
  ownerId: "u-ada",
  number: 7,
  connectorId: "c-1",
  trigger: "schedule",
  slot: "2026-11-21T09:00:00.000Z",
  lastSlot: "2026-11-21T09:00:00.000Z",
  override: true,
  settings: null,
  settingKeys: ["station"],
  incremental: [
    { operation: "issues", basis: "b1", cursor: "2026-11-20" },
    { operation: "notes", basis: "b1", cursor: "9" },
  ],
  failuresBefore: 1,
};
const deadline = "2026-11-21T10:00:00.000Z";
const ref = { runId: "i-1-7", instanceId: "i-1", ownerId: "u-ada" };
const outputs: RunOutput[] = [
  {
    operation: "issues",
    tableName: "issues_7",
    table: { physical: "t_7", columns: [{ name: "id", label: "id", type: "bigint" }], rows: 12, contentHash: "cd" },
  },
];
const operations: OperationEnd[] = [
  {
    operation: "issues",
    status: "success",
    disposition: "merge",
    requests: 3,
    pages: 2,
    rows: 12,
    failure: null,
    reached: { basis: "b1", cursor: "2026-11-21" },
  },
];
const counts = { operations, pages: 2, rowCount: 12, warnings: [finding("merge-without-key", {})] };
const said = (text: string) => ({
  code: "api" as const,
  facts: { finding: finding("api-answered", { status: 500, said: text }) },
});
const inTime = "2026-11-21T09:59:59.999Z";

/** As versions before claims began a run. */
const started: RunEvent = { type: "RunStarted", data: { ...start, deadline } };
const claimed: RunState = { status: "running", start, claimedAt: "2026-11-21T09:00:01.000Z", deadline };
const ends: readonly RunEvent[] = [
  { type: "RunSucceeded", data: { ...ref, ...counts, outputs } },
  { type: "RunPartlySucceeded", data: { ...ref, ...counts, outputs, failure: said("Page 3 answered 500") } },
  { type: "RunFailed", data: { ...ref, ...counts, failure: said("The API did not answer") } },
  { type: "RunCancelled", data: ref },
  { type: "RunAbandoned", data: { ...ref, failure: { code: "deadline-passed", facts: {} } } },
];
const outcomes: readonly RunOutcome[] = [
  { status: "success", ...counts, outputs },
  { status: "partial", ...counts, outputs, failure: said("Page 3 answered 500") },
  { status: "failed", ...counts, failure: said("The API did not answer") },
];
const settle = (outcome: RunOutcome, now = inTime) => ({ type: "settle", outcome, now }) as const;
const accepted = (...events: RunEvent[]) => emit(...events);
const refused = (code: RunRefusal["code"]) => refuse({ code });

describe("a run that is claimed", () => {
  const { runId, instanceId, ownerId, ...told } = start;
  const withStart = { runId, instanceId, ownerId, start: { at: "2026-11-21T09:00:01.000Z", ...told } };

  test("tells with its end how it began", () => {
    for (const [index, outcome] of outcomes.entries()) {
      const decision = run.decide(claimed, settle(outcome));
      expect(decision).toEqual(accepted({ ...ends[index]!, data: { ...ends[index]!.data, ...withStart } } as RunEvent));
    }
    expect(run.decide(claimed, { type: "cancel" })).toEqual(accepted({ type: "RunCancelled", data: withStart }));
    expect(run.decide(claimed, { type: "abandon" })).toMatchObject({ ok: true, value: [{ data: withStart }] });
  });

  test("is then the same run as one of before there were claims", () => {
    for (const end of ends) {
      const alone = { ...end, data: { ...end.data, ...withStart } } as RunEvent;
      expect(given(run, alone).state).toEqual(given(run, started, end).state);
    }
  });
});

describe("ending", () => {
  test.each([0, 1, 2])("records how the pull came out (%i)", (index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error("no such outcome");
    expect(given(run, started).when(settle(outcome))).toEqual(accepted(ends[index] as RunEvent));
  });

  test("takes a cancellation, and an abandonment", () => {
    expect(given(run, started).when({ type: "cancel" })).toEqual(accepted({ type: "RunCancelled", data: ref }));
    expect(given(run, started).when({ type: "abandon" })).toEqual(
      accepted({ type: "RunAbandoned", data: { ...ref, failure: { code: "deadline-passed", facts: {} } } }),
    );
  });

  test("takes no result from its deadline on, however the clock writes the moment", () => {
    for (const outcome of outcomes) {
      expect(given(run, started).when(settle(outcome, deadline))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T10:00:00Z"))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T10:00:00.000001Z"))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T09:00:00-02:00"))).toEqual(refused("run-over"));
      expect(given(run, started).when(settle(outcome, "2026-11-21T11:59:59+02:00"))).toMatchObject({ ok: true });
    }
    expect(given(run, started).when({ type: "abandon" })).toMatchObject({ ok: true });
  });

  const moved = [start.incremental[1], { operation: "issues", ...operations[0]!.reached }];
  test.each([
    ["success", 0, moved],
    ["partial", 0, moved],
    ["failed", 2, start.incremental],
    ["cancelled", 1, start.incremental],
    ["abandoned", 2, start.incremental],
  ] as const)("leaves it as %s, with what the next run must know", (status, failures, incremental) => {
    const end = ends[["success", "partial", "failed", "cancelled", "abandoned"].indexOf(status)] as RunEvent;
    expect(given(run, started, end).state).toEqual({ status, start, failures, incremental, reported: false });
  });
});

describe("telling the owner of failures", () => {
  const after = (failuresBefore: number, end: RunEvent) =>
    given(run, { type: "RunStarted", data: { ...start, deadline, failuresBefore } }, end);
  const [succeeded, partly, failed, cancelled, abandoned] = ends as [RunEvent, RunEvent, RunEvent, RunEvent, RunEvent];
  const report = { type: "report-failures" } as const;
  const reported: RunEvent = { type: "RunFailuresReported", data: { ...ref, failures: 3 } };

  test("comes with the third in a row, once", () => {
    for (const end of [failed, abandoned]) {
      expect(after(2, end).when(report)).toEqual(accepted(reported));
      for (const before of [0, 1, 3, 4]) expect(after(before, end).when(report)).toEqual(accepted());
    }
    expect(
      given(run, { type: "RunStarted", data: { ...start, deadline, failuresBefore: 2 } }, failed, reported).when(
        report,
      ),
    ).toEqual(accepted());
  });

  test("never comes with another end, nor while the run goes on", () => {
    for (const end of [succeeded, partly, cancelled]) expect(after(2, end).when(report)).toEqual(accepted());
    expect(given(run, { type: "RunStarted", data: { ...start, deadline, failuresBefore: 2 } }).when(report)).toEqual(
      accepted(),
    );
    expect(given(run).when(report)).toEqual(refused("run-unknown"));
  });
});

const late: readonly RunCommand[] = [
  ...outcomes.map((outcome) => settle(outcome)),
  { type: "cancel" },
  { type: "abandon" },
];
test.each(late)("knows no run to $type before it is claimed", (command) => {
  expect(given(run).when(command)).toEqual(refused("run-unknown"));
});

test("ends once: whatever comes afterwards is refused", () => {
  const command: fc.Arbitrary<RunCommand> = fc.constantFrom<RunCommand>(
    ...late,
    settle(outcomes[0] as RunOutcome, deadline),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      const events: RunEvent[] = [];
      for (const each of commands) {
        const state = events.length === 0 ? claimed : given(run, ...events).state;
        const decision = run.decide(state, each);
        if (state.status !== "running") expect(decision).toEqual(refused("run-over"));
        if (decision.ok) events.push(...decision.value);
      }
      expect(events.length).toBeLessThanOrEqual(1);
    }),
  );
  for (const end of ends) {
    for (const each of late) expect(given(run, started, end).when(each)).toEqual(refused("run-over"));
  }
});
