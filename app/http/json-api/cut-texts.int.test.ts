import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { NO_LICENSE } from "#domain/dataset/licenses.ts";
import { command } from "#testing/contracts/event-store-parts.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/**
 * Every text that is cut, with an emoji at the cut, through every form and endpoint that accepts one: no answer is a
 * 5xx, every read model continues and a stream still works.
 */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
let answerOfApi: () => { status: number; body: string; headers?: Record<string, string> };

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    const { status, body, headers } = answerOfApi();
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

/** Texts around a cut at `length`: an emoji, a family of emoji and a letter with accents across it. */
const across = (length: number): string[] => [
  `${"x".repeat(length - 1)}😀tail`,
  `${"x".repeat(length - 2)}😀tail`,
  `${"x".repeat(length - 1)}👩‍👩‍👧tail`,
  `${"x".repeat(length - 1)}e\u0301\u0301tail`,
  "😀".repeat(length),
];
/** Fewer texts for calls that take a moment each. */
const few = (length: number): string[] => across(length).slice(0, 2);
const fine = (answer: Answer, what: string) =>
  expect([what, answer.status, answer.status >= 500 ? answer.text : ""]).toEqual([
    what,
    expect.toSatisfy((status: number) => status < 500),
    "",
  ]);
const send = (path: string, fields: Record<string, string>) =>
  ana.post(path, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });
const operation = (more: object = {}) => ({ id: "rows", url: `http://127.0.0.1:${api.port}/rows`, ...more });
const publish = async (title: string, ...operations: object[]) =>
  (
    await ana.post("/api/connectors/upload", {
      title,
      is_public: true,
      dsl: { protocol: "rest", auth: { type: "none" }, operations },
    })
  ).json.id as string;
const connect = async (connector_id: string) =>
  (await ana.post("/api/connectors/activate", { connector_id })).json as { id: string; output_table_name: string };
const run = async (id: string) =>
  (await ana.post(`/api/connectors/run/${id}`)).json as { status: string; error: string | null; warnings: string[] };
const rows = (list: object[]) => () => ({ status: 200, body: JSON.stringify(list) });

async function allIsWell(): Promise<void> {
  await eventually(
    async () => {
      const { rows: behind } = await db.pool.query(
        "SELECT 1 FROM models.checkpoints WHERE position IS DISTINCT FROM (SELECT max(position) FROM models.checkpoints)",
      );
      return behind.length === 0;
    },
    20_000,
    "The models did not catch up",
  );
  const { status, json } = await product.call("GET", "/readyz");
  expect([status, json]).toEqual([200, { status: "ready", role: "all" }]);
}

describe("a dataset", () => {
  let dataset: { id: string; table_name: string };
  beforeAll(async () => {
    dataset = (await ana.upload("a\n1\n")).json;
  });

  test("its upload: title, description, keywords, names of file, columns and unknown fields", async () => {
    for (const [field, length] of [
      ["title", 200],
      ["title", 100],
      ["description", 20_000],
      ["keywords", 100],
      ["category", 60],
      ["license", 60],
    ] as const) {
      for (const text of few(length)) {
        const sent = await ana.upload("a\n1\n", { [field]: text });
        fine(sent, field);
        // Nothing of a card is cut.
        if (field === "keywords") expect(sent.status).toBe(400);
      }
    }
    for (const text of few(60)) fine(await ana.upload("a\n1\n", { [text]: "x" }), "unknown field");
    for (const text of [...few(200), ...few(500), ...few(63)]) {
      const form = new FormData();
      form.append("title", "Named");
      form.append("file", new Blob([`${text},b\n1,2\n`]), `${text}.csv`);
      fine(await ana.call("POST", "/api/assets/upload-csv", { body: form }), "file name and label");
    }
    await allIsWell();
  });

  test("its form and its endpoint", async () => {
    const card = { intent: "update", title: "T", description: "", category: "API", keywords: "", license: NO_LICENSE };
    for (const [field, length] of [
      ["title", 200],
      ["description", 20_000],
      ["keywords", 100],
      ["category", 60],
      ["license", 60],
    ] as const) {
      for (const text of across(length)) {
        const saved = await send(`/dataset_profile/${dataset.id}`, { ...card, [field]: text });
        expect([field, saved.status]).toEqual([field, 400]);
        fine(
          await ana.call("PATCH", `/api/assets/${dataset.id}`, {
            body: { [field]: field === "keywords" ? [text] : text },
          }),
          `PATCH ${field}`,
        );
      }
    }
    for (const text of across(200))
      fine(await product.call("GET", `/dataset_profile/${dataset.id}?q=${encodeURIComponent(text)}`), "profile");
    await allIsWell();
  });

  test("a search, a filter and a client's name", async () => {
    const key = await ana.key();
    for (const text of [...across(200), ...across(80), ...across(100)]) {
      const q = encodeURIComponent(text);
      for (const path of [
        `/datastore?q=${q}`,
        `/datastore?category=${q}`,
        `/api/assets?search=${q}`,
        `/blog?search=${q}`,
        `/theme?redirect=/${q}`,
        `/login?redirect=/${q}`,
        `/${q}`,
        `/d/${dataset.table_name}.json?api_key=${key}&a=eq.${q}`,
        `/d/${dataset.table_name}.json?api_key=${key}&${q}=eq.1`,
        `/d/${q}.csv?api_key=${key}`,
      ]) {
        fine(await product.call("GET", path), path.slice(0, 40));
      }
    }
    for (const length of [79, 80, 81])
      fine(
        await product.call("GET", `/d/${dataset.table_name}.csv?api_key=${key}`, {
          headers: { "user-agent": `${"x".repeat(length)}\u00ff` },
        }),
        "user agent",
      );
    expect((await product.call("GET", `/d/${dataset.table_name}.csv?api_key=${key}`)).text).toBe("a\n1\n");
    await allIsWell();
  });
});

describe("a connector", () => {
  test("its upload, its draft, its imports", async () => {
    const dsl = { protocol: "rest", auth: { type: "none" }, operations: [operation()] };
    const draft = (await ana.post("/api/connectors/draft", { title: "Draft" })).json.connector.id as string;
    const form = {
      intent: "save-draft",
      draft_id: draft,
      category: "API",
      description: "",
      dsl: "{}",
      price: "0",
      title: "Draft",
    };
    for (const [field, length] of [
      ["title", 200],
      ["title", 40],
      ["description", 20_000],
      ["description", 200],
    ] as const) {
      for (const text of across(length)) {
        fine(await ana.post("/api/connectors/upload", { title: "T", dsl, [field]: text }), `upload ${field}`);
        fine(await ana.call("PATCH", `/api/connectors/${draft}/draft`, { body: { [field]: text } }), `draft ${field}`);
        fine(await send(`/upload?edit=${draft}`, { ...form, [field]: text }), `form ${field}`);
      }
    }
    for (const text of [...across(60), ...across(400), ...across(200), ...across(1_000)]) {
      fine(
        await ana.post("/api/connectors/upload", {
          title: "T",
          dsl: {
            ...dsl,
            [text]: 1,
            operations: [
              operation({
                id: text,
                headers: { [text]: "x" },
                params_fields: [{ key: text, label: text, default: text }],
              }),
            ],
          },
        }),
        "definition",
      );
      fine(
        await ana.post("/api/connectors/import", {
          kind: "curl",
          text: `curl 'https://api.example.org/${text}?${text}=${text}' -H '${text}: ${text}' -d '{"${text}":"${text}"}'`,
        }),
        "curl",
      );
      const openapi = {
        openapi: "3.0.0",
        info: { title: text, description: text },
        servers: [{ url: "https://api.example.org" }],
        paths: {
          [`/${text}`]: {
            get: {
              operationId: text,
              summary: text,
              parameters: [{ name: text, in: "query", description: text }],
              responses: { 200: { description: text } },
            },
          },
        },
      };
      fine(await ana.post("/api/connectors/import", { kind: "openapi", text: JSON.stringify(openapi) }), "openapi");
    }
    await allIsWell();
  });

  test("its connection: settings, headers, publishing its table", async () => {
    answerOfApi = rows([{ id: 1 }]);
    const connector_id = await publish("Settings", operation());
    const { id } = await connect(connector_id);
    expect(await run(id)).toMatchObject({ status: "success" });
    for (const text of [...across(60), ...across(100), ...across(200)]) {
      fine(
        await ana.call("PATCH", `/api/connectors/instance/${id}`, { body: { settings: { [text]: text } } }),
        "settings",
      );
      fine(
        await ana.call("PATCH", `/api/connectors/instance/${id}`, { body: { headers: { [text]: text } } }),
        "headers",
      );
      fine(
        await ana.post(`/api/connectors/instance/${id}/publish`, { title: text, keywords: [text], description: text }),
        "publish",
      );
      fine(
        await send(`/connector_profile/${connector_id}`, {
          intent: "publish-output",
          title: text,
          description: text,
          category: "API",
          keywords: text,
          license: NO_LICENSE,
        }),
        "publish form",
      );
    }
    await allIsWell();
  });

  test("what its API answers: errors, labels, cursors", async () => {
    const { id } = await connect(await publish("Errors", operation()));
    for (const length of [60, 80, 299, 1_000, 1_024, 2_000, 2_048]) {
      for (const text of few(length)) {
        answerOfApi = () => ({ status: 400, body: JSON.stringify({ error: { message: text } }) });
        const failed = await run(id);
        expect([length, failed.status]).toEqual([length, "failed"]);
        expect(failed.error).not.toContain("our side");
        expect(failed.error!.isWellFormed()).toBe(true);
      }
    }
    for (const text of [...few(40), ...few(63), ...few(490)]) {
      answerOfApi = rows([{ [text]: text }]);
      expect((await run(id)).error ?? "").not.toContain("our side");
    }
    answerOfApi = rows([{ ["x".repeat(501)]: 1 }]);
    expect(await run(id)).toMatchObject({ status: "success" });
    await allIsWell();
  });

  test("an API's cursor that is no text fails the run as the API's fault, in a sentence", async () => {
    const paged = await connect(
      await publish(
        "Paged",
        operation({ records: "rows", pagination: { strategy: "cursor", cursor_param: "after", cursor_path: "next" } }),
      ),
    );
    for (const next of ["\\ud83d", "x\\u0000"]) {
      answerOfApi = () => ({ status: 200, body: `{"rows":[{"id":1}],"next":"${next}"}` });
      expect(await run(paged.id)).toMatchObject({
        status: expect.stringMatching(/failed|partial/),
        error: expect.stringMatching(
          /The API gave a cursor that cannot be sent back: it holds (broken Unicode|NUL characters)\./,
        ),
      });
    }
    const incremental = await connect(
      await publish("Incremental", operation({ incremental: { cursor_field: "at", start_param: "since" } })),
    );
    for (const [at, holds] of [
      ["\\ude00", "broken Unicode"],
      ["x\\u0000", "NUL characters"],
      ["9".repeat(1_001), "more than 1000 characters"],
    ]) {
      answerOfApi = () => ({ status: 200, body: `[{"id":1,"at":"${at}"}]` });
      expect(await run(incremental.id)).toMatchObject({
        status: "failed",
        error: expect.stringContaining(
          `The API gave a value of the cursor field "at" that cannot be kept for the next pull: it holds ${holds}.`,
        ),
      });
    }
    // Cells are data: they are stored with a replacement character.
    answerOfApi = () => ({ status: 200, body: '[{"id":1,"at":"2024-01-01","\\ud83d":"\\ude00"}]' });
    expect(await run(incremental.id)).toMatchObject({ status: "success" });
    await allIsWell();
  });
});

test("a draft nests at most 64 levels, and one from an older version can still be read", async () => {
  const deep = "[".repeat(300_000);
  const id = (await ana.post("/api/connectors/draft", { title: "Deep" })).json.connector.id as string;
  for (const dsl of [deep, `${"[".repeat(65)}${"]".repeat(65)}`]) {
    expect(await ana.call("PATCH", `/api/connectors/${id}/draft`, { body: { dsl } })).toMatchObject({
      status: 400,
      json: { error: "The definition nests deeper than 64 levels." },
    });
    const form = await send(`/upload?edit=${id}`, {
      intent: "save-draft",
      draft_id: id,
      category: "API",
      description: "",
      price: "0",
      title: "Deep",
      dsl,
    });
    expect([form.status, form.text.includes("The definition nests deeper than 64 levels.")]).toEqual([400, true]);
  }
  expect(
    (await ana.call("PATCH", `/api/connectors/${id}/draft`, { body: { dsl: `${"[".repeat(60)}${"]".repeat(60)}` } }))
      .status,
  ).toBe(200);
  const store = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
  const stream = `draft-${id}`;
  const content = {
    title: "Deep",
    description: "",
    category: "API",
    apiDocUrl: null,
    isPublic: false,
    definitionText: deep + "]".repeat(300_000),
  };
  const saved = await store.appendToStream(
    stream,
    [{ type: "DraftSaved", schemaVersion: 1, data: { draftId: id, content } }],
    { expectedRevision: (await store.readStream(stream)).at(-1)!.revision, context: command() },
  );
  expect(saved.ok).toBe(true);
  await store.close();
  await allIsWell();
  for (const path of [`/api/connectors/${id}`, `/upload?edit=${id}`])
    expect([path, (await ana.get(path)).status]).toEqual([path, 200]);
});
