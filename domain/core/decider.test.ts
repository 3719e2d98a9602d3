import { expect, test } from "vitest";
import { type Decider, emit, fold } from "./decider.ts";
import { given } from "./spec.ts";
import { withChanges } from "./values/with-changes.ts";
import { refuse } from "./result.ts";

type Event = { readonly type: "Moved"; readonly data: { readonly to: string } };

const walker: Decider<readonly string[], Event, string, { readonly code: "been-there"; readonly place: string }> = {
  initialState: ["home"],
  evolve: (places, event) => [...places, event.data.to],
  decide: (places, to) =>
    places.includes(to) ? refuse({ code: "been-there", place: to }) : emit({ type: "Moved", data: { to } }),
};
const moved = (to: string): Event => ({ type: "Moved", data: { to } });

test("folds events in order, from the initial state", () => {
  expect(fold(walker, [])).toEqual(["home"]);
  expect(fold(walker, [moved("a"), moved("b")])).toEqual(["home", "a", "b"]);
});

test("specifies rules as given events, when a command, then a decision", () => {
  expect(given(walker, moved("a")).state).toEqual(["home", "a"]);
  expect(given(walker, moved("a")).when("b")).toEqual(emit(moved("b")));
  expect(given(walker, moved("a")).when("a")).toEqual(refuse({ code: "been-there", place: "a" }));
});

test("changes only the fields that are named", () => {
  const before: { title: string; url: string | null; open: boolean } = {
    title: "Rain",
    url: "https://rain.example",
    open: true,
  };
  expect(withChanges(before, {})).toEqual(before);
  expect(withChanges(before, { title: undefined, open: false })).toEqual({ ...before, open: false });
  expect(withChanges(before, { url: null })).toEqual({ ...before, url: null });
  expect(before.title).toBe("Rain");
});
