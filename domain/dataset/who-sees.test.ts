import { expect, test } from "vitest";
import { DATASET, datasetCases, OWNER, STRANGER, VIEWERS } from "#testing/contracts/who-sees.ts";
import { dataset } from "./decider.ts";
import { seesDataset } from "./who-sees.ts";

for (const { about, events, seenBy } of datasetCases) {
  const state = events.reduce(dataset.evolve, dataset.initialState);

  test(`who sees ${about}`, () => {
    expect(VIEWERS.filter((viewer) => seesDataset(state, viewer))).toEqual(seenBy);
  });

  test(`what a stranger cannot see they cannot take: ${about}`, () => {
    const taken = dataset.decide(state, { type: "take-access", userId: STRANGER });
    expect(taken.ok).toBe(seenBy.includes(STRANGER));
    if (!taken.ok) expect(taken.refusal).toEqual({ code: "dataset-unknown" });
    const edited = dataset.decide(state, { type: "edit", by: STRANGER, card: { title: "Mine" } });
    expect(edited).toMatchObject({
      refusal: { code: seenBy.includes(STRANGER) ? "dataset-not-yours" : "dataset-unknown" },
    });
  });
}

test("the cases are about one dataset of one owner", () => {
  expect(new Set(datasetCases.map(({ events: [first] }) => first?.data.datasetId))).toEqual(new Set([DATASET]));
  expect(
    datasetCases.every(({ events: [first] }) => first?.type === "DatasetCreated" && first.data.owner.id === OWNER),
  ).toBe(true);
});
