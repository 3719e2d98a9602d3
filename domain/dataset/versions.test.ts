import fc from "fast-check";
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

describe("cancelling a load", () => {
  const cancel = { type: "cancel-load", by: owner, uploadId: "up-2" } as const;
  const cancelled: DatasetEvent = { type: "DatasetLoadFailed", data: { datasetId, code: "cancelled", facts: {} } };

  test("leaves the version before, and takes the next file", () => {
    expect(given(dataset, ...first, requested()).when(cancel)).toEqual(emit(cancelled));
    const after = [...first, requested(), cancelled];
    expect(given(dataset, ...after).state).toMatchObject({ status: "ready", versions: 1, pending: null });
    expect(given(dataset, ...after).when({ ...request, uploadId: "up-3" })).toEqual(
      emit(requested({ uploadId: "up-3" })),
    );
  });

  test("is the owner's, for the file that is being loaded and is not the first", () => {
    const stranger = given(dataset, ...first, requested()).when({ ...cancel, by: "ben" });
    expect(stranger).toEqual(refuse({ code: "dataset-not-yours" }));
    const over = refuse({ code: "load-over" });
    expect(given(dataset, ...first).when(cancel)).toEqual(over);
    expect(given(dataset, ...first, requested({ uploadId: "up-3" })).when(cancel)).toEqual(over);
    expect(given(dataset, created()).when({ ...cancel, uploadId: null })).toEqual(refuse({ code: "load-is-first" }));
  });
});

describe("trying a failed load again", () => {
  const retry = (over: Partial<Extract<DatasetCommand, { type: "retry-load" }>> = {}) =>
    ({ type: "retry-load", by: owner, uploadId: "up-2", takesColumns: false, ...over }) as const;
  const retried = (
    over: Partial<Extract<DatasetEvent, { type: "DatasetLoadRetried" }>["data"]> = {},
  ): DatasetEvent => ({
    type: "DatasetLoadRetried",
    data: { datasetId, uploadId: "up-2", attempt: 2, by: owner, mayChangeColumns: false, ...over },
  });
  const failure = (code: "fault" | "no-room" | "quota" | "cancelled"): DatasetEvent => ({
    type: "DatasetLoadFailed",
    data: { datasetId, code, facts: {} },
  });
  const columnsChanged: DatasetEvent = {
    type: "DatasetLoadFailed",
    data: { datasetId, code: "columns-changed", facts: { oldColumns: [column("level")], newColumns: [] } },
  };
  const none = refuse({ code: "load-not-retryable" });

  test.each(["fault", "no-room", "quota"] as const)("loads the same file as the same version after %s", (code) => {
    const before = [...first, requested(), failure(code)];
    expect(given(dataset, ...before).when(retry())).toEqual(emit(retried()));
    const after = given(dataset, ...before, retried());
    expect(after.state).toMatchObject({
      ...{ status: "ready", versions: 1, failed: null, loadFailure: null },
      pending: { uploadId: "up-2", sha256: sha("b"), attempt: 2, mayChangeColumns: false },
    });
    const rows = { type: "record-load", uploadId: "up-2", table: table(column("level")), rejected: 0 } as const;
    expect(after.when(rows)).toEqual(emit(loaded(2, column("level"))));
    const next = given(dataset, ...before, retried(), failure(code)).when(retry());
    expect(next).toEqual(emit(retried({ attempt: 3 })));
  });

  test("keeps what the file was to do: its mode, its key and its settings", () => {
    const settings = { delimiter: ";" as const };
    const asked = requested({ mode: "upsert", key: ["level"], settings });
    expect(given(dataset, ...first, asked, failure("fault"), retried()).state).toMatchObject({
      pending: { mode: "upsert", key: ["level"], settings },
    });
  });

  test("has a dataset without rows wait for its first file again", () => {
    const before = [created(), failure("no-room")];
    expect(given(dataset, ...before).when(retry({ uploadId: null }))).toEqual(
      emit(retried({ uploadId: null, mayChangeColumns: true })),
    );
    const waiting = [...before, retried({ uploadId: null, mayChangeColumns: true })];
    expect(given(dataset, ...waiting).state).toMatchObject({ status: "loading", pending: { uploadId: null } });
    expect(given(dataset, ...waiting, failure("no-room")).state).toMatchObject({ status: "failed" });
    // The file of a later version leaves a dataset without rows as it is.
    const later = [created(), failed, requested({ version: 1 }), failure("fault"), retried()];
    expect(given(dataset, ...later).state).toMatchObject({ status: "failed", pending: { uploadId: "up-2" } });
  });

  test("takes other columns only if the owner says so, and never with rows that are added", () => {
    const before = [...first, requested(), columnsChanged];
    expect(given(dataset, ...before).when(retry())).toEqual(refuse({ code: "load-needs-columns" }));
    const taken = retried({ mayChangeColumns: true });
    expect(given(dataset, ...before).when(retry({ takesColumns: true }))).toEqual(emit(taken));
    const rows = { type: "record-load", uploadId: "up-2", table: table(column("depth")), rejected: 0 } as const;
    expect(given(dataset, ...before, taken).when(rows)).toEqual(emit(loaded(2, column("depth"))));
    const added = requested({ mode: "append" });
    expect(given(dataset, ...first, added, columnsChanged).when(retry({ takesColumns: true }))).toEqual(none);
    expect(given(dataset, ...first, added, failure("fault")).when(retry({ takesColumns: true }))).toEqual(
      emit(retried()),
    );
  });

  test("is refused for a fault of the file, for a cancelled load, and when there is nothing to try again", () => {
    for (const end of [failed, failure("cancelled")])
      expect(given(dataset, ...first, requested(), end).when(retry())).toEqual(none);
    expect(given(dataset, ...first).when(retry())).toEqual(none);
    expect(given(dataset, ...first).when(retry({ uploadId: null }))).toEqual(none);
    const other = given(dataset, ...first, requested(), failure("fault")).when(retry({ uploadId: "up-1" }));
    expect(other).toEqual(none);
  });

  test.each<[string, DatasetEvent[]]>([
    ["another file", [requested({ uploadId: "up-3" }), failed]],
    ["new rows", [requested({ uploadId: "up-3" }), loaded(2, column("level"))]],
    [
      "an older version",
      [
        {
          type: "DatasetVersionRestored",
          data: {
            datasetId,
            version: 3,
            from: 1,
            table: { ...table(), columns: [] },
            fileName: null,
            rejected: 0,
            by: owner,
          },
        },
      ],
    ],
  ])("is over with %s", (_, since) => {
    expect(given(dataset, ...first, requested(), failure("fault"), ...since).when(retry())).toEqual(none);
  });

  test("is the owner's, while no other file is being loaded, and happens once", () => {
    const before = [...first, requested(), failure("fault")];
    expect(given(dataset, ...before).when(retry({ by: "ben" }))).toEqual(refuse({ code: "dataset-not-yours" }));
    const busy = given(dataset, ...before, requested({ uploadId: "up-3" })).when(retry());
    expect(busy).toEqual(refuse({ code: "version-in-progress" }));
    expect(given(dataset, ...before, retried()).when(retry())).toEqual(emit());
    const granted: DatasetEvent = { type: "AccessGranted", data: { datasetId, userId: "ben", by: "ben" } };
    const hidden: DatasetEvent = { type: "DatasetHidden", data: { datasetId } };
    expect(given(dataset, ...before, granted, hidden).when(retry())).toEqual(refuse({ code: "dataset-unknown" }));
  });

  test("does not apply to a file that was never fetched from its address, but to one that was", () => {
    const source: DatasetEvent = {
      type: "DatasetSourceSet",
      data: {
        ...{ datasetId, owner: { kind: "user", id: owner }, host: "example.org" },
        ...{ addressRef: "dataset-source/d/1", fileName: "rivers.csv" },
      },
    };
    const fetched: DatasetEvent = {
      type: "DatasetFileFetched",
      data: { datasetId, file: { sha256: sha("c"), bytes: 9 } },
    };
    const asked = retry({ uploadId: null });
    expect(given(dataset, created(), source, failure("fault")).when(asked)).toEqual(none);
    expect(given(dataset, created(), source, fetched, failure("no-room")).when(asked)).toEqual(
      emit(retried({ uploadId: null, mayChangeColumns: true })),
    );
  });
});

describe("the rows of a new version", () => {
  const load = (...columns: Column[]) =>
    ({ type: "record-load", uploadId: "up-2", table: table(...columns), rejected: 0 }) as const;

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

describe("rows that are added", () => {
  const append = { ...request, mode: "append" as const };
  const upsert = { ...request, mode: "upsert" as const, key: ["level"] };

  test("are asked for with their mode and key", () => {
    expect(given(dataset, ...first).when(append)).toEqual(emit(requested({ mode: "append" })));
    expect(given(dataset, ...first).when(upsert)).toEqual(emit(requested({ mode: "upsert", key: ["level"] })));
    // They may not change the columns.
    expect(given(dataset, ...first).when({ ...append, mayChangeColumns: true })).toEqual(
      emit(requested({ mode: "append" })),
    );
  });

  test("take the place of none where there are no rows yet", () => {
    expect(given(dataset, created(), failed).when(append)).toEqual(emit(requested({ version: 1 })));
  });

  test("are merged by the key of the latest upsert if none is given, while the dataset has its columns", () => {
    const without = { ...upsert, key: [], file: { sha256: sha("c"), bytes: 9 } };
    expect(given(dataset, ...first).when(without)).toEqual(refuse({ code: "version-key-missing" }));
    expect(given(dataset, ...first).when({ ...upsert, key: ["depth"] })).toEqual(
      refuse({ code: "version-key-unknown", column: "depth" }),
    );
    const merged = [...first, requested({ mode: "upsert", key: ["level"] }), loaded(2, column("level"))];
    expect(given(dataset, ...merged).when(without)).toMatchObject({ value: [{ data: { key: ["level"] } }] });
    const replaced = [...merged, requested({ version: 3, mayChangeColumns: true }), loaded(3, column("depth"))];
    expect(given(dataset, ...replaced).when(without)).toEqual(refuse({ code: "version-key-missing" }));
    // One that was asked for and failed is not the key.
    const refused = [...first, requested({ mode: "upsert", key: ["level"] }), failed];
    expect(given(dataset, ...refused).when(without)).toEqual(refuse({ code: "version-key-missing" }));
  });

  test("are the same version only if the same bytes came in the same way", () => {
    const appended = [...first, requested({ mode: "append" }), loaded(2, column("level"))];
    expect(given(dataset, ...appended).when(append)).toEqual(emit());
    expect(given(dataset, ...appended).when(request)).toMatchObject({ value: [{ type: "DatasetVersionRequested" }] });
    const same = { ...append, file: { sha256: sha("a"), bytes: 9 } };
    expect(given(dataset, ...first).when(same)).toMatchObject({ value: [{ data: { mode: "append" } }] });
  });
});

describe("what is remembered of files", () => {
  const report = {
    ...{
      encoding: "windows-1252",
      encodingBy: "chosen" as const,
      gzip: false,
      delimiter: ";" as const,
      quote: '"' as const,
    },
    ...{
      escape: "double" as const,
      padded: false,
      header: true,
      skippedLines: 1,
      skipped: [],
      rejected: 0,
      emptyRows: 0,
    },
    ...{ emptyColumns: 0, dropped: [], nulBytes: 0, replaced: 0, replacedLines: [], textColumns: [], chosen: [] },
  };
  const read = (version: number): DatasetEvent => {
    const { data } = loaded(version, column("level")) as Extract<DatasetEvent, { type: "DatasetLoaded" }>;
    return { type: "DatasetLoaded", data: { ...data, table: { ...data.table, physical: `t_${version}` }, report } };
  };
  const settings = { encoding: "windows-1252", delimiter: ";", skipLines: 1, onMisfit: "refuse" };
  const chosen = [created(), read(1), requested({ settings }), read(2)];

  test("ends with a file that is loaded without it, unless it shows itself where it is wrong", () => {
    expect(given(dataset, ...chosen).state).toMatchObject({
      current: { dialect: { encoding: "windows-1252", skipLines: 1 } },
      schema: { settings },
    });
    const next = given(dataset, ...chosen, requested({ version: 3 }), read(3)).state;
    expect("schema" in next && next.schema.settings).toEqual({ delimiter: ";", onMisfit: "refuse" });
  });

  test("what happens to misfits is not decided by rows that are added", () => {
    const added = requested({ version: 3, mode: "append", settings: { ownDialect: true, onMisfit: "text" } });
    const { state } = given(dataset, ...chosen, added, read(3));
    expect(state).toMatchObject({ schema: { settings }, current: { dialect: { ownDialect: true } } });
  });

  test("comes back with a restored version: its file, mode and dialect", () => {
    const added = requested({ version: 3, mode: "append", settings: { ownDialect: true } });
    const replaced = requested({ version: 4, file: { sha256: sha("c"), bytes: 9 } });
    const restored: DatasetEvent = {
      type: "DatasetVersionRestored",
      data: {
        ...{ datasetId, version: 5, from: 3, table: { ...table(), columns: [column("level")], physical: "t_3" } },
        ...{ fileName: null, rejected: 0, by: owner },
      },
    };
    expect(given(dataset, ...chosen, added, read(3), replaced, read(4), restored).state).toMatchObject({
      current: { mode: "append", sha256: sha("b"), dialect: { ownDialect: true } },
    });
  });
});

describe("restoring a version", () => {
  const named = (physical: string): TableVersion => ({ ...table(column("level")), physical });
  const loadedAs = (version: number): DatasetEvent => ({
    type: "DatasetLoaded",
    data: { datasetId, version, table: { ...named(`t_${version}`), columns: [column("level")] }, rejected: 0 },
  });
  const history = (versions: number): DatasetEvent[] => [
    created(),
    ...Array.from({ length: versions }, (_, at) => loadedAs(at + 1)),
  ];
  const restoring = (from: number, kept = 10): Extract<DatasetCommand, { type: "restore-version" }> => ({
    ...{ type: "restore-version", by: owner, from, table: named(`t_${from}`), kept, onlyAfter: null },
    ...{ fileName: "june.csv", rejected: 0 },
  });

  test("gives the next number to the older rows, whichever of the kept ones they are", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (versions, from, kept) => {
          const decided = given(dataset, ...history(versions)).when(restoring(from, kept));
          const oldest = Math.max(1, versions - kept + 1);
          if (from === versions) expect(decided).toEqual(emit());
          else if (from > versions) expect(decided).toEqual(refuse({ code: "version-unknown", version: from }));
          else if (from < oldest) expect(decided).toEqual(refuse({ code: "version-not-kept", version: from, oldest }));
          else
            expect(decided).toMatchObject({
              value: [
                {
                  type: "DatasetVersionRestored",
                  data: { version: versions + 1, from, table: { physical: `t_${from}` } },
                },
              ],
            });
        },
      ),
    );
  });

  test("leaves numbers without gaps, and the rows of the newest version current", () => {
    const action = fc.oneof(
      fc.constant({ restores: null }),
      fc.integer({ min: 1, max: 8 }).map((restores) => ({ restores })),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const events = history(1);
        const tables = ["t_1"];
        for (const { restores } of actions) {
          if (restores === null) {
            tables.push(`t_${tables.length + 1}`);
            events.push(loadedAs(tables.length));
            continue;
          }
          const physical = tables[restores - 1] ?? "t_none";
          const decided = given(dataset, ...events).when({ ...restoring(restores), table: named(physical) });
          if (!decided.ok || decided.value.length === 0) continue;
          events.push(...decided.value);
          tables.push(physical);
        }
        const { state } = given(dataset, ...events);
        expect(state).toMatchObject({ versions: tables.length, current: { physical: tables.at(-1) } });
        expect("tables" in state && state.tables).toMatchObject(
          tables.map((physical, at) => ({ version: at + 1, physical })),
        );
      }),
    );
  });

  test("is refused while a file is loaded, for a table that the version never had, and for others", () => {
    const busy = [...history(2), requested({ version: 3 })];
    expect(given(dataset, ...busy).when(restoring(1))).toEqual(refuse({ code: "version-in-progress" }));
    const foreign = { ...restoring(1), table: named("t_other") };
    expect(given(dataset, ...history(2)).when(foreign)).toEqual(refuse({ code: "version-unknown", version: 1 }));
    expect(given(dataset, ...history(2)).when({ ...restoring(1), by: "ben" })).toEqual(
      refuse({ code: "dataset-not-yours" }),
    );
    expect(given(dataset, ...history(2)).when({ ...restoring(1), onlyAfter: [1] })).toEqual(
      refuse({ code: "version-stale", version: 2 }),
    );
  });
});
