import { expect, test } from "vitest";
import { createIds, deriveId } from "./ids.ts";

test("fresh ids are UUIDv7, unique and sorted by birth, however fast they are made", () => {
  const ids = createIds();
  const made = Array.from({ length: 20_000 }, () => ids.fresh());
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted()).toEqual(made);
  for (const id of made.slice(0, 100))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Math.abs(parseInt(made[0]!.replace("-", "").slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
});

test("derived ids are UUIDv5, the same for the same parts only", () => {
  expect(deriveId("command", "0")).toBe(deriveId("command", "0"));
  expect(deriveId("command", "0")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const others = [
    deriveId("command", "1"),
    deriveId("command0"),
    deriveId("comman", "d0"),
    deriveId("command", "0", ""),
    deriveId(),
  ];
  expect(new Set([deriveId("command", "0"), ...others]).size).toBe(6);
});

test("derived ids never change: they are in logs", () => {
  expect(deriveId("a", "b")).toBe("82cbee31-de89-5dce-a00a-862253766bed");
});
