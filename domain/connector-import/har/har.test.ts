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
      entry("POST", `${QUAY}/search`, { body: { name: "private-7", limit: 5, filter: { open: true } } }),
      entry("POST", `${QUAY}/search`, { body: { name: "private-8", limit: 5, filter: { open: true } }, trace: "2" }),
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
        headers: { "x-client": "{x_client}", "x-trace": "{x_trace}" },
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
  expect(fields.map(({ key }) => key)).toEqual(["x_client", "x_trace", "q", "role", "id"]);
  expect(fields.every((field) => field.default === undefined)).toBe(true);
  expect(made.notes.map(({ message }) => message)).toContain(
    "1 entry that is no GET or POST with an answer in JSON was left out.",
  );
});

test("of a body only what different requests have alike is kept", () => {
  expect(imported(recording, ["POST /v2/search"]).definition.operations).toMatchObject([
    { method: "POST", url: "/v2/search", body_template: { name: "{name}", limit: 5, filter: { open: true } } },
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

const twice = (url: string, rest: { body?: unknown } = {}) =>
  ["1", "2"].map((trace) => {
    const made = entry(rest.body === undefined ? "GET" : "POST", url, { ...rest, trace });
    return { ...made, request: { ...made.request, url: `${url}${url.includes("?") ? "&" : "?"}n=${trace}` } };
  });

test.each([
  ["/rows;jsessionid=0A1B2C3D4E5F/x:y8f7d6s5a4/list", "/rows/{row_id}/list"],
  ["/v2kq83hdkq8f3h/list", "/{id}/list"],
  ["/v2/;session=private-a/rows.a1b2c3d4", "/v2/{v2_id}"],
  ["/v1.1/t=private-b/rows", "/v1.1/{v1_1_id}/rows"],
  ["/api/private-c%3Aprivate/rows", "/api/{api_id}/rows"],
])("of the path %s one request shows no session and no id", (path, url) => {
  const made = imported({ log: { entries: [entry("GET", `https://a.example${path}`)] } });
  expect(made.definition.operations).toMatchObject([{ url }]);
  const said = made.notes.map(({ message }) => message);
  expect(said.includes("What follows a semicolon in its path was left out: it may be a session.")).toBe(
    path.includes(";"),
  );
});

test.each([
  "code=private-a",
  "otp=4711",
  "pin=0815",
  "ticket=private-b",
  "hmac=private-c",
  "state=ordinary",
  "first=private-d",
  "order=private-1",
  "q=12345",
])("of %s, alike in all requests, no value is known", (pair) => {
  const [name = "", value = ""] = pair.split("=");
  for (const entries of [twice(`${QUAY}/ships?${pair}`), twice(`${QUAY}/ships`, { body: { [name]: value } })]) {
    const made = importHar({ log: { entries } }, entries[0]?.request.method === "POST" ? ["POST /v2/ships"] : null);
    if (!made.ok) throw new Error(made.message);
    expect(JSON.stringify(made.connector.definition)).not.toContain(value);
    expect(JSON.stringify(made.connector.definition)).toContain(`{${name}}`);
  }
});

test("what programs ask for alike in all requests is known, by name and form", () => {
  const query = {
    ...{ sort: "-created_at,name", format: "json", locale: "de-CH", "api-version": "2024-01-31", $expand: "crew" },
    ...{ open: "true", dir: "desc", accept: "application/json" },
  };
  const entries = twice(`${QUAY}/ships?${new URLSearchParams(query).toString()}`);
  expect(imported({ log: { entries } }).definition.operations).toMatchObject([{ query }]);
});

test("values in bodies are judged by their own form, and elements of lists by the name of their list", () => {
  const key = "sk_live_private12345678";
  const body = { type: key, fields: ["name", "port"], include: ["crew", key], ids: ["ann"], size: 20, open: [true] };
  const made = imported({ log: { entries: twice(`${QUAY}/ships`, { body }) } }, ["POST /v2/ships"]);
  expect(JSON.stringify(made)).not.toContain(key);
  expect(made.definition.operations).toMatchObject([
    {
      body_template: {
        type: "{type}",
        fields: ["name", "port"],
        include: "{include}",
        ids: "{ids}",
        size: 20,
        open: [true],
      },
    },
  ]);
});

test("headers of proxies, senders and cookies are left out, and names that are values", () => {
  const names = ["X-Forwarded-For", "X-Forwarded-User", "Forwarded", "From", "X-My-Cookie", "Set-Cookie2"];
  const named = twice(`${QUAY}/ships?aB3dE5gH7jK9mN1pQ3sT5vW7`).map((each) => ({
    ...each,
    request: { ...each.request, headers: names.map((name) => ({ name, value: "private-x" })) },
  }));
  const made = imported({ log: { entries: named } });
  expect(made.definition.operations).toEqual([expect.not.objectContaining({ headers: expect.anything() })]);
  expect(JSON.stringify(made)).not.toContain("aB3dE5");
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

test("names that no two requests have alike cost a step for each request", () => {
  const entries = Array.from({ length: 60 }, (_, at) => {
    const names = Array.from({ length: 100 }, (_each, key) => `a${at}x${key}=`);
    return entry("GET", `https://a.example/?${names.join("&")}`);
  });
  expect(importHar({ log: { entries } }, null, new Steps(100_000))).toMatchObject({ ok: false, tooLarge: true });
});
