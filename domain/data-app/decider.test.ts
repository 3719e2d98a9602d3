import { expect, test } from "vitest";
import { given } from "../core/spec.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { dataApp, type DataAppCommand } from "./decider.ts";
import type { DataAppEvent } from "./events.ts";

const chart = { kind: "bar", x: "station", y: "level", aggregate: "mean" } as const;
const saved: DataAppEvent = {
  type: "DataAppSaved",
  data: { appId: "a", datasetId: "d", owner: { kind: "user", id: "ada" }, title: "Levels", chart, filters: "" },
};
const deleted: DataAppEvent = { type: "DataAppDeleted", data: { appId: "a" } };
const save: DataAppCommand = {
  type: "save",
  appId: "a",
  datasetId: "d",
  by: "ada",
  title: "Levels",
  chart,
  filters: "",
};

test("a chart is saved once, and deleted by its owner only", () => {
  const when = (events: readonly DataAppEvent[], command: DataAppCommand) => given(dataApp, ...events).when(command);
  expect(when([], save)).toEqual(emit(saved));
  expect(when([saved], save)).toEqual(emit());
  expect(when([saved], { type: "delete", by: "ben" })).toEqual(refuse({ code: "data-app-unknown" }));
  expect(when([], { type: "delete", by: "ada" })).toEqual(refuse({ code: "data-app-unknown" }));
  expect(when([saved], { type: "delete", by: "ada" })).toEqual(emit(deleted));
  for (const by of ["ada", "ben"])
    expect(when([saved, deleted], { type: "delete", by })).toEqual(refuse({ code: "data-app-unknown" }));
});
