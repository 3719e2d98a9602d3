import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { given } from "../core/spec.ts";
import type { TableVersion } from "../core/values/table.ts";
import type { DatasetCommand } from "./commands.ts";
import { dataset, type DatasetRefusal, type DatasetState } from "./decider.ts";
import type { DatasetEvent } from "./events.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";

const datasetId = "d-rivers";
const owner = "u-ada";
const card = {
  title: "River levels",
  description: "Gauges of the Rhine",
  category: "Environment",
  keywords: ["water"],
  isPublic: true,
  license: "CC-BY-4.0",
  onRequest: false,
};
const table: TableVersion = {
  physical: "t_1",
  columns: [{ name: "level", label: "Level", type: "bigint" }],
  rows: 3,
  contentHash: "ab",
};

const created = (over: Partial<Extract<DatasetEvent, { type: "DatasetCreated" }>["data"]> = {}): DatasetEvent => ({
  type: "DatasetCreated",
  data: {
    datasetId,
    owner: { kind: "user", id: owner },
    ...card,
    price: 0,
    tableName: "river_levels_1",
    fileName: "rivers.csv",
    ...over,
  },
});
const loaded = (version: number): DatasetEvent => ({
  type: "DatasetLoaded",
  data: { datasetId, version, table: { ...table, columns: [...table.columns] }, rejected: 0 },
});
const loadFailed: DatasetEvent = {
  type: "DatasetLoadFailed",
  data: { datasetId, code: "empty", facts: {} },
};
const granted = (userId: string, by = userId): DatasetEvent => ({
  type: "AccessGranted",
  data: { datasetId, userId, by },
});
const left = (userId: string, by = userId): DatasetEvent => ({
  type: "AccessRemoved",
  data: { datasetId, userId, by },
});
const hidden: DatasetEvent = { type: "DatasetHidden", data: { datasetId } };
const deleted: DatasetEvent = { type: "DatasetDeleted", data: { datasetId } };

const nothing = emit();
const accepted = (...events: DatasetEvent[]) => emit(...events);
const requested = (uploadId: string): DatasetEvent => ({
  type: "DatasetVersionRequested",
  data: {
    ...{ datasetId, version: 2, uploadId, mode: "replace", key: [], fileName: "n.csv", by: owner },
    ...{ file: { sha256: "b".repeat(64), bytes: 9 }, mayChangeColumns: true },
  },
});
const refused = (code: DatasetRefusal["code"]) => refuse({ code });
const take = (userId: string) => ({ type: "take-access", userId }) as const;
const remove = (userId: string, by = userId) => ({ type: "remove-access", userId, by }) as const;
const share = (userId: string, by = owner) => ({ type: "share", userId, by }) as const;
const del = (by = owner) => ({ type: "delete", by }) as const;
const edit = (by = owner, changes: Partial<typeof card> = { title: "Levels" }) =>
  ({ type: "edit", by, card: changes }) as const;
const load = { type: "record-load", uploadId: null, table, rejected: 0 } as const;
const failLoad: DatasetCommand = { type: "record-load-failure", uploadId: null, failure: { code: "empty", facts: {} } };

const grantees = (state: DatasetState): string[] => ("grantees" in state ? [...state.grantees.toMap().keys()] : []);

const open = [created(), loaded(1)];
const privately = [created({ isPublic: false }), loaded(1)];
const hiddenWithBen = [...open, granted("ben"), hidden];

describe("creating and loading", () => {
  const create: DatasetCommand = {
    type: "create",
    datasetId,
    by: owner,
    price: 0,
    tableName: "river_levels_1",
    fileName: "rivers.csv",
    ...card,
  };

  test("starts loading, once", () => {
    expect(given(dataset).when(create)).toEqual(accepted(created()));
    expect(given(dataset, created()).state).toMatchObject({ status: "loading", ownerId: owner, card, versions: 0 });
    expect(given(dataset, created()).when(create)).toEqual(nothing);
  });

  test("numbers its versions 1..n without gaps, whatever fails in between", () => {
    expect(given(dataset, created()).when(load)).toEqual(accepted(loaded(1)));
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (loads) => {
        const events: DatasetEvent[] = [created()];
        for (const [at, works] of loads.entries()) {
          const uploadId = `up-${at}`;
          if (at > 0) events.push(requested(uploadId));
          const decision = given(dataset, ...events).when({
            ...(works ? load : failLoad),
            uploadId: at > 0 ? uploadId : null,
          });
          if (decision.ok) events.push(...decision.value);
        }
        const versions = events.filter((event) => event.type === "DatasetLoaded").map((event) => event.data.version);
        expect(versions).toEqual(versions.map((_, index) => index + 1));
        expect(versions).toHaveLength(loads.filter(Boolean).length);
        const status = loads.length === 0 ? "loading" : versions.length > 0 ? "ready" : "failed";
        expect(given(dataset, ...events).state).toMatchObject({ status, versions: versions.length });
      }),
    );
  });

  test("fails when nothing could be loaded, and keeps the earlier rows otherwise", () => {
    expect(given(dataset, created()).when(failLoad)).toEqual(accepted(loadFailed));
    expect(given(dataset, created(), loadFailed).state).toMatchObject({ status: "failed", loadFailure: "empty" });
    expect(given(dataset, created(), loadFailed, loaded(1)).state).toMatchObject({
      status: "ready",
      loadFailure: null,
    });
    expect(given(dataset, created(), loaded(1), loadFailed).state).toMatchObject({ status: "ready", versions: 1 });
  });

  test("ends once: what a load brings after it ended is not written", () => {
    for (const end of [loaded(1), loadFailed])
      for (const late of [load, failLoad]) expect(given(dataset, created(), end).when(late)).toEqual(nothing);
    for (const late of [load, failLoad])
      expect(given(dataset, ...open, requested("up-2")).when({ ...late, uploadId: "up-1" })).toEqual(nothing);
  });

  test("stays hidden whatever becomes of a load that was under way", () => {
    expect(given(dataset, created(), granted("ben"), hidden, loadFailed).state).toMatchObject({ status: "hidden" });
    expect(given(dataset, created(), granted("ben"), hidden, loaded(1)).state).toMatchObject({
      status: "hidden",
      versions: 1,
    });
  });
});

describe("publishing the output of a connection", () => {
  const source = { instanceId: "i-gauges", operation: "levels" };
  const publish = {
    type: "publish-output",
    datasetId,
    by: owner,
    tableName: "river_levels_1",
    source,
    ...card,
  } as const;
  const published = {
    type: "DatasetPublishedFromConnection",
    data: { datasetId, owner: { kind: "user", id: owner }, ...card, price: 0, tableName: "river_levels_1", source },
  } satisfies DatasetEvent;

  test("makes a dataset that is ready at once, with its own card", () => {
    expect(given(dataset).when(publish)).toEqual(accepted(published));
    expect(given(dataset, published).state).toMatchObject({ status: "ready", ownerId: owner, card, price: 0 });
  });

  test("keeps that the owner confirmed the right to share the rows, when publishing and when sharing", () => {
    const confirmed: DatasetEvent = { ...published, data: { ...published.data, rightsConfirmed: true } };
    expect(given(dataset).when({ ...publish, rightsConfirmed: true })).toEqual(accepted(confirmed));
    const shared: DatasetEvent = {
      type: "AccessGranted",
      data: { datasetId, userId: "cleo", by: owner, rightsConfirmed: true },
    };
    expect(given(dataset, published).when({ ...share("cleo"), rightsConfirmed: true })).toEqual(accepted(shared));
    expect(given(dataset, published).when({ ...share("cleo"), rightsConfirmed: false })).toEqual(
      accepted(granted("cleo", owner)),
    );
  });

  test("is refused while that output is a dataset, and after it was one", () => {
    for (const events of [[published], [created()], [published, granted("ben"), hidden], [published, deleted]]) {
      expect(given(dataset, ...events).when(publish)).toEqual(refused("output-published"));
    }
  });

  test("is shared, taken, edited and deleted like any other", () => {
    expect(given(dataset, published).when(take("ben"))).toEqual(accepted(granted("ben")));
    expect(given(dataset, published).when(share("cleo"))).toEqual(accepted(granted("cleo", owner)));
    expect(given(dataset, published).when(edit(owner, { license: "ODbL-1.0" }))).toEqual(
      accepted({ type: "DatasetEdited", data: { datasetId, ...card, license: "ODbL-1.0" } }),
    );
    expect(given(dataset, published).when(edit("ben"))).toEqual(refused("dataset-not-yours"));
    expect(given(dataset, published, granted("ben")).when(del())).toEqual(accepted(hidden));
    expect(given(dataset, published).when(del())).toEqual(accepted(deleted));
  });
});

describe("editing", () => {
  test("changes the fields that are named and keeps the others", () => {
    const edited: DatasetEvent = { type: "DatasetEdited", data: { datasetId, ...card, title: "Levels" } };
    expect(given(dataset, ...open).when(edit())).toEqual(accepted(edited));
    expect(given(dataset, ...open).when(edit(owner, { title: "Levels", description: undefined }))).toEqual(
      accepted(edited),
    );
    expect(given(dataset, ...open, edited).state).toMatchObject({ card: { ...card, title: "Levels" } });
  });

  test("making it private keeps those who have access and lets nobody else take it", () => {
    const nowPrivate: DatasetEvent = { type: "DatasetEdited", data: { datasetId, ...card, isPublic: false } };
    const state = given(dataset, ...open, granted("ben"), nowPrivate);
    expect(grantees(state.state)).toEqual(["ben"]);
    expect(state.when(take("ben"))).toEqual(nothing);
    expect(state.when(take("cleo"))).toEqual(refused("dataset-unknown"));
  });
});

describe("changing the image", () => {
  const image = (name: string | null, by = owner) => ({ type: "change-image", by, image: name }) as const;
  const changed = (name: string | null): DatasetEvent => ({
    type: "DatasetImageChanged",
    data: { datasetId, image: name },
  });

  test("is the owner's, and writes only what is new", () => {
    expect(given(dataset, ...open).when(image("1.png"))).toEqual(accepted(changed("1.png")));
    expect(given(dataset, ...open, changed("1.png")).when(image("1.png"))).toEqual(nothing);
    expect(given(dataset, ...open, changed("1.png")).when(image(null))).toEqual(accepted(changed(null)));
    expect(given(dataset, ...open).when(image(null))).toEqual(nothing);
    expect(given(dataset, ...open).when(image("1.png", "ben"))).toEqual(refused("dataset-not-yours"));
    expect(given(dataset, ...privately).when(image("1.png", "ben"))).toEqual(refused("dataset-unknown"));
    expect(given(dataset, ...hiddenWithBen).when(image("1.png"))).toEqual(refused("dataset-unknown"));
  });
});

describe("taking access", () => {
  test("gives a free public dataset to each user once", () => {
    expect(given(dataset, ...open).when(take("ben"))).toEqual(accepted(granted("ben")));
    expect(given(dataset, ...open, granted("ben")).when(take("ben"))).toEqual(nothing);
    expect(given(dataset, ...open, granted("ben"), left("ben")).when(take("ben"))).toEqual(accepted(granted("ben")));
  });

  test("does not know a private or hidden dataset, whatever its price", () => {
    expect(given(dataset, ...privately).when(take("ben"))).toEqual(refused("dataset-unknown"));
    expect(given(dataset, created({ isPublic: false, price: 9 })).when(take("ben"))).toEqual(
      refused("dataset-unknown"),
    );
    expect(given(dataset, ...hiddenWithBen).when(take("cleo"))).toEqual(refused("dataset-unknown"));
    expect(given(dataset, ...hiddenWithBen).when(take("ben"))).toEqual(nothing);
  });

  test("is not for nothing where there is a price, and not for the owner", () => {
    expect(given(dataset, created({ price: 9 }), loaded(1)).when(take("ben"))).toEqual(refused("dataset-priced"));
    expect(given(dataset, ...open).when(take(owner))).toEqual(refused("dataset-owned"));
  });
});

describe("sharing", () => {
  test("gives access to a private dataset, once, and to the owner nothing", () => {
    expect(given(dataset, ...privately).when(share("ben"))).toEqual(accepted(granted("ben", owner)));
    expect(given(dataset, ...privately, granted("ben", owner)).when(share("ben"))).toEqual(nothing);
    expect(given(dataset, ...privately).when(share(owner))).toEqual(nothing);
  });

  test("lets nobody new into a dataset that its owner has deleted", () => {
    expect(given(dataset, ...hiddenWithBen).when(share("cleo"))).toEqual(refused("dataset-unknown"));
    expect(given(dataset, ...hiddenWithBen).when(share("ben"))).toEqual(nothing);
    expect(given(dataset, ...hiddenWithBen).when(edit())).toEqual(refused("dataset-unknown"));
  });
});

describe("access on request", () => {
  const onRequest = [created({ onRequest: true }), loaded(1)];

  test("is not taken, and given by the owner alone", () => {
    expect(given(dataset, ...onRequest).when(take("ben"))).toEqual(refused("access-on-request"));
    expect(given(dataset, ...onRequest).when(share("ben"))).toEqual(accepted(granted("ben", owner)));
    expect(given(dataset, ...onRequest, granted("ben", owner)).when(take("ben"))).toEqual(nothing);
  });
});

describe("access with an end", () => {
  const until = "2030-01-01T00:00:00.000Z";
  const later = "2031-01-01T00:00:00.000Z";
  const grantedUntil = (end: string): DatasetEvent => ({
    type: "AccessGranted",
    data: { datasetId, userId: "ben", by: owner, until: end },
  });
  const expired: DatasetEvent = { type: "AccessExpired", data: { datasetId, userId: "ben", until } };
  const expire = { type: "expire-access", userId: "ben", until } as const;

  test("is given, changed and made endless by the owner; sharing without an end leaves it", () => {
    expect(given(dataset, ...open).when({ ...share("ben"), until })).toEqual(accepted(grantedUntil(until)));
    const state = given(dataset, ...open, grantedUntil(until));
    expect(state.when({ ...share("ben"), until })).toEqual(nothing);
    expect(state.when(share("ben"))).toEqual(nothing);
    expect(state.when({ ...share("ben"), until: later })).toEqual(accepted(grantedUntil(later)));
    expect(state.when({ ...share("ben"), until: null })).toEqual(accepted(granted("ben", owner)));
  });

  test("ends once, unless its end was changed meanwhile", () => {
    expect(given(dataset, ...open, grantedUntil(until)).when(expire)).toEqual(accepted(expired));
    expect(given(dataset, ...open, grantedUntil(until), expired).when(expire)).toEqual(nothing);
    expect(given(dataset, ...open, grantedUntil(later)).when(expire)).toEqual(nothing);
    expect(given(dataset, ...open, grantedUntil(until), granted("ben", owner)).when(expire)).toEqual(nothing);
  });

  test("takes a hidden dataset along when it was the last", () => {
    expect(given(dataset, ...open, grantedUntil(until), hidden).when(expire)).toEqual(accepted(expired, deleted));
  });
});

describe("removing access", () => {
  test("lets a user leave, and the owner remove one", () => {
    expect(given(dataset, ...open, granted("ben")).when(remove("ben"))).toEqual(accepted(left("ben")));
    expect(given(dataset, ...open, granted("ben")).when(remove("ben", owner))).toEqual(accepted(left("ben", owner)));
  });

  test("says when there is nothing to remove, and nothing about what one may not see", () => {
    expect(given(dataset, ...open).when(remove("ben"))).toEqual(refused("no-access-to-remove"));
    expect(given(dataset, ...open).when(remove("ben", owner))).toEqual(refused("no-access-to-remove"));
    expect(given(dataset, ...privately).when(remove("ben", owner))).toEqual(refused("no-access-to-remove"));
    expect(given(dataset, ...privately).when(remove("ben"))).toEqual(refused("dataset-unknown"));
    expect(given(dataset, ...hiddenWithBen).when(remove("cleo"))).toEqual(refused("dataset-unknown"));
  });

  test("keeps a dataset that is not hidden, also when the last one leaves", () => {
    const { state } = given(dataset, ...open, granted("ben"), left("ben"));
    expect([state.status, grantees(state)]).toEqual(["ready", []]);
  });
});

describe("deleting", () => {
  test("is at once without subscribers", () => {
    expect(given(dataset, ...open).when(del())).toEqual(accepted(deleted));
    expect(given(dataset, created()).when(del())).toEqual(accepted(deleted));
  });

  test("hides it while others have access, until the last one leaves", () => {
    expect(given(dataset, ...open, granted("ben")).when(del())).toEqual(accepted(hidden));
    expect(given(dataset, ...hiddenWithBen).when(del())).toEqual(nothing);
    expect(given(dataset, ...open, granted("ben"), granted("cleo"), hidden).when(remove("cleo"))).toEqual(
      accepted(left("cleo")),
    );
    expect(given(dataset, ...hiddenWithBen).when(remove("ben"))).toEqual(accepted(left("ben"), deleted));
    expect(given(dataset, ...hiddenWithBen).when(remove("ben", owner))).toEqual(accepted(left("ben", owner), deleted));
  });
});

describe("a stranger", () => {
  const attempts = [edit("eve"), share("eve", "eve"), share("ben", "eve"), remove("ben", "eve"), del("eve")];

  test.each(attempts)("may see a public dataset and not $type it", (attempt) => {
    expect(given(dataset, ...open, granted("ben")).when(attempt)).toEqual(refused("dataset-not-yours"));
  });

  test.each(attempts)("does not know of a private dataset, nor of a hidden one, to $type it", (attempt) => {
    expect(given(dataset, ...privately, granted("ben", owner)).when(attempt)).toEqual(refused("dataset-unknown"));
    expect(given(dataset, ...hiddenWithBen).when(attempt)).toEqual(refused("dataset-unknown"));
  });

  test.each([edit("ben"), share("cleo", "ben"), remove("cleo", "ben"), del("ben")])(
    "who was given access sees it, and may not $type it",
    (attempt) => {
      expect(given(dataset, ...privately, granted("ben", owner)).when(attempt)).toEqual(refused("dataset-not-yours"));
      expect(given(dataset, ...hiddenWithBen).when(attempt)).toEqual(refused("dataset-not-yours"));
    },
  );
});

describe("taking down", () => {
  const takenDown: DatasetEvent = { type: "DatasetTakenDown", data: { datasetId, reason: "Stolen." } };
  const restored: DatasetEvent = { type: "DatasetRestored", data: { datasetId } };
  const takeDown = (reason: string) => ({ type: "take-down", reason }) as const;
  const restore = { type: "restore" } as const;

  test("needs a reason, and happens once", () => {
    expect(given(dataset, ...open).when(takeDown(" Stolen. "))).toEqual(accepted(takenDown));
    expect(given(dataset, ...open, takenDown).when(takeDown("Again."))).toEqual(nothing);
    expect(given(dataset, ...open).when(takeDown(" "))).toEqual(refused("takedown-reason-missing"));
    expect(given(dataset, ...open).when(takeDown("x".repeat(1_001)))).toEqual(refused("takedown-reason-too-long"));
    expect(given(dataset).when(takeDown("Stolen."))).toEqual(refused("dataset-unknown"));
  });

  test("ends with restoring", () => {
    expect(given(dataset, ...open).when(restore)).toEqual(nothing);
    expect(given(dataset, ...open, takenDown).when(restore)).toEqual(accepted(restored));
    expect(given(dataset, ...open, takenDown, restored).when(take("ben"))).toEqual(accepted(granted("ben")));
  });

  test("leaves the owner what is theirs, and nobody gets access, not even those who had it", () => {
    const history = [...open, granted("ben"), takenDown];
    expect(given(dataset, ...history).when(take("eve"))).toEqual(refused("dataset-unknown"));
    expect(given(dataset, ...history).when(take("ben"))).toEqual(refused("dataset-unknown"));
    expect(given(dataset, ...history).when(share("eve"))).toEqual(refused("taken-down"));
    expect(given(dataset, ...history).when(remove("ben"))).toEqual(accepted(left("ben")));
    expect(given(dataset, ...history).when(edit())).toMatchObject({ ok: true });
    expect(given(dataset, ...history).when(del())).toEqual(accepted(hidden));
  });
});

const afterTheEnd: readonly DatasetCommand[] = [
  load,
  failLoad,
  edit(),
  take("ben"),
  take(owner),
  share("ben"),
  remove("ben"),
  remove("ben", owner),
  del(),
];
test.each(afterTheEnd)("missing and deleted are alike to $type", (command) => {
  expect(given(dataset).when(command)).toEqual(refused("dataset-unknown"));
  expect(given(dataset, ...open, deleted).when(command)).toEqual(refused("dataset-unknown"));
  expect(given(dataset, ...hiddenWithBen, left("ben"), deleted).when(command)).toEqual(refused("dataset-unknown"));
});

test("is deleted exactly once and takes nothing afterwards, in every order of commands", () => {
  const person = fc.constantFrom(owner, "ben", "cleo", "dan");
  const command: fc.Arbitrary<DatasetCommand> = fc.oneof(
    { weight: 3, arbitrary: person.map(take) },
    { weight: 3, arbitrary: person.map((id) => remove(id)) },
    { weight: 1, arbitrary: person.map((id) => remove(id, owner)) },
    { weight: 1, arbitrary: person.map((id) => share(id)) },
    { weight: 2, arbitrary: person.map(del) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<DatasetCommand>(
        load,
        failLoad,
        edit(),
        edit(owner, { isPublic: false }),
        edit(owner, { isPublic: true }),
      ),
    },
  );
  let deletions = 0;
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const events: DatasetEvent[] = [created()];
      const users = new Set<string>();
      let ownerDeleted = false;
      for (const each of commands) {
        const over = events.some((event) => event.type === "DatasetDeleted");
        const decision = given(dataset, ...events).when(each);
        if (over) expect(decision).toEqual(refused("dataset-unknown"));
        if (!decision.ok) continue;
        if (each.type === "delete") ownerDeleted = true;
        for (const event of decision.value) {
          if (event.type === "AccessGranted") {
            expect(ownerDeleted).toBe(false);
            users.add(event.data.userId);
          }
          if (event.type === "AccessRemoved") users.delete(event.data.userId);
        }
        events.push(...decision.value);
        const { state } = given(dataset, ...events);
        const expected = !ownerDeleted ? /loading|ready|failed/ : users.size > 0 ? /hidden/ : /deleted/;
        expect(state.status).toMatch(expected);
        expect(new Set(grantees(state))).toEqual(state.status === "deleted" ? new Set() : users);
      }
      const ends = events.filter((event) => event.type === "DatasetDeleted").length;
      expect(ends).toBeLessThanOrEqual(1);
      deletions += ends;
    }),
    { numRuns: 300 },
  );
  expect(deletions).toBeGreaterThan(0);
});
