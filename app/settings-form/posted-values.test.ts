import { type FormField, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import { parseDefinition } from "#domain/connector-language/validation/parse-definition.ts";
import { emptyRow, filledRows, formValues, settingsOf } from "#domain/connector-language/settings/form-values.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finalUrl } from "../pages/connector/final-url.ts";
import { rowChange, rowToFocus, withRowChange } from "./form-rows.ts";
import { formOf, pairsFromForm, settingsFromForm, valuesFromForm } from "./posted-values.ts";

const read = parseDefinition({
  protocol: "rest",
  operations: [
    {
      url: "https://api.example.com",
      params_fields: [
        { key: "owner", required: true },
        { key: "limit", type: "number", default: 50 },
        { key: "open", type: "boolean", default: true },
        {
          key: "state",
          type: "select",
          options: [
            { value: 1, label: "one" },
            { value: "all", label: "all" },
          ],
        },
        { key: "symbols", multiple: true },
        { key: "ids", type: "number", multiple: true },
        { key: "flags", type: "boolean", multiple: true },
        { key: "kinds", type: "select", multiple: true, options: ["1", "2", "x"] },
        { key: "token", private: true },
        { key: "span", type: "group", fields: [{ key: "from", type: "date" }] },
        {
          key: "legs",
          type: "group",
          multiple: true,
          fields: [
            { key: "from", required: true },
            { key: "size", type: "number", default: 3 },
            { key: "open", type: "boolean" },
            { key: "days", type: "date", multiple: true },
            { key: "pin", private: true },
          ],
        },
      ],
    },
  ],
});
if (!read.ok) throw new Error("The definition of this test is not valid.");
const declared = settingsForm(read.definition);
// A secret member makes a list private as a whole: here its other members are visible.
const legs: FormField = { ...(declared.at(-1) as FormField), private: false };
const fields = [...declared.slice(0, -1), legs];

function posted(...entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("the form shows what is stored, defaults where nothing is, extra settings too, and no secret", () => {
  expect(
    formValues(fields, {
      owner: "octocat",
      symbols: ["A", "B"],
      token: "s3cret",
      extra: { a: 1 },
      legs: [{ from: "Ulm", pin: "1234" }],
    }),
  ).toEqual({
    owner: "octocat",
    limit: "50",
    open: true,
    state: "",
    symbols: ["A", "B"],
    ids: [],
    flags: [],
    kinds: [],
    from: "",
    extra: '{"a":1}',
    legs: [{ from: "Ulm", size: "3", open: false, days: [] }],
  });
});

test("a list of groups that must have an entry begins with one; a private one shows none of its own", () => {
  expect(formValues([{ ...legs, required: true }], {})).toEqual({ legs: [emptyRow(legs)] });
  expect(formValues([{ ...legs, private: true }], { legs: [{ from: "Ulm" }] })).toEqual({ legs: [] });
});

test("what is typed becomes typed settings; empty ones are left out", () => {
  expect(
    settingsOf(fields, {
      owner: "007",
      limit: "25",
      open: false,
      state: "1",
      symbols: [" ", "A "],
      ids: ["7", "007"],
      flags: ["true", ""],
      kinds: ["1", "x"],
      from: "",
      legs: [],
    }),
  ).toEqual({
    owner: "007",
    limit: 25,
    open: false,
    state: "1",
    symbols: ["A"],
    ids: [7, "007"],
    flags: [true],
    kinds: ["1", "x"],
  });
});

test("a number that a number would change stays text", () => {
  expect(settingsOf(fields, { limit: "1e400" })).toEqual({ limit: "1e400" });
});

test("posted fields are read back; an unticked box is false, lines make a list, half a pair is no pair", () => {
  const form = posted(
    ["setting.owner", "octocat"],
    ["setting.symbols", "A\r\n\nB "],
    ["extra_key", "x"],
    ["extra_value", "1"],
    ["extra_key", "half"],
    ["extra_value", ""],
  );
  expect(settingsFromForm(fields, form)).toEqual({ owner: "octocat", open: false, symbols: ["A", "B"], x: "1" });
  expect(pairsFromForm(form, "extra")).toEqual([["x", "1"]]);
});

test("entries of a list of groups are read in their order, empty ones left out, secrets among them too", () => {
  const form = posted(
    ["setting.legs[]", "0"],
    ["setting.legs[0].from", ""],
    ["setting.legs[]", "1"],
    ["setting.legs[1].from", "Ulm"],
    ["setting.legs[1].size", "7"],
    ["setting.legs[1].pin", "1234"],
    ["setting.legs[1].open", "true"],
  );
  expect(settingsFromForm([legs], form)).toEqual({ legs: [{ from: "Ulm", size: 7, open: true, pin: "1234" }] });
  expect(filledRows(valuesFromForm([legs], form)["legs"]).map(({ at }) => at)).toEqual([1]);
});

describe("settings that a form can hold", () => {
  const line = fc.stringMatching(/^[^\s](?:[^\r\n]{0,8}[^\s])?$/).filter((text) => text.isWellFormed());
  const number = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const day = fc
    .date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 4 });
  const leg = fc.record(
    { from: line, size: number, open: fc.boolean(), days: some(day) },
    { requiredKeys: ["from", "size", "open"] },
  );
  const settings = fc.record(
    {
      owner: line,
      limit: number,
      open: fc.boolean(),
      state: fc.constantFrom("1", "all"),
      symbols: some(line),
      ids: some(number),
      flags: some(fc.boolean()),
      kinds: fc.uniqueArray(fc.constantFrom("1", "2", "x"), { minLength: 1 }),
      from: day,
      legs: some(leg),
    },
    { requiredKeys: ["limit", "open"] },
  );

  test("come back from it as they were", () => {
    fc.assert(
      fc.property(settings, (given) => {
        expect(settingsFromForm(fields, formOf(fields, formValues(fields, given)))).toEqual(given);
      }),
    );
  });

  test("come back the same with a row added and removed again, wherever it was", () => {
    fc.assert(
      fc.property(settings, fc.nat({ max: 3 }), (given, where) => {
        const form = formOf(fields, formValues(fields, given));
        const more = withRowChange(form, { type: "add", kind: "group", name: "setting.legs" });
        const rows = more.getAll("setting.legs[]").length;
        expect(rows).toBe((given.legs?.length ?? 0) + 1);
        expect([...withRowChange(more, { type: "remove", kind: "group", name: "setting.legs", at: rows - 1 })]).toEqual(
          [...form],
        );
        const at = where % rows;
        const left = settingsFromForm(
          fields,
          withRowChange(more, { type: "remove", kind: "group", name: "setting.legs", at }),
        );
        const legsLeft = (given.legs ?? []).filter((_, index) => index !== at);
        expect(left).toEqual(legsLeft.length > 0 ? { ...given, legs: legsLeft } : withoutLegs(given));
      }),
    );
  });

  const withoutLegs = ({ legs: _legs, ...rest }: Record<string, unknown>) => rest;
});

describe("buttons that change rows without JavaScript", () => {
  test.each([
    ["add group:setting.legs", { type: "add", kind: "group", name: "setting.legs" }],
    ["remove value:setting.legs[1].days[2]", { type: "remove", kind: "value", name: "setting.legs[1].days", at: 2 }],
    ["remove pair:header[0]", { type: "remove", kind: "pair", name: "header", at: 0 }],
    ["look", { type: "look" }],
    ["save", null],
    ["remove pair:header", null],
    ["add nothing", null],
  ])("%s", (intent, change) => {
    expect(rowChange(intent)).toEqual(change);
  });

  test("rows of key and value go together, and the added one is gone to", () => {
    const form = posted(["header_key", "A"], ["header_value", "1"], ["header_key", "B"], ["header_value", "2"]);
    expect([...withRowChange(form, { type: "remove", kind: "pair", name: "header", at: 0 })]).toEqual([
      ["header_key", "B"],
      ["header_value", "2"],
    ]);
    expect([...withRowChange(form, { type: "add", kind: "pair", name: "header" })].slice(4)).toEqual([
      ["header_key", ""],
      ["header_value", ""],
    ]);
    const group = { type: "add", kind: "group", name: "setting.legs" } as const;
    expect(rowToFocus(withRowChange(form, group), group)).toBe("setting.legs[0]");
  });

  test("a value of one entry is added and removed beside the others", () => {
    const form = posted(
      ["setting.legs[]", "0"],
      ["setting.legs[0].days", "2026-01-01"],
      ["setting.legs[0].days", "2026-01-02"],
    );
    const less = withRowChange(form, { type: "remove", kind: "value", name: "setting.legs[0].days", at: 0 });
    expect(valuesFromForm([legs], less)["legs"]).toMatchObject([{ days: ["2026-01-02"] }]);
    const more = withRowChange(less, { type: "add", kind: "value", name: "setting.legs[0].days" });
    expect(valuesFromForm([legs], more)["legs"]).toMatchObject([{ days: ["2026-01-02", ""] }]);
  });
});

test("the final URL has a setting that is its start as it was entered", () => {
  const secret = { names: new Set<string>(), stored: new Set<string>() };
  const shown = (server: string) => finalUrl("{server}/levels", { server }, secret).map(({ text }) => text);
  expect([shown("https://a.example/v1"), shown("a b")]).toEqual([
    ["https://a.example/v1", "/levels"],
    ["a%20b", "/levels"],
  ]);
});

test("the final URL encodes values, leaves open names standing and masks secrets", () => {
  const secret = { names: new Set(["key", "pin", "unset"]), stored: new Set(["key"]) };
  const template = "https://a.example/{owner}/x?q={q}&page={page}&key={key}&pin={pin}&u={unset}";
  const parts = finalUrl(template, { owner: "a b/c", q: "ä&b", pin: "•" }, secret);
  expect(parts.map((part) => part.text).join("")).toBe(
    "https://a.example/a%20b%2Fc/x?q=%C3%A4%26b&page={page}&key=•••&pin=•••&u={unset}",
  );
  expect(parts.filter((part) => part.filled).map((part) => part.text)).toEqual([
    "a%20b%2Fc",
    "%C3%A4%26b",
    "{page}",
    "•••",
    "•••",
    "{unset}",
  ]);
});
