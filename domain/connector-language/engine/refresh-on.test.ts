import { expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
import { type Api, pullFrom, type Reply } from "#testing/pull.ts";
import type { Credentials } from "./engine-ports.ts";

const ROWS = { url: "https://api.test/rows" };

/** Pulls with tokens t1, t2, …; `reply` answers a token on a page. */
async function pulled(
  auth: object,
  reply: (token: string, page: number) => Reply,
  operation: object = {},
  ends = false,
) {
  let token = 1;
  const renewals: string[] = [];
  const credentials: Credentials = {
    current: () => Promise.resolve({ ok: true, values: { access_token: `t${token}-of-the-api` } }),
    renew(rejected) {
      renewals.push(rejected["access_token"] ?? "");
      if (ends)
        return Promise.resolve({ ok: false, code: "auth_invalid", finding: finding("access-token-refused", {}) });
      token += 1;
      return this.current();
    },
  };
  const api: Api = (request) => {
    const sent = new Map(request.headers).get("Authorization")?.slice("Bearer ".length, "Bearer ".length + 2) ?? "";
    return reply(sent, Number(request.url.searchParams.get("page") ?? 1));
  };
  const definition = {
    auth: { type: "oauth2", token_url: "https://id.test/t", ...auth },
    operations: [{ ...ROWS, ...operation }],
  };
  const { result, rows } = await pullFrom(definition, api, { credentials });
  return {
    status: result.status,
    error: result.error,
    code: result.errorCode,
    rows: rows.length,
    renewals: renewals.length,
  };
}

const denied = (words: string, status = 403): Reply => ({ status, json: { message: words } });
const paged = { pagination: "page" };
const rowsTo = (page: number): Reply => ({ json: page < 4 ? [{ page }] : [] });

test("a 403 renews the sign-in once without being told to", async () => {
  const ended = await pulled({}, (token, page) => (token === "t1" && page > 1 ? denied("ended") : rowsTo(page)), paged);
  expect(ended).toMatchObject({ status: "success", rows: 3, renewals: 1 });
});

test("a 403 that a fresh token gets too is what the API says, and renews nothing again", async () => {
  const forbidden = await pulled({}, () => denied("Not for you"));
  expect(forbidden).toMatchObject({
    status: "failed",
    code: "failed",
    error: "The API answered 403: Not for you (after a fresh sign-in).",
    renewals: 1,
  });
  const rounds = {
    url: "https://api.test/{n}",
    for_each: { n: "{list}" },
    params_fields: [{ key: "list", multiple: true, default: [1, 2, 3] }],
  };
  expect(await pulled({}, () => denied("Not for you"), rounds)).toMatchObject({ status: "failed", renewals: 1 });
});

test("refresh_on says which answers mean that a token has ended, by status and words", async () => {
  const rules = { refresh_on: [{ status: "4xx", contains: "TOKEN has ended" }] };
  const byWords = (words: string, status: number) =>
    pulled(rules, (token, page) => (token === "t1" && page > 1 ? denied(words, status) : rowsTo(page)), paged);
  expect(await byWords("the token has ended", 400)).toMatchObject({ status: "success", rows: 3, renewals: 1 });
  expect(await byWords("no such page", 403)).toMatchObject({ status: "failed", renewals: 0 });
  const inRows = await pulled({ refresh_on: [{ status: 200, contains: "session over" }] }, (token) => ({
    json: token === "t1" ? { error: "Session over" } : [{ id: 1 }],
  }));
  expect(inRows).toMatchObject({ status: "success", rows: 1, renewals: 1 });
});

test("a sign-in that cannot be renewed is told behind the API's words where the definition speaks of it", async () => {
  const rules = { refresh_on: [401, { status: 403, contains: "ended" }] };
  expect(await pulled(rules, () => denied("It has ended."), {}, true)).toMatchObject({
    code: "auth_invalid",
    error: "The API answered 403: It has ended. The API refuses the access token. Enter a new one.",
  });
  expect(await pulled({}, () => denied("Not for you"), {}, true)).toMatchObject({
    code: "failed",
    error: expect.stringContaining("Not for you"),
  });
  expect(await pulled({}, () => denied("Who?", 401), {}, true)).toMatchObject({ code: "auth_invalid", renewals: 1 });
});
