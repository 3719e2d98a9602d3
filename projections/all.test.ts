import { expect, test } from "vitest";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { allProjections } from "./all.ts";

/** Events that change no read model, and why. */
const SHOWN_NOWHERE: Readonly<Record<string, string>> = {
  NameReserved: "decides who has a name; the name is shown from the events of its holder",
  NameReleased: "as NameReserved",
  ClockJumpAcknowledged: "verify-log reads it itself",
  LogArchived: "npm run archive and verify-log read it themselves",
  EventSkipped: "the follower reads it itself, before the models",
};

test("every event changes a read model, or it is said why not", () => {
  const handled = new Set(allProjections.flatMap(({ on }) => Object.keys(on)));
  const forgotten = Object.keys(allEvents).filter((type) => !handled.has(type));
  expect(
    forgotten.sort(),
    "handle it in a projections/<model>/projection.ts, or say in projections/all.test.ts why nothing shows it",
  ).toEqual(Object.keys(SHOWN_NOWHERE).sort());
});
