import { expect, test } from "vitest";
import { emit, fold } from "../core/decider.ts";
import { readModel } from "./decider.ts";
import type { ReadModelEvent } from "./events.ts";
import { refuse } from "../core/result.ts";

const event = { position: "0000000000000007", stream: "dataset-1", revision: 2, eventType: "DatasetEdited" };
const skip = { type: "skip-event", model: "catalogue", event, reason: " A lone surrogate ", by: "ana" } as const;
const skipped: ReadModelEvent = {
  type: "EventSkipped",
  data: { model: "catalogue", ...event, reason: "A lone surrogate", by: "ana" },
};

test("an event is skipped with a reason, once", () => {
  expect(readModel.decide(readModel.initialState, skip)).toEqual(emit(skipped));
  expect(readModel.decide(fold(readModel, [skipped]), skip)).toEqual(emit());
  expect(readModel.decide(fold(readModel, [skipped]), { ...skip, event: { ...event, revision: 3 } })).toMatchObject(
    emit({ data: { revision: 3 } }),
  );
});

test("without a reason, or with a novel, nothing is skipped", () => {
  expect(readModel.decide(readModel.initialState, { ...skip, reason: " " })).toEqual(
    refuse({ code: "skip-reason-missing" }),
  );
  expect(readModel.decide(readModel.initialState, { ...skip, reason: "x".repeat(1001) })).toEqual(
    refuse({ code: "skip-reason-too-long" }),
  );
});
