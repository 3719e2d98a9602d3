import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import { applyAuth, derivedSecrets } from "../sign-in/auth.ts";
import { chosenAuth } from "../definition/definition.ts";
import type { Json } from "../json/json.ts";
import { secretMask } from "../sign-in/mask.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { finishRequest, renderRequest } from "./request.ts";
import type { PagePatch, RequestOverrides } from "./request.ts";

function operationOf(operation: object, rest: object = {}) {
  const parsed = parseDefinition({
    protocol: "rest",
    ...rest,
    operations: [{ url: "https://api.test/x", ...operation }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const first = parsed.definition.operations[0];
  if (first === undefined) throw new Error("no operation");
  return { definition: parsed.definition, operation: first };
}

function render(
  operation: object,
  values: Record<string, Json>,
  overrides?: RequestOverrides,
  patch?: Partial<PagePatch>,
) {
  const rendered = renderRequest(operationOf(operation).operation, new Map(Object.entries(values)), overrides, {
    query: [],
    headers: [],
    body: [],
    url: null,
    ...patch,
  });
  return rendered.ok ? finishRequest(rendered.value, "Tributary/1") : findingSentence(rendered.finding);
}

describe("renderRequest", () => {
  test("drops query parameters of unset fields, refuses unknown names, lets pages replace parameters", () => {
    const operation = { query: { a: "{a}", b: "{b}", page: "9" }, url: "https://api.test/x?page=7&z=1" };
    expect(render(operation, { a: "1", b: null }, {}, { query: [["page", "2"]] })).toMatchObject({
      url: new URL("https://api.test/x?z=1&a=1&page=2"),
    });
    expect(render(operation, { a: "1" })).toBe('The query parameter "b" needs a value for "b".');
  });

  test("takes a user's header rows over the definition's, and refuses what would smuggle", () => {
    const request = render(
      { headers: { accept: "text/plain", "X-Team": "{team}" } },
      { team: "" },
      { headers: [["Accept", "a/b"]] },
    );
    expect(request).toMatchObject({
      headers: [
        ["Accept", "a/b"],
        ["User-Agent", "Tributary/1"],
      ],
    });
    expect(render({}, {}, { headers: [["Content-length", "1"]] })).toMatch(/cannot be set/);
    expect(render({ headers: { "X-A": "{a}" } }, { a: "x\r\nHost: evil" })).toMatch(/line breaks/);
    expect(render({ headers: { "X-A": "{a}" } }, { a: "x\0" })).toMatch(/line breaks|control/);
    expect(render({ headers: { "X-A": "{a}" } }, { a: "日" })).toMatch(/Latin-1/);
  });

  test("writes a body that is an object as a form where the Content-Type says so, pages too", () => {
    const operation = {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body_template: { q: "{q}", none: "{none}", ids: [1, 2], expand: { a: true } },
    };
    expect(render(operation, { q: "a&b c", none: null }, {}, { body: [["page", 2]] })).toMatchObject({
      body: "q=a%26b+c&ids=1&ids=2&expand%5Ba%5D=true&page=2",
    });
  });

  test("builds a JSON body as a tree; a value that is only a placeholder keeps its type", () => {
    const body = {
      n: "{n}",
      s: "n={n}",
      list: ["{list}"],
      unset: "{unset}",
      query: "{ viewer { login } } {undeclared}",
    };
    const request = render({ method: "POST", body_template: body }, { n: 5, list: [1, "2"], unset: null });
    expect(typeof request === "string" ? request : request.body).toBe(
      JSON.stringify({ n: 5, s: "n=5", list: [[1, "2"]], unset: null, query: body.query }),
    );
    expect(request).toMatchObject({
      headers: [
        ["User-Agent", "Tributary/1"],
        ["Accept", expect.any(String)],
        ["Content-Type", "application/json"],
      ],
    });
  });

  test("encodes placeholders of a form body, and sends no body with GET", () => {
    const form = {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body_template: "a={a}&b=1",
    };
    expect(render(form, { a: "x&b=2" })).toMatchObject({ body: "a=x%26b%3D2&b=1" });
    expect(render(form, { a: "x" }, { method: "GET" })).toMatchObject({ body: null });
    expect(render({}, {}, { method: "POST", body: "{broken" })).toBe("The POST body is not a JSON object or list.");
  });

  test("puts page values into body paths and headers", () => {
    const request = render(
      { method: "POST", body_template: { page: { size: 1 } } },
      {},
      {},
      {
        body: [
          ["page.cursor", "c"],
          ["a.b", 2],
        ],
        headers: [["X-Page", "3"]],
      },
    );
    expect(request).toMatchObject({ body: '{"page":{"size":1,"cursor":"c"},"a":{"b":2}}' });
    expect(render({}, {}, {}, { body: [["a", 1]] })).toMatch(/only a POST/);
    expect(render({ method: "POST", body_template: { a: 1 } }, {}, {}, { body: [["a.b", 1]] })).toMatch(/no object/);
    expect(render({ method: "POST" }, {}, {}, { body: [["__proto__.polluted", 1]] })).toMatchObject({
      body: '{"__proto__":{"polluted":1}}',
    });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("keeps header names and the body's shape for any values", () => {
    const operation = {
      method: "POST",
      headers: { "X-A": "{a}", "X-B": "b{b}" },
      body_template: { a: "{a}", "{b}": ["x{b}", { c: "{a}{b}" }] },
      url: "https://api.test/{a}",
    };
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
        const request = render(operation, { a, b });
        if (typeof request === "string") return;
        expect(request.headers.map(([name]) => name)).toEqual(["X-A", "X-B", "User-Agent", "Accept", "Content-Type"]);
        expect(request.headers.every(([, value]) => !/[\r\n\0]/.test(value))).toBe(true);
        expect(JSON.parse(request.body ?? "")).toEqual({ a, "{b}": [`x${b}`, { c: `${a}${b}` }] });
        expect(request.url.origin).toBe("https://api.test");
      }),
      { numRuns: 200 },
    );
  });
});

describe("applyAuth", () => {
  function apply(auth: object, values: Record<string, Json>, method = "GET") {
    const { definition, operation } = operationOf({ method }, { auth });
    const map = new Map(Object.entries(values));
    const draft = renderRequest(operation, map);
    if (!draft.ok) throw new Error(findingSentence(draft.finding));
    const result = applyAuth(chosenAuth(definition), map, draft.value);
    return result.ok
      ? { url: draft.value.url.href, headers: Object.fromEntries(draft.value.headers), body: draft.value.body }
      : result;
  }

  test.each([
    [{ type: "bearer" }, { token: "t" }, { Authorization: "Bearer t" }],
    [{ type: "bearer", format: "token {token}", name: "X-Auth" }, { token: "t" }, { "X-Auth": "token t" }],
    [{ type: "apikey" }, { token: "k" }, { "X-API-Key": "k" }],
    [
      { type: "basic" },
      { username: "Aladdin", password: "open sesame" },
      { Authorization: "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==" },
    ],
    [{ type: "basic" }, { username: "sk_live", password: "" }, { Authorization: "Basic c2tfbGl2ZTo=" }],
    [
      { type: "basic", fields: [{ key: "user" }, { key: "pass" }] },
      { user: "ü", pass: "ß" },
      { Authorization: "Basic w7w6w58=" },
    ],
    [{ type: "none" }, {}, {}],
  ])("puts %j into a header", (auth, values, headers) => {
    expect(apply(auth, values)).toMatchObject({ headers });
  });

  test("puts a key into query or body", () => {
    expect(apply({ type: "apikey", in: "query", name: "key" }, { token: "a&b" })).toMatchObject({
      url: "https://api.test/x?key=a%26b",
    });
    expect(apply({ type: "apikey", in: "body", name: "auth.key" }, { token: "k" }, "POST")).toMatchObject({
      body: { auth: { key: "k" } },
    });
    expect(apply({ type: "apikey", in: "body" }, { token: "k" })).toMatchObject({ error: "auth_invalid" });
  });

  test("refuses what is missing, smuggles, or is not built", () => {
    expect(apply({ type: "bearer" }, {})).toMatchObject({ error: "auth_missing" });
    expect(apply({ type: "basic" }, { password: "x" })).toMatchObject({ error: "auth_missing" });
    expect(apply({ type: "basic" }, { username: "a:b", password: "x" })).toMatchObject({ error: "auth_invalid" });
    expect(apply({ type: "bearer" }, { token: "a\r\nHost: evil" })).toMatchObject({ error: "auth_invalid" });
    expect(apply({ type: "oauth2", token_url: "https://a.test/t" }, {})).toMatchObject({ error: "auth_missing" });
  });

  test("never expands a secret again", () => {
    expect(apply({ type: "bearer" }, { token: "{token}" })).toMatchObject({
      headers: { Authorization: "Bearer {token}" },
    });
  });
});

describe("secretMask", () => {
  test("cuts a secret out however it is spelled", () => {
    const secret = 'CANARY/1+2 "ü"';
    const mask = secretMask([secret, "ab"]);
    const forms = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll("%20", "+"),
      JSON.stringify(secret),
      btoa("CANARY"),
    ].slice(0, 4);
    for (const form of forms) expect(mask(`<${form}>`)).not.toContain("CANARY");
    for (const lead of ["", "u", "us", "use"]) {
      const encoded = Buffer.from(`${lead}:${secret}:tail`).toString("base64");
      expect(Buffer.from(mask(encoded).replaceAll("•••", ""), "base64").toString()).not.toContain("CANARY");
    }
    expect(mask("ab stays")).toBe("ab stays");
  });

  test("knows the encoded pair of basic", () => {
    const { definition } = operationOf({}, { auth: { type: "basic" } });
    expect(
      derivedSecrets(
        chosenAuth(definition),
        new Map([
          ["username", "u"],
          ["password", "p"],
        ]),
      ),
    ).toEqual([btoa("u:p")]);
  });
});
