import fc from "fast-check";
import { expect, test } from "vitest";
import { oddDocuments } from "#testing/imports/odd-documents.ts";
import { Steps } from "../../core/limits/steps.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { reviewDefinition } from "../../connector-language/validation/review-definition.ts";
import { importLines } from "../import-note-words.ts";
import { importHar, recordingChoices } from "./har-definition.ts";

const headers = (trace: string) =>
  Object.entries({
    Authorization: "Bearer private-1",
    Cookie: "sid=private-2",
    "User-Agent": "private-3",
    "X-Client": "web",
    "X-Trace": `private-trace-${trace}`,
  }).map(([name, value]) => ({ name, value }));

function entry(
  method: string,
  url: string,
  {
    body,
    answer = {},
    trace = "1",
    type = "application/json",
  }: { body?: unknown; answer?: unknown; trace?: string; type?: string } = {},
) {
  return {
    request: {
      method,
      url,
      headers: headers(trace),
      ...(body === undefined ? {} : { postData: { mimeType: "application/json", text: JSON.stringify(body) } }),
    },
    response: { status: 200, content: { mimeType: type, text: JSON.stringify(answer) } },
  };
}
const QUAY = "https://api.quay.example/v2";
const list = { items: [{ id: 7, name: "private-row" }, { id: 8 }], has_more: true };
const recording = {
  log: {
    version: "1.2",
    entries: [
      entry("GET", `${QUAY}/ships?page=1&size=20&q=private-4&lang=de`, { answer: list }),
      entry("GET", `${QUAY}/ships?page=1&size=20&q=private-4&lang=de`, { answer: list }),
      entry("GET", `${QUAY}/ships?page=2&size=20&q=private-5&lang=de`, { trace: "2" }),
      entry("GET", `${QUAY}/ships/7/crew?role=private-6`, { answer: [{ id: 1 }] }),
      entry("GET", "https://pictures.example/ship.png", { type: "image/png" }),
      entry("GET", "https://other.example/ann@private.example/rows", { answer: [] }),
      entry("POST", `${QUAY}/search`, { body: { name: "private-7", most: 5, filter: { open: true } } }),
      entry("POST", `${QUAY}/search`, { body: { name: "private-8", most: 5, filter: { open: true } }, trace: "2" }),
    ],
  },
};

function imported(document: unknown, wanted: string[] | null = null) {
  const made = importHar(document, wanted);
  if (!made.ok) throw new Error(made.message);
  expect(reviewDefinition(made.connector.definition)).toMatchObject({ ok: true });
  expect(JSON.stringify(made)).not.toContain("private-");
  expect(JSON.stringify(made)).not.toContain("ann@");
  return { ...made.connector, ...importLines(made.connector) };
}

test("a recording becomes a connector of its paths, with settings in place of what a person sent", () => {
  const made = imported(recording);
  expect(made.title).toBe("api.quay.example");
  expect(made.definition).toMatchObject({
    base_url: "https://api.quay.example",
    auth: { type: "bearer", fields: [{ key: "token", private: true }] },
    operations: [
      {
        id: "Ships",
        url: "/v2/ships",
        headers: { "x-client": "web", "x-trace": "{x_trace}" },
        query: { q: "{q}", lang: "de" },
        records: "items",
        pagination: { strategy: "page", page_param: "page", limit_param: "size", limit: 20, has_more_path: "has_more" },
        primary_key: "id",
      },
      { id: "Crew", url: "/v2/ships/{ship_id}/crew", query: { role: "{role}" }, for_each: { ship_id: "Ships.id" } },
      { id: "Rows", base_url: "https://other.example", url: "/{id}/rows" },
    ],
  });
  const fields = made.definition.params_fields as { key: string; default?: unknown }[];
  expect(fields.map(({ key }) => key)).toEqual(["x_trace", "q", "x_client", "role", "id"]);
  expect(fields.every((field) => field.default === undefined)).toBe(true);
  expect(made.notes.map(({ message }) => message)).toContain(
    "1 entry that is no GET or POST with an answer in JSON was left out.",
  );
});

test("of a body only what different requests have alike is kept", () => {
  expect(imported(recording, ["POST /v2/search"]).definition.operations).toMatchObject([
    { method: "POST", url: "/v2/search", body_template: { name: "{name}", most: 5, filter: { open: true } } },
  ]);
});

test("a value of one request alone is never a constant, nor is what may be a secret", () => {
  const once = imported({ log: { entries: [entry("GET", `${QUAY}/ships?lang=private-9`)] } });
  expect(once.definition.operations).toMatchObject([{ query: { lang: "{lang}" } }]);
  const entries = ["1", "2"].map((trace) => entry("GET", `${QUAY}/ships?api_key=private-key&n=${trace}`, { trace }));
  expect(imported({ log: { entries } }).definition).toMatchObject({
    operations: [{ query: { api_key: "{api_key}" } }],
    params_fields: expect.arrayContaining([expect.objectContaining({ key: "api_key", private: true })]),
  });
});

test("its paths are offered, hosts apart", () => {
  const choices = recordingChoices(recording);
  expect(choices.ok && choices.choices).toEqual([
    { key: "GET /v2/ships", summary: "2 requests", usual: true },
    { key: "GET /v2/ships/{id}/crew", summary: "1 request", usual: true },
    { key: "GET https://other.example/{id}/rows", summary: "1 request", usual: true },
    { key: "POST /v2/search", summary: "2 requests", usual: false },
  ]);
});

test("a recording without JSON, and a path that is not in it, are refused", () => {
  const entries = [entry("GET", "https://a.example/", { type: "text/html" })];
  expect(importHar({ log: { entries } })).toEqual({
    ok: false,
    message: "The recording has no GET or POST whose answer is JSON.",
  });
  expect(importHar(recording, ["GET /x"])).toEqual({ ok: false, message: 'The recording has no request "GET /x".' });
});

test("whatever stands anywhere in a recording, it ends in a refusal or in a definition that is accepted", () => {
  const words = ["https://", "https://a.example/{x}", "GET", "http://[", "{}", "[[]]"];
  fc.assert(
    fc.property(oddDocuments(recording, words), (document) => {
      const made = importHar(document);
      if (made.ok) expect(parseDefinition(made.connector.definition)).toMatchObject({ ok: true });
      else expect(made.message).not.toBe("");
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["many paths", Array.from({ length: 20_000 }, (_, at) => entry("GET", `https://a.example/p${at}x`))],
  [
    "many parameters",
    [entry("GET", `https://a.example/?${"a=1&".repeat(1_900)}`), entry("GET", "https://a.example/?a=2")],
  ],
  [
    "wide bodies",
    Array.from({ length: 40 }, (_, at) =>
      entry("POST", "https://a.example/x", {
        body: Object.fromEntries(Array.from({ length: 900 }, (_each, key) => [`k${key}`, at])),
      }),
    ),
  ],
])("%s end within the budget, or are refused", (_what, entries) => {
  const steps = new Steps(100_000);
  const made = importHar({ log: { entries } }, null, steps);
  expect(made.ok ? steps.taken : 0).toBeLessThanOrEqual(100_000);
});
