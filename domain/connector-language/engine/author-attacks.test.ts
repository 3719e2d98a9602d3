import { describe, expect, test } from "vitest";
import { consentOf } from "../consent/consent.ts";
import { chosenAuth } from "../definition/definition.ts";
import { secretMask } from "../sign-in/mask.ts";
import { optionsOperation } from "../settings/options.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { pullFrom as run } from "#testing/pull.ts";
import { authorizationUrl } from "../sign-in/token-request.ts";

const parsed = (input: object) => parseDefinition({ protocol: "rest", ...input });
function definitionOf(input: object) {
  const result = parsed(input);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.definition;
}
const placesOf = (input: object) =>
  consentOf(definitionOf(input)).places.map(({ field, host, where }) => `${field} ${host} ${where}`);

const OPERATION = { url: "https://api.test/a", params_fields: [{ key: "pin", private: true }] };
const OAUTH = { type: "oauth2", token_url: "https://id.test/t", authorization_url: "https://login.test/a" };
const TOKEN = "CANARY-of-the-token";

describe("an author who wants a secret of a subscriber", () => {
  test.each([
    ["the token request", { ...OAUTH, token_params: { x: "{pin}" } }, "pin https://id.test token request"],
    [
      "the token request's address",
      { ...OAUTH, token_url: "https://id.test/{pin}" },
      "pin https://id.test token request",
    ],
    [
      "the sign-in page",
      { ...OAUTH, authorization_params: { hint: "{client_secret}" } },
      "client_secret https://login.test sign-in page",
    ],
    [
      "the sign-in page's address",
      { ...OAUTH, authorization_url: "https://login.test/{pin}" },
      "pin https://login.test sign-in page",
    ],
    [
      "the login",
      { type: "session", token_path: "t", login: { url: "https://id.test/l", headers: { "X-A": "{pin}" } } },
      "pin https://id.test login request",
    ],
  ])("has every secret of %s in the consent", (_name, auth, place) => {
    expect(placesOf({ auth, operations: [OPERATION] })).toContain(place);
  });

  test("has the token's way to base_url in the consent where only options are asked for there", () => {
    const definition = {
      auth: { type: "bearer" },
      base_url: "https://evil.test",
      operations: [{ url: "https://api.test/a", params_fields: [{ key: "o", options_endpoint: { url: "/o" } }] }],
    };
    expect(placesOf(definition)).toEqual(["token https://evil.test header authorization"]);
  });

  test("gets no request to a host that the API's own rows name", async () => {
    const definition = {
      auth: { type: "bearer" },
      operations: [
        { id: "shops", url: "https://api.test/shops" },
        { id: "orders", url: "https://{domain}/orders", for_each: { domain: "shops.domain" } },
      ],
    };
    const { requests, result } = await run(definition, () => ({ json: [{ domain: "evil.test" }] }), {
      secrets: { token: TOKEN },
    });
    expect(requests.map(({ url }) => url.href)).toEqual(["https://api.test/shops"]);
    expect(result.operations[1]).toMatchObject({ status: "failed", errorCode: "consent_changed" });
  });

  test("gets no token by a next URL that leads from elsewhere to base_url", async () => {
    const definition = {
      auth: { type: "bearer" },
      base_url: "https://evil.test",
      operations: [
        {
          url: "https://api.test/a",
          params_fields: [{ key: "o", options_endpoint: { url: "https://evil.test/o" } }],
          pagination: { strategy: "link", next_url_path: "next" },
          records: "rows",
        },
      ],
    };
    const { requests } = await run(
      definition,
      (request) => ({
        json: { rows: [{ id: 1 }], next: request.url.host === "api.test" ? "https://evil.test/take" : null },
      }),
      { secrets: { token: TOKEN } },
    );
    expect(requests.map(({ url }) => url.host)).toEqual(["api.test", "evil.test"]);
    expect(JSON.stringify(requests)).not.toContain(TOKEN);
  });

  test("gets no header rows of the subscriber's own at another host than the connector's", async () => {
    const definition = {
      base_url: "https://api.test",
      operations: [{ url: "/a" }, { id: "b", url: "https://evil.test/b" }],
    };
    const headers = [
      ["X-Key", TOKEN],
      ["Accept-Language", "de"],
    ] as const;
    const { requests } = await run(definition, () => ({ json: [] }), { overrides: { headers } });
    expect(
      requests.map(({ url, headers: sent }) => [
        url.host,
        sent.some(([name]) => name === "X-Key"),
        sent.some(([name]) => name === "Accept-Language"),
      ]),
    ).toEqual([
      ["api.test", true, true],
      ["evil.test", false, true],
    ]);
  });

  test("gets none at the address of options either", async () => {
    const definition = definitionOf({
      operations: [
        { url: "https://api.test/a", params_fields: [{ key: "o", options_endpoint: { url: "https://evil.test/o" } }] },
      ],
    });
    const operation = optionsOperation(definition, 0, { url: "https://evil.test/o" });
    const { requests } = await run({ operations: [OPERATION] }, () => ({ json: [] }), {
      definition: { ...definition, operations: [operation] },
      consent: consentOf(definition),
      overrides: { headers: [["X-Key", TOKEN]] },
    });
    expect(requests.map(({ url }) => url.host)).toEqual(["evil.test"]);
    expect(JSON.stringify(requests)).not.toContain(TOKEN);
  });

  test.each([
    ["an auth field", "{token}"],
    ["a private field", "x {pin}"],
  ])("cannot write the value of %s into the rows", (_name, value) => {
    expect(
      parsed({ auth: { type: "bearer" }, operations: [{ ...OPERATION, columns: [{ name: "c", value }] }] }),
    ).toMatchObject({ ok: false, faults: [{ path: "operations[0].columns" }] });
  });

  test.each([
    ["an operation", { auth: OAUTH, operations: [{ ...OPERATION, url: "https://{access_token}.evil.test/a" }] }],
    [
      "an operation's private group",
      {
        operations: [
          {
            url: "https://{pin}.evil.test/a",
            params_fields: [{ key: "g", type: "group", private: true, fields: [{ key: "pin" }] }],
          },
        ],
      },
    ],
    ["the token request", { auth: { ...OAUTH, token_url: "https://{pin}.evil.test/t" }, operations: [OPERATION] }],
    [
      "the sign-in page",
      { auth: { ...OAUTH, authorization_url: "https://{pin}.evil.test/t" }, operations: [OPERATION] },
    ],
    [
      "options",
      {
        operations: [
          {
            ...OPERATION,
            params_fields: [
              ...OPERATION.params_fields,
              { key: "o", options_endpoint: { url: "https://{pin}.evil.test/o" } },
            ],
          },
        ],
      },
    ],
  ])("cannot have a secret in the name of the host of %s, which name servers read", (_name, input) => {
    expect(parsed(input)).toMatchObject({
      ok: false,
      faults: [{ message: expect.stringMatching(/must not be part of the host/) }],
    });
  });

  test("cannot write what signing in brought into the rows", () => {
    expect(
      parsed({ auth: OAUTH, operations: [{ ...OPERATION, columns: [{ name: "c", value: "{access_token}" }] }] }),
    ).toMatchObject({ ok: false });
  });

  test("gets no private list into the rows by going through it", async () => {
    const definition = {
      operations: [{ url: "https://api.test/{keys}", params_fields: [{ key: "keys", multiple: true, private: true }] }],
    };
    const { rows } = await run(definition, () => ({ json: [{ id: 1 }] }), { settings: { keys: [TOKEN, "second"] } });
    expect(rows).toEqual([{ id: "1" }, { id: "1" }]);
    const named = {
      operations: [
        {
          url: "https://api.test/{k}",
          for_each: { k: "{keys}" },
          include_from_parent: ["k"],
          params_fields: [{ key: "keys", multiple: true, private: true }],
        },
      ],
    };
    expect((await run(named, () => ({ json: [{ id: 1 }] }), { settings: { keys: [TOKEN] } })).rows).toEqual([
      { id: "1" },
    ]);
  });

  test("moves a private list to another place only with another consent", () => {
    const each = { for_each: { k: "{keys}" }, params_fields: [{ key: "keys", multiple: true, private: true }] };
    expect(placesOf({ operations: [{ ...each, url: "https://api.test/a", headers: { "X-K": "{k}" } }] })).toContain(
      "keys https://api.test header x-k",
    );
    expect(placesOf({ operations: [{ ...each, url: "https://api.test/{k}" }] })).toContain(
      "keys https://api.test path",
    );
  });

  test("cannot bind the way back by what the sign-in page's address already holds", () => {
    const auth = chosenAuth(
      definitionOf({
        auth: {
          ...OAUTH,
          authorization_url:
            "https://login.test/a?redirect_uri=https%3A%2F%2Fevil.test&state=mine&code_challenge=none&tenant=a",
        },
        operations: [OPERATION],
      }),
    );
    const url = authorizationUrl(auth, new Map([["client_id", "me"]]), {
      redirectUri: "https://trib.test/oauth/callback",
      state: "ours",
      challenge: "hash",
    });
    const query = url.ok ? url.value.searchParams : new URLSearchParams();
    for (const [name, value] of [
      ["redirect_uri", "https://trib.test/oauth/callback"],
      ["state", "ours"],
      ["code_challenge", "hash"],
      ["tenant", "a"],
    ] as const)
      expect(query.getAll(name)).toEqual([value]);
  });
});

describe("a secret in what an API says", () => {
  const BEARER = { auth: { type: "bearer" }, operations: [{ url: "https://api.test/a", retry: { max_attempts: 1 } }] };
  const said = async (json: unknown, secret = TOKEN, more: object = {}) =>
    (
      await run(
        { ...BEARER, operations: [{ ...BEARER.operations[0], ...more }] },
        () => ({ status: "status" in more ? 200 : 400, json }),
        { secrets: { token: secret } },
      )
    ).result.error ?? "";

  test.each([8, 12, 30, 1_000, 1_010, 1_015, 2_030, 2_040])(
    "is not shown in part where the sentence is cut %i characters in",
    async (lead) => {
      expect(await said({ message: "x".repeat(lead) + TOKEN + "y".repeat(2_000) })).not.toContain("CAN");
      expect(await said({ message: `${"x ".repeat(lead / 2)}${TOKEN}${" y".repeat(2_000)}` })).not.toContain("CAN");
    },
  );

  test("is not shown in part by a sentence about the answer", async () => {
    for (let lead = 20; lead < 80; lead += 3) {
      const page = async (text: string, operation: object = {}) =>
        (
          await run({ ...BEARER, operations: [{ ...BEARER.operations[0], ...operation }] }, () => ({ text }), {
            secrets: { token: TOKEN },
          })
        ).result.error ?? "";
      const text = "x".repeat(lead) + TOKEN;
      const all = await Promise.all([
        page(text),
        page(JSON.stringify({ [text]: 1 }), { records: "rows" }),
        page(JSON.stringify({ rows: text }), { records: "rows.inner" }),
        page(JSON.stringify([{ n: text }]), { columns: [{ name: "n", type: "number" }] }),
        page(JSON.stringify({ rows: [{}], next_cursor: text }), {
          records: "rows",
          pagination: { strategy: "cursor" },
        }),
      ]);
      expect(all.filter((error) => error === "" || error.includes("CAN"))).toEqual([]);
    }
  });

  test("is cut out in the spellings of web pages and of plain JSON too", async () => {
    const secret = "p&s<word>'\"ü/9\n next";
    const html = secret
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;");
    const mask = secretMask([secret]);
    const ascii = JSON.stringify(secret).slice(1, -1).replace("ü", "\\u00fc");
    for (const text of [
      html,
      ascii,
      secret.replace("\n ", " "),
      secret.replaceAll(/\s+/g, " "),
      encodeURIComponent(secret).replace("'", "%27"),
    ])
      expect(mask(`a ${text} b`)).toBe("a ••• b");
  });
});
