import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import { chosenAuth } from "../definition/definition.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import type { Values } from "../json/placeholders.ts";
import { signInHost, signsInByBrowser, typedTokens } from "./sign-in.ts";
import { authorizationUrl, type Grant, loginRequest, tokenRequest, usesPkce } from "./token-request.ts";

const OAUTH = {
  type: "oauth2",
  token_url: "https://id.test/token",
  authorization_url: "https://login.test/authorize?tenant=a",
};
const CLIENT: Values = new Map([
  ["client_id", "me & co"],
  ["client_secret", "s:e/c"],
]);
const CODE: Grant = {
  type: "authorization_code",
  code: "the code",
  redirectUri: "https://trib.test/oauth/callback",
  verifier: "the-verifier",
};

function authOf(auth: object, more: object = {}) {
  const parsed = parseDefinition({ protocol: "rest", auth, operations: [{ url: "https://api.test/x" }], ...more });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return chosenAuth(parsed.definition);
}

/** What a token endpoint receives. */
function sent(auth: object, grant: Grant, values: Values = CLIENT) {
  const request = tokenRequest(authOf({ ...OAUTH, ...auth }), values, grant, "Tributary/1");
  if (!request.ok) return findingSentence(request.finding);
  const { method, url, headers, body, secretHeaders } = request.value;
  return {
    method,
    url: url.href,
    headers: Object.fromEntries(headers),
    form: Object.fromEntries(new URLSearchParams(body ?? "")),
    secretHeaders,
  };
}

describe("token requests", () => {
  test("exchange a code with its verifier, the client in the form", () => {
    expect(sent({ scopes: ["a", "b"] }, CODE)).toEqual({
      method: "POST",
      url: "https://id.test/token",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
        "User-Agent": "Tributary/1",
      },
      form: {
        grant_type: "authorization_code",
        code: "the code",
        redirect_uri: "https://trib.test/oauth/callback",
        code_verifier: "the-verifier",
        client_id: "me & co",
        client_secret: "s:e/c",
      },
      secretHeaders: ["authorization"],
    });
  });

  test("send the client in a header, each part form-encoded first, where the author says basic", () => {
    expect(sent({ token_auth: "basic" }, { type: "client_credentials" })).toMatchObject({
      headers: { Authorization: `Basic ${btoa("me+%26+co:s%3Ae%2Fc")}` },
      form: { grant_type: "client_credentials" },
    });
    expect(
      sent({ token_auth: "basic" }, { type: "client_credentials" }, new Map([["client_id", "public"]])),
    ).toMatchObject({ form: { client_id: "public" } });
  });

  test("ask for scopes where the grant has no page to ask them on", () => {
    expect(sent({ scopes: ["a", "b"], scope_separator: "," }, { type: "client_credentials" })).toMatchObject({
      form: { scope: "a,b" },
    });
    expect(
      sent({ scopes: "a  b" }, { type: "password" }, new Map([...CLIENT, ["username", "u"], ["password", "p&"]])),
    ).toMatchObject({ form: { scope: "a  b", username: "u", password: "p&" } });
    expect(sent({ scopes: ["a"] }, { type: "refresh_token", refreshToken: "r" })).toMatchObject({
      form: { grant_type: "refresh_token", refresh_token: "r" },
    });
    expect(JSON.stringify(sent({ scopes: ["a"] }, { type: "refresh_token", refreshToken: "r" }))).not.toContain(
      "scope",
    );
  });

  test("carry the author's own parameters, which never replace the code or the refresh token", () => {
    const params = {
      audience: "https://{client_id}",
      empty: "{client_secret}",
      code: "evil",
      grant_type: "account_credentials",
      refresh_token: "evil",
    };
    expect(
      sent(
        { token_params: params },
        CODE,
        new Map([
          ["client_id", "c"],
          ["client_secret", ""],
        ]),
      ),
    ).toMatchObject({ form: { audience: "https://c", code: "the code" } });
    expect(sent({ token_params: params }, { type: "client_credentials" })).toMatchObject({
      form: { grant_type: "account_credentials" },
    });
    expect(sent({ token_params: params }, { type: "refresh_token", refreshToken: "mine" })).toMatchObject({
      form: { grant_type: "refresh_token", refresh_token: "mine" },
    });
  });

  test("say what is missing", () => {
    expect(sent({}, { type: "password" })).toBe('The connection needs a value for "username".');
    expect(sent({ token_url: "https://{shop}.id.test/token" }, { type: "client_credentials" })).toBe(
      'The URL needs a value for "shop".',
    );
  });

  test("stay on the token URL's host whatever the values are", () => {
    expect(
      sent(
        { token_url: "https://id.test/{client_id}/token" },
        { type: "client_credentials" },
        new Map([["client_id", "../../@evil.test"]]),
      ),
    ).toMatchObject({ url: "https://id.test/..%2F..%2F@evil.test/token" });
  });
});

describe("the page to sign in on", () => {
  const ask = { redirectUri: "https://trib.test/oauth/callback", state: "the state", challenge: "abc" };

  test("is asked for a code, bound by state and challenge", () => {
    const url = authorizationUrl(
      authOf({ ...OAUTH, scopes: ["read", "write all"], authorization_params: { access_type: "offline" } }),
      CLIENT,
      ask,
    );
    expect(url.ok && url.value.origin + url.value.pathname).toBe("https://login.test/authorize");
    expect(url.ok && Object.fromEntries(url.value.searchParams)).toEqual({
      tenant: "a",
      scope: "read write all",
      access_type: "offline",
      response_type: "code",
      client_id: "me & co",
      redirect_uri: "https://trib.test/oauth/callback",
      state: "the state",
      code_challenge: "abc",
      code_challenge_method: "S256",
    });
  });

  test("cannot be told another state, redirect or challenge by the author, and is never told a secret", () => {
    const params = {
      state: "s",
      redirect_uri: "https://evil.test",
      code_challenge: "x",
      code_challenge_method: "plain",
      response_type: "token",
      client_id: "x",
    };
    const url = authorizationUrl(authOf({ ...OAUTH, authorization_params: params }), CLIENT, ask);
    expect(url.ok && url.value.searchParams.getAll("state")).toEqual(["the state"]);
    expect(url.ok && url.value.searchParams.get("redirect_uri")).toBe(ask.redirectUri);
    expect(url.ok && url.value.searchParams.get("code_challenge_method")).toBe("S256");
    expect(url.ok && url.value.searchParams.get("response_type")).toBe("code");
    expect(url.ok && url.value.href).not.toContain("s%3Ae");
  });

  test("goes without a challenge only where the author says so", () => {
    expect(usesPkce(authOf(OAUTH))).toBe(true);
    expect(usesPkce(authOf({ ...OAUTH, pkce: false }))).toBe(false);
    const url = authorizationUrl(authOf(OAUTH), CLIENT, { ...ask, challenge: null });
    expect(url.ok && url.value.search).not.toContain("code_challenge");
  });

  test("is for people alone: not for other grants, nor where tokens were typed in", () => {
    const typed = authOf({
      ...OAUTH,
      fields: [{ key: "client_id" }, { key: "access_token" }, { key: "refresh_token" }],
    });
    expect(signsInByBrowser(authOf(OAUTH), CLIENT)).toBe(true);
    expect(signsInByBrowser(typed, CLIENT)).toBe(true);
    expect(signsInByBrowser(typed, new Map([["refresh_token", "r"]]))).toBe(false);
    expect(typedTokens(typed, new Map([["access_token", "a"]]))).toEqual({ access: "a", refresh: null, renewAt: null });
    expect(typedTokens(authOf(OAUTH), new Map([["access_token", "a"]]))).toBeNull();
    expect(signsInByBrowser(authOf({ ...OAUTH, grant_type: "client_credentials" }), CLIENT)).toBe(false);
    expect(signInHost(authOf(OAUTH), CLIENT)).toBe("login.test");
    expect(signInHost(authOf({ ...OAUTH, grant_type: "password" }), CLIENT)).toBe("id.test");
  });
});

describe("the login of a session", () => {
  const values: Values = new Map([
    ["username", 'a"b'],
    ["password", "p{username}"],
  ]);

  test("is a POST with a JSON tree, relative to the base URL", () => {
    const auth = authOf(
      {
        type: "session",
        login: { url: "/login", headers: { "X-App": "{username}" }, body: { user: "{username}", pass: "{password}" } },
        token_path: "t",
      },
      { base_url: "https://api.test/v1" },
    );
    const request = loginRequest(auth, values, "Tributary/1");
    expect(request.ok && { ...request.value, url: request.value.url.href }).toMatchObject({
      method: "POST",
      url: "https://api.test/v1/login",
      body: '{"user":"a\\"b","pass":"p{username}"}',
      secretHeaders: ["x-app"],
    });
  });

  test("may be a form or a GET", () => {
    const form = authOf({
      type: "session",
      login: {
        url: "https://api.test/login",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: "u={username}&p={password}",
      },
      token_path: "t",
    });
    const posted = loginRequest(form, values, "Tributary/1");
    expect(posted.ok && posted.value.body).toBe("u=a%22b&p=p%7Busername%7D");
    const get = loginRequest(
      authOf({
        type: "session",
        login: { method: "GET", url: "https://api.test/login?u={username}" },
        token_path: "t",
      }),
      values,
      "Tributary/1",
    );
    expect(get.ok && [get.value.method, get.value.url.href, get.value.body]).toEqual([
      "GET",
      "https://api.test/login?u=a%22b",
      null,
    ]);
  });
});
