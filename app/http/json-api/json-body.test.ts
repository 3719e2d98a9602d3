import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { hostileJson } from "#testing/hostile/texts.ts";
import { checked, readJson } from "./json-body.ts";
import { jsonBudgetFault, MAX_VALUES } from "../limits/json-budget.ts";

const schema = z.strictObject({
  name: z.string().max(5),
  count: z.number().int().max(9).optional(),
  on: z.boolean().optional(),
  method: z.enum(["GET", "POST"]).optional(),
  settings: z.record(z.string(), z.string()).optional(),
  list: z.array(z.string()).optional(),
  price: z.literal(0, "The price is fixed at 0.").optional(),
  address: z
    .string()
    .refine((text) => text.startsWith("http"), "must be a web address.")
    .optional(),
});

test.each([
  [{}, "name is missing."],
  [{ name: 1 }, "name must be a text."],
  [{ name: "longer" }, "name must not be longer than 5 characters."],
  [{ name: "n", count: "1" }, "count must be a number."],
  [{ name: "n", count: 1.5 }, "count must be a whole number."],
  [{ name: "n", count: 10 }, "count must not be more than 9."],
  [{ name: "n", on: "yes" }, "on must be true or false."],
  [{ name: "n", method: "PUT" }, "method must be GET or POST."],
  [{ name: "n", settings: [] }, "settings must be an object."],
  [{ name: "n", settings: { key: 5 } }, "settings.key must be a text."],
  [{ name: "n", list: "a" }, "list must be a list."],
  [{ name: "n", price: 5 }, "The price is fixed at 0."],
  [{ name: "n", address: "ftp:" }, "address must be a web address."],
  [{ name: "n", plan: 3, role: "admin" }, "Unknown field: plan, role."],
  [[], "The body must be an object."],
  [null, "The body must be an object."],
])("%j: %s", (value, error) => {
  expect(checked(value, schema)).toMatchObject({ ok: false, status: 400, error });
});

const send = async (body: string, type = "application/json") => {
  const sent = await readJson(
    new Request("http://local.invalid/", { method: "POST", body, headers: { "Content-Type": type } }),
  );
  return sent.ok ? checked(sent.value, schema) : sent;
};

test.each([
  ['{"name":', "application/json", 400, "The body is not valid JSON."],
  ['{"name":"a\\u0000b"}', "application/json", 400, "Text must not contain NUL characters."],
  ['{"name":"n","\\u005f_proto__":{}}', "application/json", 400, "The field __proto__ is not allowed."],
  ["[".repeat(40), "application/json", 400, "The body is nested too deeply."],
  [`["\\\\",${"[".repeat(40)}`, "application/json", 400, "The body is nested too deeply."],
  [`[${"0,".repeat(100_000)}0]`, "application/json", 413, "The body has more than 100,000 values."],
  ['{"name":"\\ud800"}', "application/json", 400, "Text must be valid Unicode."],
  ['{"name":"n","__proto__":{}}', "application/json", 400, "The field __proto__ is not allowed."],
  ["[".repeat(40) + "]".repeat(40), "application/json", 400, "The body is nested too deeply."],
  ["name=n", "application/x-www-form-urlencoded", 415, "Send the body as application/json."],
  [`{"name":"${"n".repeat(1_000_000)}"}`, "application/json", 413, "The request is larger than 1 MB."],
])("%.30s as %s is %i", async (body, type, status, error) => {
  expect(await send(body, type)).toMatchObject({ ok: false, status, error });
});

test("a body that fits is read", async () => {
  expect(await send('{"name":"n","count":2}', "application/json; charset=utf-8")).toEqual({
    ok: true,
    value: { name: "n", count: 2 },
  });
});

test("values are counted in the text as they are counted after parsing", () => {
  const counted = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum: number, each) => sum + counted(each), 1)
      : 1;
  const fits = (text: string) => jsonBudgetFault(text) === null;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const own = counted(value);
      // So many more make it one value too many.
      const filled = (more: number) => `[${JSON.stringify(value, null, 1)},${Array(more).fill("0").join(",")}]`;
      expect([fits(filled(MAX_VALUES - own - 1)), fits(filled(MAX_VALUES - own))]).toEqual([true, false]);
    }),
    { numRuns: 20 },
  );
});

test("no hostile JSON is parsed that nests deep or has too many values", () => {
  const parsed = hostileJson(1_000_000)
    .filter(({ text }) => jsonBudgetFault(text) === null)
    .map(({ name }) => name);
  expect(parsed).toEqual([
    ...["many fields", "one long text", "one long name", "one long number", "escapes", "surrogates", "spaces"],
    "names of prototypes",
  ]);
});
