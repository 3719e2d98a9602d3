import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** The connector's form as posted without JavaScript: nothing typed is lost, and faults are listed. */
let db: InstalledDatabase;
let product: Product;
let ada: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ada = await product.person("Ada", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const NEW = "/upload?tab=connector";
const good = (name = "rows") =>
  JSON.stringify({ protocol: "rest", operations: [{ id: name, url: "https://api.example.org/rows" }] });
const faulty =
  '{\n  "protocol": "soap",\n  "operations": [\n    { "url": "https://api.example.org/{nmae}", "methud": "GET" }\n  ]\n}';
const card = {
  title: "Bridges",
  description: "One row is one bridge.",
  category: "Transport",
  api_doc_url: "https://example.org/docs",
  price: "0",
};
const send = (path: string, fields: Record<string, string>) =>
  ada.post(path, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });
const hiddenIn = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
const edited = (headers: Headers) => /^\/upload\?edit=([\w-]+)$/.exec(headers.get("location") ?? "")?.[1] ?? "";
/** Whether an answer's form shows title, description and definition. */
const shown = (text: string) => [card.title, card.description].every((each) => text.includes(each));
const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

describe("a connector that is not published yet", () => {
  test("is saved as a draft, once for each page, and nothing of it is public", async () => {
    const page = await ada.get(NEW);
    const fields = { ...card, intent: "new-draft", draft_key: hiddenIn(page.text, "draft_key"), dsl: "{ not yet" };
    const [first, second] = [await send(NEW, fields), await send(NEW, { ...fields, title: "Bridges and fords" })];
    const id = edited(first.headers);
    expect([first.status, id !== "", edited(second.headers)]).toEqual([302, true, id]);
    expect((await ada.get(`/api/connectors/${id}`)).json).toMatchObject({
      is_draft: true,
      title: "Bridges and fords",
      description: card.description,
      category: "Transport",
      dsl: "{ not yet",
    });
    const other = await send(NEW, { ...fields, draft_key: hiddenIn((await ada.get(NEW)).text, "draft_key") });
    expect(edited(other.headers)).not.toBe(id);
    expect((await ada.get("/manage?tab=uploaded")).text).toContain("Bridges and fords");
  });

  test("may have no title and no definition", async () => {
    const saved = await send(NEW, {
      intent: "new-draft",
      draft_key: "k",
      title: "",
      description: "",
      category: "API",
      api_doc_url: "",
      price: "0",
      dsl: "",
    });
    expect(saved.status).toBe(302);
    expect((await ada.get(`/upload?edit=${edited(saved.headers)}`)).status).toBe(200);
  });

  test("that is refused comes back as it was typed, with its faults at the top of the form", async () => {
    const { status, text } = await send(NEW, { ...card, intent: "publish", dsl: faulty });
    expect([status, shown(text), unescaped(text).includes(faulty)]).toEqual([400, true, true]);
    const plain = unescaped(text).replaceAll(/<!-- -->|<[^>]+>/g, "");
    for (const said of [
      "The definition has 3 faults.",
      "Line 2, column 15protocol: Connector must define protocol: 'rest'.",
      "Line 4, column 14operations[0].url: No field declares {nmae}.",
      'Line 4, column 48operations[0].methud: The key "methud" is not known here.',
    ]) {
      expect(plain).toContain(said);
    }
    expect(text.indexOf("The definition has 3 faults.")).toBeLessThan(text.indexOf("Name and description"));
  });

  test.each([
    ["a draft", { intent: "new-draft", api_doc_url: "ftp://x" }],
    ["a version", { intent: "publish", title: "" }],
    ["a test of a faulty definition", { intent: "test-read", dsl: faulty, "auth.token": "hunter2-7Q2x" }],
    [
      "a test that needs a value",
      {
        intent: "test-read",
        dsl: JSON.stringify({
          protocol: "rest",
          auth: { type: "bearer" },
          operations: [{ url: "https://api.example.org/x" }],
        }),
        "auth.token": "",
      },
    ],
  ])("%s that is refused gives every text back, but no secret", async (_what, changed) => {
    const fields = { ...card, draft_key: "k", dsl: good(), ...changed };
    const { text } = await send(NEW, fields);
    expect(unescaped(text)).toContain(fields.dsl);
    expect(text).toContain(card.description);
    expect(text).not.toContain("hunter2");
    expect(text.includes("Secrets are not sent back to this page. Type them again for the next test.")).toBe(
      "auth.token" in changed,
    );
  });
});

describe("the fields of a test", () => {
  test("are asked for by the test alone", async () => {
    const dsl = JSON.stringify({
      protocol: "rest",
      auth: { type: "bearer", fields: [{ key: "token", required: true }] },
      operations: [{ url: "https://api.example.org/x" }],
    });
    const { text } = await send(NEW, { ...card, intent: "test-read", draft_key: "k", dsl });
    expect(text).toContain('name="auth.token"');
    expect(/<form[^>]*id="connector-form"[^>]*>/i.exec(text)?.[0]).toMatch(/novalidate/i);
  });
});

describe("a draft in one window", () => {
  const draftPage = async () => {
    const id = (await ada.post("/api/connectors/draft", { title: card.title, dsl: faulty })).json.connector
      .id as string;
    const page = `/upload?edit=${id}`;
    return {
      id,
      page,
      fields: {
        ...card,
        draft_id: id,
        parent_id: "",
        seen: hiddenIn((await ada.get(page)).text, "seen"),
        is_public: "true",
      },
    };
  };

  test("is published after a refusal without being told of another window", async () => {
    const { page, fields } = await draftPage();
    const refused = await send(page, { ...fields, title: "Mended", intent: "publish-draft", dsl: faulty });
    expect(refused.status).toBe(400);
    const again = await send(page, {
      ...fields,
      title: "Mended",
      intent: "publish-draft",
      seen: hiddenIn(refused.text, "seen"),
      dsl: good(),
    });
    expect([again.status, again.text.includes("another window")]).toEqual([302, false]);
  });

  test("is saved after a refused publish, and once more", async () => {
    const { page, fields } = await draftPage();
    const refused = await send(page, { ...fields, title: "Saved", intent: "publish-draft", dsl: faulty });
    expect(
      (
        await send(page, {
          ...fields,
          title: "Saved",
          intent: "save-draft",
          seen: hiddenIn(refused.text, "seen"),
          dsl: good(),
        })
      ).status,
    ).toBe(302);
    const seen = hiddenIn((await ada.get(page)).text, "seen");
    expect(
      (await send(page, { ...fields, title: "Saved again", intent: "save-draft", seen, dsl: good() })).status,
    ).toBe(302);
  });

  test("that another window saved after a refused publish is still told", async () => {
    const { id, page, fields } = await draftPage();
    const refused = await send(page, { ...fields, title: "Mine", intent: "publish-draft", dsl: faulty });
    await ada.call("PATCH", `/api/connectors/${id}/draft`, { body: { title: "Theirs" } });
    const again = await send(page, {
      ...fields,
      title: "Mine",
      intent: "publish-draft",
      seen: hiddenIn(refused.text, "seen"),
      dsl: good(),
    });
    expect([again.status, again.text.includes("This draft was saved in another window")]).toEqual([409, true]);
  });

  test("is pressed twice with a fault and mended", async () => {
    const { page, fields } = await draftPage();
    const pressed = { ...fields, title: "Twice", intent: "publish-draft", dsl: faulty };
    const [first, second] = await Promise.all([send(page, pressed), send(page, pressed)]);
    expect([first.status, second.status]).toEqual([400, 400]);
    expect((await send(page, { ...pressed, seen: hiddenIn(second.text, "seen"), dsl: good() })).status).toBe(302);
  });
});

describe("the API", () => {
  test("answers one sentence, and every fault with its path", async () => {
    const refused = await ada.post("/api/connectors/upload", { title: "Faulty", dsl: faulty });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      {
        error: "Connector must define protocol: 'rest'.",
        faults: [
          { path: "protocol", message: "Connector must define protocol: 'rest'." },
          { path: "operations[0].methud", message: 'The key "methud" is not known here.' },
          { path: "operations[0].url", message: "No field declares {nmae}." },
        ],
      },
    ]);
    const draft = (await ada.post("/api/connectors/draft", { title: "Faulty", dsl: faulty })).json.connector
      .id as string;
    expect((await ada.post(`/api/connectors/${draft}/publish`)).json.faults).toHaveLength(3);
    expect((await ada.post("/api/connectors/test-read", { dsl: faulty })).json.faults).toHaveLength(3);
    expect((await ada.post("/api/connectors/upload", { title: "No JSON", dsl: "{" })).json).toMatchObject({
      error: "Invalid JSON in connector spec.",
      faults: [{ path: "definition", message: "Invalid JSON in connector spec." }],
    });
  });
});
