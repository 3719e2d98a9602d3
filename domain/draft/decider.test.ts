import fc from "fast-check";
import { expect, test } from "vitest";
import { given } from "../core/spec.ts";
import { draft, type DraftCommand } from "./decider.ts";
import type { DraftContent, DraftEvent } from "./events.ts";
import { refuse } from "../core/result.ts";
import { emit } from "../core/decider.ts";

const draftId = "dr-1";
const owner = "u-ada";
const content: DraftContent = {
  title: "Weather",
  description: "",
  category: "API",
  apiDocUrl: "https://weather.example/docs",
  isPublic: true,
  definition: { hash: "h-1", bytes: 21 },
};
const created: DraftEvent = {
  type: "DraftCreated",
  data: { draftId, owner: { kind: "user", id: owner }, parentId: "c-1", rootId: "c-1", content },
};
const saved = (over: Partial<DraftContent>): DraftEvent => ({
  type: "DraftSaved",
  data: { draftId, content: { ...content, ...over } },
});
const published: DraftEvent = { type: "DraftPublished", data: { draftId, rootId: "c-1", connectorId: "c-2" } };
const discarded: DraftEvent = { type: "DraftDiscarded", data: { draftId } };

const create = (by = owner) => ({ type: "create", draftId, by, parentId: "c-1", rootId: "c-1", content }) as const;
const save = (changes: Partial<DraftContent>, by = owner) => ({ type: "save", by, content: changes }) as const;
const publish = (by = owner) => ({ type: "publish", by, rootId: "c-1", connectorId: "c-2", content }) as const;
const discard = (by = owner) => ({ type: "discard", by }) as const;
const unknown = refuse({ code: "draft-unknown" });

test("is created once, with a definition that need not be valid yet", () => {
  expect(given(draft).when(create())).toEqual(emit(created));
  expect(given(draft, created).when(create())).toEqual(emit());
  expect(given(draft, created).state).toEqual({
    status: "open",
    draftId,
    ownerId: owner,
    parentId: "c-1",
    rootId: "c-1",
    content,
    connectorId: null,
  });
});

test("saves what is named and keeps the rest of the last save", () => {
  expect(given(draft, created).when(save({ title: "Wind" }))).toEqual(emit(saved({ title: "Wind" })));
  expect(given(draft, created, saved({ title: "Wind" })).when(save({ isPublic: false, title: undefined }))).toEqual(
    emit(saved({ title: "Wind", isPublic: false })),
  );
  expect(given(draft, created).when(save({ apiDocUrl: null }))).toEqual(emit(saved({ apiDocUrl: null })));
});

test.each<Partial<DraftContent>>([{}, { title: "Weather" }, { definition: { hash: "h-1", bytes: 21 } }, content])(
  "saving what it holds already (%j) writes nothing",
  (same) => {
    expect(given(draft, created).when(save(same))).toEqual(emit());
  },
);

test("a text that an event of version 1 held counts as another one than the same text beside the log", () => {
  const before = saved({ definition: { text: "{}" } });
  expect(given(draft, created, before).when(save({ definition: { text: "{}" } }))).toEqual(emit());
  expect(given(draft, created, before).when(save({ definition: { hash: "h-2", bytes: 2 } }))).toEqual(
    emit(saved({ definition: { hash: "h-2", bytes: 2 } })),
  );
});

test("is published or discarded by its author", () => {
  expect(given(draft, created).when(publish())).toEqual(emit(published));
  expect(given(draft, created).when(discard())).toEqual(emit(discarded));
  expect(given(draft, created, published).state).toMatchObject({ status: "published", connectorId: "c-2" });
  expect(given(draft, created, discarded).state).toMatchObject({ status: "discarded" });
});

test("stays open when it says something else than what was published", () => {
  expect(given(draft, created, saved({ title: "Wind" })).when(publish())).toEqual(emit());
});

test.each([save({}), publish(), discard()])(
  "before it exists and after its end there is nothing to $type",
  (command) => {
    expect(given(draft).when(command)).toEqual(unknown);
    expect(given(draft, created, published).when(command)).toEqual(unknown);
    expect(given(draft, created, discarded).when(command)).toEqual(unknown);
  },
);

test("is unknown to everybody else, whatever was done with it", () => {
  const stranger = fc.string({ minLength: 1 }).filter((id) => id !== owner);
  const history = fc.constantFrom<readonly DraftEvent[]>(
    [created],
    [created, saved({ title: "Wind" })],
    [created, published],
    [created, discarded],
  );
  const attempt = stranger.chain((by) =>
    fc.constantFrom<DraftCommand>(create(by), save({ title: "Mine" }, by), publish(by), discard(by)),
  );
  fc.assert(
    fc.property(history, attempt, (events, command) => {
      expect(given(draft, ...events).when(command)).toEqual(unknown);
    }),
  );
});
