import { describe, expect, test } from "vitest";
import { worded } from "#testing/domain/worded.ts";
import { findingSentence } from "../../core/findings/finding.ts";
import { chosenAuth } from "../definition/definition.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { readLoginAnswer, readTokenAnswer } from "./token-answer.ts";

const NOW = 1_750_000_000_000;

function answer(body: unknown, status = 200, type = "application/json") {
  return {
    ok: true as const,
    status,
    headers: [["content-type", type]] as const,
    body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
  };
}

describe("answers of token endpoints", () => {
  test("bring tokens and the time to renew them: a minute early, of a short life a quarter", () => {
    expect(readTokenAnswer(answer({ access_token: "a", refresh_token: "r", expires_in: 3600 }), null, NOW)).toEqual({
      ok: true,
      tokens: { access: "a", refresh: "r", renewAt: NOW + 3_540_000 },
    });
    expect(readTokenAnswer(answer({ access_token: "a", expires_in: "20" }), null, NOW)).toMatchObject({
      tokens: { renewAt: NOW + 15_000 },
    });
  });

  test.each([undefined, null, 0, -5, "soon", ""])("are not renewed early when the expiry is %j", (expires_in) => {
    expect(readTokenAnswer(answer({ access_token: "a", expires_in }), null, NOW)).toMatchObject({
      tokens: { renewAt: null },
    });
  });

  test("leave the refresh token in use where none comes back", () => {
    expect(readTokenAnswer(answer({ access_token: "a" }), "old", NOW)).toMatchObject({ tokens: { refresh: "old" } });
    expect(readTokenAnswer(answer({ access_token: "a", refresh_token: "" }), "old", NOW)).toMatchObject({
      tokens: { refresh: "old" },
    });
    expect(readTokenAnswer(answer({ access_token: "a", refresh_token: "new" }), "old", NOW)).toMatchObject({
      tokens: { refresh: "new" },
    });
  });

  test("may be a form", () => {
    expect(
      readTokenAnswer(
        answer("access_token=a%2Bb&scope=x", 200, "application/x-www-form-urlencoded; charset=utf-8"),
        null,
        NOW,
      ),
    ).toMatchObject({ ok: true, tokens: { access: "a+b" } });
  });

  test("say why there is no token, and whether the refresh token is worth nothing any more", () => {
    const said = (body: unknown, status: number) => {
      const read = readTokenAnswer(answer(body, status), null, NOW);
      return read.ok ? null : [read.ended, read.passing, findingSentence(read.finding)];
    };
    expect(said({ error: "invalid_grant", error_description: "Token was\nrevoked." }, 400)).toEqual([
      true,
      false,
      "Token was revoked. (invalid_grant)",
    ]);
    expect(said({ error: "invalid_client" }, 401)).toEqual([false, false, "it answered 401: invalid_client"]);
    expect(said({ error: "invalid_grant" }, 503)).toEqual([false, true, "it answered 503: invalid_grant"]);
    expect(said("", 429)).toEqual([false, true, "it answered 429: it gave no reason."]);
    // Some APIs send errors with status 200.
    expect(said({ error: "bad_refresh_token", error_description: "Gone" }, 200)).toEqual([
      true,
      false,
      "Gone (bad_refresh_token)",
    ]);
    expect(said("<html>hello</html>", 200)).toEqual([false, false, "its answer holds no token."]);
    expect(said({ access_token: "a" }, 302)).toMatchObject([false, false, expect.stringContaining("302")]);
  });
});

describe("answers of logins", () => {
  const auth = (() => {
    const parsed = parseDefinition({
      protocol: "rest",
      auth: {
        type: "session",
        login: { url: "https://api.test/l" },
        token_path: "data.key",
        expires_in_path: "data.ttl",
      },
      operations: [{ url: "https://api.test/x" }],
    });
    if (!parsed.ok) throw new Error("not valid");
    return chosenAuth(parsed.definition);
  })();

  test("bring the token at its path, a number too, and its expiry", () => {
    expect(readLoginAnswer(auth, answer('{"data":{"key":12345678901234567890,"ttl":"100"}}'), NOW)).toEqual({
      ok: true,
      tokens: { access: "12345678901234567890", refresh: null, renewAt: NOW + 75_000 },
    });
  });

  test("say why there is none", () => {
    expect(worded(readLoginAnswer(auth, answer({ data: {} }), NOW))).toMatchObject({
      ok: false,
      passing: false,
      message: 'its answer has no token at "data.key".',
    });
    expect(worded(readLoginAnswer(auth, answer({ message: "Wrong password" }, 403), NOW))).toMatchObject({
      ok: false,
      passing: false,
      message: "it answered 403: Wrong password",
    });
    expect(readLoginAnswer(auth, answer("", 502), NOW)).toMatchObject({ ok: false, passing: true });
  });
});
