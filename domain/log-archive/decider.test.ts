import { expect, test } from "vitest";
import { emit, fold } from "../core/decider.ts";
import { logArchives } from "./decider.ts";
import type { LogArchiveEvent } from "./events.ts";

const archive = { month: "2026-08", events: 3, sha256: "a".repeat(64) };
const archived: LogArchiveEvent = { type: "LogArchived", data: archive };

test("an archive is recorded once; a month may have several", () => {
  const { initialState } = logArchives;
  expect(logArchives.decide(initialState, { type: "archive", archive })).toEqual(emit(archived));
  const state = fold(logArchives, [archived]);
  expect(logArchives.decide(state, { type: "archive", archive })).toEqual(emit());
  const later = { ...archive, sha256: "b".repeat(64) };
  expect(logArchives.decide(state, { type: "archive", archive: later })).toEqual(
    emit({ type: "LogArchived", data: later }),
  );
});
