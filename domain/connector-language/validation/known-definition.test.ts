import { expect, test } from "vitest";
import { knownDefinition } from "./known-definition.ts";

const written = (name: string) => ({ protocol: "rest", operations: [{ id: "a", name, url: "https://api.test/a" }] });

test("what became of an equal definition is remembered, and cannot be changed", () => {
  const first = knownDefinition(written("one"));
  expect(knownDefinition(written("one"))).toBe(first);
  expect(knownDefinition(written("two"))).not.toBe(first);
  expect(first.ok && Object.isFrozen(first.definition.operations[0]?.headers)).toBe(true);
  const faulty = knownDefinition({ protocol: "soap" });
  expect(faulty.ok).toBe(false);
  expect(knownDefinition({ protocol: "soap" })).toBe(faulty);
});

test("only so much is remembered: what was asked for longest ago is forgotten", () => {
  const long = (at: number) => ({
    ...written(`long ${at}`),
    body_template: "x".repeat(90_000),
    headers: { "Content-Type": "text/plain" },
  });
  const [old, used] = [knownDefinition(long(0)), knownDefinition(long(1))];
  for (let at = 2; at < 60; at += 1) {
    knownDefinition(long(at));
    expect(knownDefinition(long(1))).toBe(used);
  }
  expect(old.ok).toBe(true);
  expect(knownDefinition(long(0))).not.toBe(old);
});
