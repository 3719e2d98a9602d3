import { describe, expect, test } from "vitest";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { given } from "../core/spec.ts";
import type { Column, TableVersion } from "../core/values/table.ts";
import type { DatasetCommand } from "./commands.ts";
import { dataset } from "./decider.ts";
import type { DatasetEvent } from "./events.ts";

/** New versions of a dataset: a file takes the place of the one before. */
const datasetId = "d-rivers";
const owner = "u-ada";
const sha = (letter: string) => letter.repeat(64);
const column = (name: string, type: Column["type"] = "bigint"): Column => ({ name, label: name.toUpperCase(), type });

const created = (file?: { sha256: string; bytes: number }): DatasetEvent => ({
  type: "DatasetCreated",
  data: {
    ...{ datasetId, owner: { kind: "user", id: owner }, title: "River levels", description: "", category: "Other" },
    ...{ keywords: [], isPublic: true, license: "none", onRequest: false, price: 0 },
    ...{ tableName: "river_levels_1", fileName: "rivers.csv", ...(file ? { file } : {}) },
  },
});
const table = (...columns: Column[]): TableVersion => ({ physical: "t_1", columns, rows: 3, contentHash: "ab" });
const loaded = (version: number, ...columns: Column[]): DatasetEvent => ({
  type: "DatasetLoaded",
  data: { datasetId, version, table: { ...table(), columns }, rejected: 0 },
});
const request: Extract<DatasetCommand, { type: "request-version" }> = {
  ...{ type: "request-version" as const, by: owner, uploadId: "up-2", fileName: "november.csv" },
  ...{ file: { sha256: sha("b"), bytes: 9 }, mayChangeColumns: false, onlyAfter: null },
  ...{ mode: "replace", key: [] },
};
type Requested = Extract<DatasetEvent, { type: "DatasetVersionRequested" }>;
const requested = (over: Partial<Requested["data"]> = {}): Requested => ({
  type: "DatasetVersionRequested",
  data: {
    ...{ datasetId, version: 2, uploadId: "up-2", mode: "replace", key: [], fileName: "november.csv", by: owner },
    ...{ file: { sha256: sha("b"), bytes: 9 }, mayChangeColumns: false },
    ...over,
  },
});
const failed: DatasetEvent = { type: "DatasetLoadFailed", data: { datasetId, code: "empty", facts: {} } };
const first = [created({ sha256: sha("a"), bytes: 9 }), loaded(1, column("level"))];

describe("asking for a new version", () => {
  test("is the owner's, when no other load is under way", () => {
    expect(given(dataset, ...first).when(request)).toEqual(emit(requested()));
    const stranger = given(dataset, ...first).when({ ...request, by: "ben" });
    expect(stranger).toEqual(refuse({ code: "dataset-not-yours" }));
    expect(given(dataset, created()).when(request)).toEqual(refuse({ code: "version-in-progress" }));
    const second = { ...request, uploadId: "up-3", file: { sha256: sha("c"), bytes: 9 } };
    expect(given(dataset, ...first, requested()).when(second)).toEqual(refuse({ code: "version-in-progress" }));
  });

  test("also works for a dataset whose first file could not be loaded, and after a failed version", () => {
    expect(given(dataset, created(), failed).when(request)).toEqual(emit(requested({ version: 1 })));
    expect(given(dataset, ...first, requested(), failed).when(request)).toEqual(emit(requested()));
  });

  test("does nothing for the bytes of the current version, whatever version was meant", () => {
    const same = { ...request, file: { sha256: sha("a"), bytes: 9 } };
    expect(given(dataset, ...first).when(same)).toEqual(emit());
    expect(given(dataset, ...first).when({ ...same, onlyAfter: [7] })).toEqual(emit());
    const second = [...first, requested(), loaded(2, column("level"))];
    expect(given(dataset, ...second).when(request)).toEqual(emit());
    expect(given(dataset, ...second).when({ ...same, uploadId: "up-3" })).toEqual(
      emit({ ...requested({ version: 3, uploadId: "up-3" }), data: expect.objectContaining({ version: 3 }) } as never),
    );
  });

  test("is refused when another version is current than the ones meant", () => {
    expect(given(dataset, ...first).when({ ...request, onlyAfter: [1, 5] })).toEqual(emit(requested()));
    for (const onlyAfter of [[2], []])
      expect(given(dataset, ...first).when({ ...request, onlyAfter })).toEqual(
        refuse({ code: "version-stale", version: 1 }),
      );
  });

  test("is refused for a dataset that shows a connection, and for a deleted one", () => {
    const {
      tableName: _,
      fileName: __,
      ...card
    } = (created() as Extract<DatasetEvent, { type: "DatasetCreated" }>).data;
    const published: DatasetEvent = {
      type: "DatasetPublishedFromConnection",
      data: { ...card, tableName: "t", source: { instanceId: "i", operation: "items" } },
    };
    expect(given(dataset, published).when(request)).toEqual(refuse({ code: "dataset-from-connection" }));
    const granted: DatasetEvent = { type: "AccessGranted", data: { datasetId, userId: "ben", by: "ben" } };
    const hidden: DatasetEvent = { type: "DatasetHidden", data: { datasetId } };
    expect(given(dataset, ...first, granted, hidden).when(request)).toEqual(refuse({ code: "dataset-unknown" }));
  });
});

describe("the rows of a new version", () => {
  const load = (...columns: Column[]) => ({ type: "record-load", table: table(...columns), rejected: 0 }) as const;

  test("are shown when names, types and order of the columns are the same, whatever their labels", () => {
    const relabelled = { ...column("level"), label: "Level (m)" };
    expect(given(dataset, ...first, requested()).when(load(relabelled))).toEqual(emit(loaded(2, relabelled)));
  });

  test.each<[string, readonly Column[]]>([
    ["another name", [column("depth")]],
    ["another type", [column("level", "text")]],
    ["one more", [column("level"), column("note", "text")]],
    ["none", []],
  ])("are refused with both lists of columns: %s", (_, columns) => {
    const changed: DatasetEvent = {
      type: "DatasetLoadFailed",
      data: {
        ...{ datasetId, code: "columns-changed" },
        facts: { oldColumns: [column("level")], newColumns: [...columns] },
      },
    };
    expect(given(dataset, ...first, requested()).when(load(...columns))).toEqual(emit(changed));
    const allowed = given(dataset, ...first, requested({ mayChangeColumns: true })).when(load(...columns));
    expect(allowed).toEqual(emit(loaded(2, ...columns)));
  });

  test("leave the version before readable until they are, and when they fail", () => {
    expect(given(dataset, ...first, requested()).state).toMatchObject({ status: "ready", versions: 1 });
    expect(given(dataset, ...first, requested(), failed).state).toMatchObject({
      ...{ status: "ready", versions: 1, loadFailure: "empty", pending: null },
      current: { columns: [column("level")], sha256: sha("a") },
    });
    expect(given(dataset, ...first, requested(), loaded(2, column("level"))).state).toMatchObject({
      ...{ status: "ready", versions: 2, loadFailure: null, pending: null, current: { sha256: sha("b") } },
    });
  });
});
