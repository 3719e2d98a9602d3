import fc from "fast-check";
import { expect, test } from "vitest";
import { finding } from "../core/findings/finding.ts";
import type { JsonObject } from "../core/values/json.ts";
import { runEvents } from "./events.ts";

const instanceId = "019aa411-2b7d-7f68-a3d9-1e0f9c8b7a65";
const ownerId = "019aa3f0-1c2d-7a10-9e55-0b6f3d2a4c71";
const at = "2026-11-21T09:00:01.250Z";

/** Mostly as usual, so that most fields are left out, each at times. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, other);
const word = fc.string({ maxLength: 8 });
const operation = fc.record({
  operation: fc.oneof(word, fc.constantFrom("__proto__", "2", "10")),
  status: mostly("success", fc.constantFrom("partial", "failed")),
  disposition: fc.constantFrom("merge", "replace", "append"),
  requests: mostly(1, fc.nat(5)),
  pages: mostly(1, fc.nat(5)),
  rows: fc.nat(5),
  failure: mostly<object | null>(null, fc.constant({ code: "api", facts: { finding: finding("no-answer", {}) } })),
  from: mostly<string | null | undefined>(null, fc.oneof(word, fc.constant(undefined))),
  reached: mostly<object | null>(null, fc.record({ basis: word, cursor: word })),
});
const start = fc.record(
  {
    at: fc.constant(at),
    connectorId: fc.constant("c"),
    trigger: fc.constantFrom("manual", "schedule"),
    slot: mostly<string | null>(null, fc.constant(at)),
    lastSlot: mostly<string | null>(null, fc.constant(at)),
    override: fc.boolean(),
    settings: mostly<string | null>(null, word),
    settingKeys: fc.array(word, { maxLength: 2 }),
    incremental: fc.array(fc.record({ operation: word, basis: word, cursor: word }), { maxLength: 1 }),
    failuresBefore: fc.nat(2),
    restart: fc.boolean(),
    by: fc.record({ id: word }),
  },
  {
    requiredKeys: [
      "at",
      "connectorId",
      "trigger",
      "slot",
      "lastSlot",
      "override",
      "settings",
      "settingKeys",
      "incremental",
      "failuresBefore",
    ],
  },
);
const kept = fc.array(
  fc.record({
    operation: word,
    storedBy: fc.constantFrom(`${instanceId}-3`, `${instanceId}-03`, `${instanceId}-`, "another-3", "3", ""),
  }),
  { maxLength: 3 },
);

const ended = fc
  .record({ operations: fc.array(operation, { maxLength: 3 }), told: start, number: fc.integer({ min: 1, max: 20 }) })
  .chain(({ operations, told, number }) =>
    fc.record(
      {
        runId: mostly(`${instanceId}-${number}`, fc.constantFrom("other", `${instanceId}-0${number}`)),
        instanceId: fc.constant(instanceId),
        ownerId: fc.constant(ownerId),
        start: fc.constant({ ...told, number }),
        pages: mostly(
          operations.reduce((sum, { pages }) => sum + pages, 0),
          fc.nat(9),
        ),
        rowCount: mostly(
          operations.reduce((sum, { rows }) => sum + rows, 0),
          fc.nat(9),
        ),
        warnings: fc.array(fc.constant(finding("merge-without-key", {})), { maxLength: 1 }),
        operations: fc.constant(operations),
        outputs: fc.array(fc.record({ operation: word }), { maxLength: 1 }),
        kept,
        failure: fc.constant({ code: "api", facts: { finding: finding("no-answer", {}) } }),
      },
      { requiredKeys: ["runId", "instanceId", "ownerId", "pages", "rowCount", "warnings", "operations", "outputs"] },
    ),
  );

const stored = (data: object) => JSON.parse(JSON.stringify(data)) as JsonObject;

test("whatever the end of a run says is the same after it was stored in less room", () => {
  const bare = new Set(["runId", "instanceId", "ownerId", "start"]);
  fc.assert(
    fc.property(ended, (all) => {
      const { outputs: _outputs, kept: _kept, ...failed } = all;
      const cancelled = Object.fromEntries(Object.entries(all).filter(([name]) => bare.has(name)));
      for (const [type, data] of [
        ["RunSucceeded", all],
        ["RunPartlySucceeded", all],
        ["RunFailed", failed],
        ["RunCancelled", cancelled],
        ["RunAbandoned", { ...cancelled, failure: { code: "deadline-passed", facts: {} } }],
      ] as const) {
        const { pack, unpack } = runEvents[type].packing!;
        expect(unpack(stored(pack(stored(data))))).toEqual(stored(data));
      }
    }),
  );
});

test("a run of a schedule that changes nothing is stored in 324 bytes in place of 705", () => {
  const told = {
    ...{
      at,
      number: 4_711,
      connectorId: ownerId,
      trigger: "schedule",
      slot: "2026-11-21T09:00:00.000Z",
      lastSlot: null,
    },
    ...{ override: false, settings: null, settingKeys: [], incremental: [], failuresBefore: 0 },
  };
  const rows = { operation: "rows", status: "success", disposition: "replace", requests: 1, pages: 1, rows: 1 };
  const data = {
    ...{ runId: `${instanceId}-4711`, instanceId, ownerId, pages: 1, rowCount: 1, warnings: [], outputs: [] },
    ...{ operations: [{ ...rows, failure: null, from: null, reached: null }], start: told },
    kept: [{ operation: "rows", storedBy: `${instanceId}-1` }],
  };
  const bytes = JSON.stringify(runEvents.RunSucceeded.packing!.pack(data)).length;
  expect([bytes, JSON.stringify(data).length]).toEqual([324, 705]);
});
