import { expect, test } from "vitest";
import { z } from "zod";
import { event, upcast } from "./event-catalog.ts";

const renamed = event({
  version: 3,
  schema: z.strictObject({ title: z.string(), pages: z.number() }),
  upcasts: {
    1: ({ name, ...rest }) => ({ ...rest, title: name ?? "" }),
    2: (data) => ({ ...data, pages: 0 }),
  },
});

test("brings data of any older version to the newest, step by step", () => {
  expect(upcast("Renamed", renamed, 1, { name: "Rain" })).toEqual({ title: "Rain", pages: 0 });
  expect(upcast("Renamed", renamed, 2, { title: "Rain" })).toEqual({ title: "Rain", pages: 0 });
  expect(upcast("Renamed", renamed, 3, { title: "Rain", pages: 7 })).toEqual({ title: "Rain", pages: 7 });
});

test("throws when a step is missing", () => {
  const gap = event({ version: 3, schema: z.strictObject({}), upcasts: { 2: (data) => data } });
  expect(() => upcast("Gap", gap, 1, {})).toThrow("No upcaster for Gap from version 1");
});
