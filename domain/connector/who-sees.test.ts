import { expect, test } from "vitest";
import { connectorCases, VIEWERS } from "#testing/contracts/who-sees.ts";
import { connector } from "./decider.ts";
import { seesVersion } from "./who-sees.ts";

for (const { about, events, seen } of connectorCases) {
  test(`who sees a connector: ${about}`, () => {
    const state = events.reduce(connector.evolve, connector.initialState);
    const found = VIEWERS.map((viewer) => [
      viewer,
      state.versions.filter((version) => seesVersion(state, version, viewer)).map(({ connectorId }) => connectorId),
    ]);
    expect(Object.fromEntries(found)).toEqual(seen);
  });
}
