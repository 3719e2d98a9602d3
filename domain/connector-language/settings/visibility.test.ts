import { expect, test } from "vitest";
import { parseDefinition } from "../validation/parse-definition.ts";
import { settingsForm } from "./form-fields.ts";
import { type SettingValues, settingsOf, visibleFields } from "./form-values.ts";
import { checkSettings } from "./settings.ts";

function definition(params_fields: unknown[]) {
  const read = parseDefinition({ protocol: "rest", operations: [{ url: "https://api.example.com", params_fields }] });
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.definition;
}

const OTHERS = [
  { key: "mode" },
  { key: "on", type: "boolean" },
  { key: "n", type: "number" },
  { key: "kinds", multiple: true },
  { key: "preset", default: "a" },
  { key: "legs", type: "group", multiple: true, fields: [{ key: "from" }] },
];

test.each<[unknown, SettingValues, boolean]>([
  [{ mode: "a" }, { mode: "a" }, true],
  [{ mode: ["a", "b"] }, { mode: "b" }, true],
  [{ mode: "a" }, {}, false],
  [{ mode: null }, { mode: "" }, true],
  [[{ key: "mode" }], { mode: "" }, false],
  [[{ key: "mode", exists: true }], { mode: "" }, false],
  [[{ key: "mode", exists: false }], { mode: "" }, true],
  [[{ key: "on", exists: true }], { on: false }, true],
  [
    [
      { key: "on", equals: true },
      { key: "n", in: [1, 2] },
    ],
    { on: true, n: "2" },
    true,
  ],
  [{ kinds: "b" }, { kinds: ["a", "b"] }, true],
  [{ kinds: "b" }, { kinds: ["a", ""] }, false],
  [[{ key: "kinds", exists: true }], { kinds: [" "] }, false],
  [{ preset: "a" }, { preset: "" }, true],
  [{ preset: "a" }, { preset: "b" }, false],
  [[{ key: "legs" }], { legs: [{ from: "Ulm" }] }, true],
  [[{ key: "legs" }], { legs: [{ from: "" }] }, false],
  [{ own: "x" }, { own: "x" }, false],
])("visible_if %j with %j: %s, in the form and when it is saved", (visible_if, values, visible) => {
  const parsed = definition([...OTHERS, { key: "x", visible_if }]);
  const fields = settingsForm(parsed);
  expect(visibleFields(fields, values).some(({ key }) => key === "x")).toBe(visible);
  const saved = checkSettings(parsed, settingsOf(fields, { ...values, x: "1" }));
  expect(saved.ok && "x" in saved.settings).toBe(visible);
});

test("a group that does not show hides its members, and a member may hide by itself", () => {
  const parsed = definition([
    { key: "mode" },
    {
      key: "span",
      type: "group",
      visible_if: { mode: ["a", "b"] },
      fields: [{ key: "from" }, { key: "to", visible_if: { mode: "b" } }],
    },
  ]);
  const shown = (mode: string) =>
    visibleFields(settingsForm(parsed), { mode }).map(({ key, fields }) => [key, fields.map((member) => member.key)]);
  expect(shown("")).toEqual([["mode", []]]);
  expect(shown("a").at(-1)).toEqual(["span", ["from"]]);
  expect(shown("b").at(-1)).toEqual(["span", ["from", "to"]]);
  const saved = checkSettings(parsed, { mode: "a", from: "1", to: "2" });
  expect(saved).toEqual({ ok: true, settings: { mode: "a", from: "1" } });
});
