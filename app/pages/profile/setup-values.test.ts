import { expect, test } from "vitest";
import { typedInto } from "../../ui/form-state.ts";
import { finalUrl } from "./final-url.ts";
import type { FieldDef } from "./setup-values.ts";
import { formValues, isVisible, pairsFromForm, settingsFromForm, settingsOf, typedValues } from "./setup-values.ts";

const fields: FieldDef[] = [
  { key: "owner", type: "text", required: true },
  { key: "limit", type: "number", default: 50 },
  { key: "open", type: "boolean", default: true },
  { key: "state", type: "select", options: [{ value: 1, label: "one" }, { value: "all", label: "all" }] },
  { key: "symbols", type: "text", multiple: true },
  { key: "token", type: "text", private: true },
  { key: "span", type: "group", fields: [{ key: "from", type: "date" }] },
];

test("the form shows what is stored, defaults where nothing is, extra settings too, and no secret", () => {
  expect(formValues(fields, { owner: "octocat", symbols: ["A", "B"], token: "s3cret", extra: { a: 1 } })).toEqual({
    owner: "octocat", limit: "50", open: true, state: "", symbols: ["A", "B"], from: "", extra: '{"a":1}',
  });
});

test("what is typed becomes typed settings; empty ones are left out", () => {
  expect(settingsOf(fields, { owner: "007", limit: "25", open: false, state: "1", symbols: [], from: "" })).toEqual({ owner: "007", limit: 25, open: false, state: 1 });
});

test("a number that a number would change stays text", () => {
  expect(settingsOf(fields, { limit: "1e400" })).toEqual({ limit: "1e400" });
});

test("posted fields are read back; an unticked box is false, lines make a list, half a pair is no pair", () => {
  const form = new FormData();
  form.append("setting.owner", "octocat");
  form.append("setting.symbols", "A\r\n\nB ");
  form.append("extra_key", "x");
  form.append("extra_value", "1");
  form.append("extra_key", "half");
  form.append("extra_value", "");
  expect(settingsFromForm(fields, form)).toEqual({ owner: "octocat", open: false, symbols: ["A", "B"], x: "1" });
  expect(pairsFromForm(form, "extra")).toEqual([["x", "1"]]);
});

test("a refused form shows what had been typed, not what is stored, and never a secret", () => {
  const stored = formValues(fields, { owner: "octocat", open: true, symbols: ["A"] });
  const form = new FormData();
  for (const [name, value] of [["setting.owner", "zed"], ["setting.symbols", "X\nY"], ["setting.token", "s3cret"], ["auth.token", "s3cret"]] as const) form.append(name, value);
  expect(typedValues(fields, stored, typedInto(form))).toMatchObject({ owner: "zed", open: false, symbols: ["X", "Y"] });
  expect(JSON.stringify(typedValues(fields, stored, typedInto(form)))).not.toContain("s3cret");
  expect(typedInto(form)).not.toHaveProperty("auth.token");
  expect(typedInto(form, ["setting.token"])).not.toHaveProperty("setting.token");
  expect(typedValues(fields, stored, undefined)).toBe(stored);
});

test.each([
  [{ visible_if: { mode: "a" } }, { mode: "a" }, true],
  [{ visible_if: { mode: ["a", "b"] } }, { mode: "b" }, true],
  [{ visible_if: { mode: "a" } }, {}, false],
  [{ visible_if: [{ key: "mode", exists: true }] }, { mode: "" }, false],
  [{ visible_if: [{ key: "mode", exists: false }] }, { mode: "" }, true],
  [{ visible_if: [{ key: "on", equals: true }, { key: "n", in: [1, 2] }] }, { on: true, n: "2" }, true],
])("%j with %j is visible: %s", (condition, values, visible) => {
  expect(isVisible({ key: "x", type: "text", ...condition }, values as never)).toBe(visible);
});

test("the final URL encodes values and leaves open names standing", () => {
  const parts = finalUrl("https://a.example/{owner}/x?q={q}&page={page}", { owner: "a b/c", q: "ä&b" });
  expect(parts.map((part) => part.text).join("")).toBe("https://a.example/a%20b%2Fc/x?q=%C3%A4%26b&page={page}");
  expect(parts.filter((part) => part.filled).map((part) => part.text)).toEqual(["a%20b%2Fc", "%C3%A4%26b", "{page}"]);
});
