import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { incrementalQuestion } from "./incremental-question.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import type { PullInput } from "./engine-ports.ts";

const fields = ["region", "state", "since", "city", "places"].map((key) => ({
  key,
  ...(key === "places" ? { multiple: true } : {}),
}));
const written = (more: object = {}, customers: object = {}) => ({
  protocol: "rest",
  base_url: "https://api.test",
  auth: { type: "bearer" },
  params_fields: fields,
  operations: [
    {
      id: "orders",
      url: "/{region}/orders",
      query: { state: "{state}" },
      incremental: { cursor_field: "changed", start_param: "since", initial_value: "{since}" },
      ...more,
    },
    {
      id: "customers",
      url: "/customers",
      query: { city: "{city}" },
      incremental: { cursor_field: "changed" },
      ...customers,
    },
    {
      id: "lines",
      url: "/orders/{order}/lines",
      for_each: { order: "orders.id" },
      incremental: { cursor_field: "changed" },
    },
  ],
});
const SETTINGS = { region: "north", state: "open", since: "2026-01-01", city: "Bern" };
const question = (id: string, definition: object = written(), more: Partial<PullInput> = {}) => {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const operation = parsed.definition.operations.find((each) => each.id === id)!;
  return incrementalQuestion({ settings: SETTINGS, ...more, definition: parsed.definition }, operation);
};

describe("what an operation asks for", () => {
  test.each([
    ["a setting of its URL", { region: "south" }],
    ["one of its query", { state: "all" }],
    ["the first start", { since: "2025-01-01" }],
  ])("changes with %s, for it and for those that follow it, and for no other", (_what, change) => {
    const settings = { ...SETTINGS, ...change };
    expect(question("orders", written(), { settings })).not.toBe(question("orders"));
    expect(question("lines", written(), { settings })).not.toBe(question("lines"));
    expect(question("customers", written(), { settings })).toBe(question("customers"));
  });

  test("changes with a setting that only customers use, for customers alone", () => {
    const settings = { ...SETTINGS, city: "Basel" };
    expect(question("customers", written(), { settings })).not.toBe(question("customers"));
    expect([question("orders", written(), { settings }), question("lines", written(), { settings })]).toEqual([
      question("orders"),
      question("lines"),
    ]);
  });

  test.each([
    ["its query", { query: { state: "all" } }],
    ["its records", { records: "items" }],
    ["the field to go by", { incremental: { cursor_field: "id", start_param: "since", initial_value: "{since}" } }],
    ["a filter", { filter: { path: "kind", equals: "a" } }],
    ["its body", { method: "POST", body_template: { a: 1 } }],
  ])("changes with %s in another version", (_what, change) => {
    expect(question("orders", written(change))).not.toBe(question("orders"));
    expect(question("customers", written(change))).toBe(question("customers"));
  });

  test("stays when the same request is written otherwise", () => {
    expect(question("orders", written({ query: { state: "open" } }))).toBe(question("orders"));
    expect(question("orders", written({ url: "/north/orders" }))).toBe(question("orders"));
  });

  test("stays with another token, another page size, other columns and another key", () => {
    for (const change of [
      { pagination: { strategy: "page", limit_param: "n", limit: 50 } },
      { primary_key: "id" },
      { columns: [{ name: "changed" }] },
      { name: "Orders" },
    ]) {
      expect(question("orders", written(change))).toBe(question("orders"));
    }
    expect(question("orders", written(), { secrets: { token: "another" } })).toBe(question("orders"));
    const row = (name: string, value: string) =>
      question("orders", written(), { overrides: { headers: [[name, value]] } });
    expect(row("X-Api-Key", "one")).toBe(row("X-Api-Key", "two"));
    expect(row("X-Tenant", "one")).not.toBe(row("X-Tenant", "two"));
  });

  test("changes with a list that it goes through", () => {
    const definition = written({ query: { place: "{places}" } });
    const asked = (places: string[]) => question("orders", definition, { settings: { ...SETTINGS, places } });
    expect(asked(["a"])).not.toBe(asked(["a", "b"]));
  });

  test("changes with any value that is used, and with none that is not", () => {
    fc.assert(
      fc.property(
        fc.record({ region: fc.string({ minLength: 1 }), state: fc.string({ minLength: 1 }), city: fc.string() }),
        (change) => {
          const settings = { ...SETTINGS, ...change };
          const same = change.region === SETTINGS.region && change.state === SETTINGS.state;
          if (!same && change.region.isWellFormed() && change.state.isWellFormed() && !/^\.{1,2}$/.test(change.region))
            expect(question("orders", written(), { settings })).not.toBe(question("orders"));
          expect(question("orders", written(), { settings: { ...SETTINGS, city: change.city } })).toBe(
            question("orders"),
          );
        },
      ),
    );
  });
});
