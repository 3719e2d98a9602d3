import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { FORM_TEXTS, type FormText } from "./form-texts.ts";

/** The texts that people type, each in a form that has it. */
type Typed = {
  [N in keyof typeof FORM_TEXTS]: (typeof FORM_TEXTS)[N] extends "line" | "prose" ? N : never;
}[keyof typeof FORM_TEXTS];
type Case = { readonly by?: "ben" | "ana"; readonly at: string; readonly fields: Readonly<Record<string, string>> };

let db: InstalledDatabase;
let product: Product;
let ana: Person;
let ben: Person;
let dataset: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "ana@example.org" } });
  ana = await product.person("Ana", 3);
  ben = await product.person("Ben", 3);
  dataset = (await ana.upload("a,b\n1,2\n", { title: "Rivers", on_request: "true" })).json.id as string;
  expect((await ben.post(`/api/assets/${dataset}/requests`, { reason: "Please" })).status).toBe(201);
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const edited = (fields: Record<string, string>): Case => ({ at: `/dataset_profile/${dataset}?edit=1`, fields });
const card = { intent: "update", title: "T", category: "Other", license: "none" };
const profile = (fields: Record<string, string>): Case => ({ at: `/dataset_profile/${dataset}`, fields });
const post = { intent: "publish", title: "T", slug: "a-post", type: "update", content: "x" };
const connector = { intent: "publish", title: "T", category: "API", price: "0", dsl: "{}" };

/** A field without a case does not compile. */
const CASES: { readonly [N in Typed]: () => Case } = {
  api_doc_url: () => ({ at: "/upload?tab=connector", fields: connector }),
  content: () => ({ at: "/blog/new", fields: post }),
  cover_image: () => ({ at: "/blog/new", fields: post }),
  description: () => edited(card),
  email: () => ({ at: "/contact", fields: { name: "N", message: "M" } }),
  key_name: () => ({ at: "/account?tab=api-keys", fields: { intent: "create-key", scopes: "read" } }),
  keywords: () => edited(card),
  license_id: () => edited(card),
  license_terms: () => edited(card),
  message: () => ({ at: "/contact", fields: { name: "N", email: "n@example.org", message: "" } }),
  name: () => ({ at: "/account", fields: { intent: "rename" } }),
  new_email: () => ({ at: "/account", fields: { intent: "change-email", password: "x" } }),
  note: () => profile({ intent: "refuse", email: "ben@example.org" }),
  read_me: () => edited(card),
  reason: () => ({ at: "/admin/takedowns", fields: { intent: "take-down", item: dataset } }),
  row_meaning: () => edited(card),
  slug: () => ({ at: "/blog/new", fields: post }),
  source_url: () => edited(card),
  title: () => edited(card),
  url: () => ({ at: "/account?tab=webhooks", fields: { intent: "create-webhook", kinds: "version" } }),
};

/** The name that a field has in its form, where it is not its own. */
const POSTED: Partial<Record<Typed, string>> = { key_name: "name" };

function send(field: Typed, text: string): Promise<Answer> {
  const { by = "ana", at, fields } = CASES[field]();
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fields, [POSTED[field] ?? field]: text })) body.append(name, value);
  return (by === "ana" ? ana : ben).call("POST", at, { body, headers: { origin: product.url } });
}

const lines = Object.keys(CASES).filter((name) => FORM_TEXTS[name as Typed] === "line") as Typed[];
const prose = Object.keys(CASES).filter((name) => FORM_TEXTS[name as Typed] === "prose") as Typed[];

describe("a form refuses at its field", () => {
  test.each(lines)("%s with anything but one line", async (field) => {
    for (const text of ["a\nYour account is closed", "a\u0001b", "a\u0085b", "a\u2028b", "a\u202eb", "a\ufffeb"]) {
      const { status, text: page } = await send(field, text);
      expect([
        field,
        JSON.stringify(text),
        status,
        /must be one line|must not|must be whole|must have|not an e-mail address|invisible|A slug has|The address|an address/.test(
          page,
        ),
      ]).toEqual([field, JSON.stringify(text), 400, true]);
    }
  });

  test.each(prose)("%s with controls", async (field) => {
    for (const text of ["a\u0001b", "a\u000cb", "a\uffffb"])
      expect([field, JSON.stringify(text), (await send(field, text)).status]).toEqual([
        field,
        JSON.stringify(text),
        400,
      ]);
  });
});

describe("what comes with a file", () => {
  const names = [
    "title",
    "description",
    "category",
    "keywords",
    "license",
    "license_terms",
    "row_meaning",
    "update_frequency",
    "read_me",
    "source_url",
  ];

  test.each(names)("refuses %s with a control, and names it", async (field) => {
    const { status, json } = await ana.upload("a\n1\n", { [field]: "a\u0001b" });
    expect([status, json.error]).toEqual([
      400,
      expect.stringContaining("must not have control characters: it has U+0001."),
    ]);
    expect(json.field).toBe(field);
  });

  test("a title with line breaks", async () => {
    const { status, json } = await ana.upload("a\n1\n", { title: "A\r\n\r\nYour account is closed" });
    expect([status, json.error]).toEqual([400, "The title must be one line: it has a line break (U+000D)."]);
  });
});

test("what a page has put into its form is refused when it is no line", async () => {
  const body = new FormData();
  body.append("intent", "rename" satisfies string);
  body.append("plan" satisfies FormText, "1\n2");
  expect((await ana.call("POST", "/account", { body, headers: { origin: product.url } })).status).toBe(400);
});
