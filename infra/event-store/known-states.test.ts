import { expect, test } from "vitest";
import { createKnownStates } from "./known-states.ts";

const known = (revision: number) => ({ revision, state: `at ${revision}`, snapshotAt: -1 });

test("a state that is known does not go back to an earlier one", () => {
  const states = createKnownStates();
  expect(states.find("a")).toBeNull();
  for (const revision of [3, 5, 4]) states.keep("a", known(revision));
  expect(states.find("a")).toEqual(known(5));
});

test("of too many states those that were used last are kept", () => {
  const states = createKnownStates({ maxStates: 2 });
  states.keep("a", known(0));
  states.keep("b", known(0));
  states.find("a");
  states.keep("c", known(0));
  expect(["a", "b", "c"].filter((key) => states.find(key))).toEqual(["a", "c"]);
});

test("states of many events make room, and one that alone has too many is not kept", () => {
  const states = createKnownStates({ maxEvents: 100 });
  for (const key of ["a", "b"]) states.keep(key, known(39));
  states.keep("b", known(79));
  expect(["a", "b"].filter((key) => states.find(key))).toEqual(["b"]);
  states.keep("c", known(100));
  expect(["b", "c"].filter((key) => states.find(key))).toEqual(["b"]);
});
