import { describe, expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
import { consentOf } from "../consent/consent.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import type { PullNote } from "./engine-ports.ts";
import type { Json } from "../json/json.ts";
import { pullFrom as run } from "#testing/pull.ts";
import type { Api, Reply } from "#testing/pull.ts";

const LOST = finding("connection-lost", { host: "api.test" });
const SLOW = finding("api-answered", { status: 429, said: "slow down, •••" });

const ITEMS = { operations: [{ id: "items", url: "https://api.test/items" }] };

describe("what a pull tells while it goes on", () => {
  const definition = {
    base_url: "https://api.test",
    auth: { type: "apikey", in: "query", name: "key" },
    operations: [
      {
        id: "stations",
        url: "/{region}/stations",
        params_fields: [{ key: "region", multiple: true }],
        pagination: { strategy: "page", page_param: "page" },
        filter: [{ path: "id", equals: 1 }],
        rate_limit: { requests: 1, per: 1 },
      },
    ],
  };
  const api: Api = (request, number) => {
    if (number === 1)
      return { status: 429, headers: { "Retry-After": "12" }, json: { message: "slow down, canary-key" } };
    if (number === 2) return { ok: false, reason: "connect", finding: LOST, retryable: true };
    return { json: request.url.searchParams.get("page") === "1" ? [{ id: 1 }, { id: 2 }] : [] };
  };

  test("names rounds, requests, answers, waits and pages, and no secret", async () => {
    const notes: PullNote[] = [];
    await run(definition, api, {
      settings: { region: ["north", "south"] },
      secrets: { token: "canary-key" },
      observe: (note) => void notes.push(note),
    });
    const url = (region: string, page: number) =>
      expect.objectContaining({ url: `https://api.test/${region}/stations?page=${page}&key=•••` });
    const about = (number: number) => ({ operation: "stations", number });
    expect(notes.slice(0, 12)).toEqual([
      { kind: "round", operation: "stations", round: 1, of: 2 },
      { kind: "request", ...about(1), attempt: 1, request: url("north", 1) },
      { kind: "answer", ...about(1), status: 429, bytes: 35, ms: 0 },
      { kind: "wait", ...about(1), ms: 12_000, cause: "asked", why: SLOW },
      { kind: "request", ...about(2), attempt: 2, request: url("north", 1) },
      { kind: "failure", ...about(2), finding: LOST, ms: 0 },
      { kind: "wait", ...about(2), ms: 1_000, cause: "retry", why: LOST },
      { kind: "request", ...about(3), attempt: 3, request: url("north", 1) },
      { kind: "answer", ...about(3), status: 200, bytes: 19, ms: 0 },
      { kind: "page", ...about(3), page: 1, received: 2, rows: 1 },
      { kind: "wait", ...about(4), ms: 1_000, cause: "rate_limit", why: null },
      { kind: "request", ...about(4), attempt: 1, request: url("north", 2) },
    ]);
    expect(notes).toContainEqual({ kind: "round", operation: "stations", round: 2, of: 2 });
    expect(JSON.stringify(notes)).not.toContain("canary");
  });
});

describe("a link-paged API with a token", () => {
  const definition = {
    base_url: "https://api.test",
    auth: { type: "bearer" },
    headers: { Accept: "application/vnd.x+json" },
    operations: [
      {
        id: "issues",
        url: "/repos/{owner}/{repo}/issues",
        query: { state: "all" },
        pagination: { strategy: "link", limit_param: "per_page", limit: 2 },
        primary_key: "id",
        incremental: { cursor_field: "updated_at", start_param: "since" },
      },
    ],
  };
  const api: Api = (request) =>
    request.url.pathname.startsWith("/repos/")
      ? {
          headers: { Link: '<https://api.test/repositories/1/issues?page=2&x=%2Fa+b>; rel="next"' },
          json: [
            { id: 1, user: { login: "a" }, labels: [], closed_at: null, updated_at: "2024-05-04T09:00:00Z" },
            {
              id: 2,
              user: { login: "b" },
              labels: [{ id: 1 }],
              closed_at: "2024-05-05T12:00:00Z",
              updated_at: "2024-05-03T10:00:00Z",
            },
          ],
        }
      : {
          json: [
            {
              id: 3,
              user: null,
              labels: [],
              closed_at: null,
              updated_at: "2024-05-01T08:00:00Z",
              pull_request: { url: "u" },
            },
          ],
        };

  test("follows the next URL as it is, with the token, and infers its columns", async () => {
    const { urls, requests, rows, types, result } = await run(definition, api, {
      settings: { owner: "o", repo: "r" },
      secrets: { token: "ghp_test" },
    });
    expect(urls).toEqual([
      "https://api.test/repos/o/r/issues?state=all&per_page=2",
      "https://api.test/repositories/1/issues?page=2&x=%2Fa+b",
    ]);
    for (const request of requests) {
      expect(Object.fromEntries(request.headers)).toEqual({
        Accept: "application/vnd.x+json",
        Authorization: "Bearer ghp_test",
        "User-Agent": "Tributary/1",
      });
      expect(request.secretHeaders).toContain("authorization");
    }
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatchObject({ user: null, labels: "[]", pull_request__url: "u" });
    expect(types).toMatchObject({
      id: "bigint",
      user__login: "text",
      updated_at: "timestamptz",
      closed_at: "timestamptz",
      labels: "jsonb",
      user: null,
    });
    expect(result).toMatchObject({
      status: "success",
      rows: 3,
      operations: [{ stopReason: "no_next_url", cursor: "2024-05-04T09:00:00Z", requests: 2 }],
    });
  });

  test("starts where the last run left off", async () => {
    const { urls } = await run(definition, api, {
      settings: { owner: "o", repo: "r" },
      secrets: { token: "t-oken" },
      cursors: new Map([["issues", "2024-05-04T09:00:00Z"]]),
    });
    expect(urls[0]).toBe("https://api.test/repos/o/r/issues?state=all&per_page=2&since=2024-05-04T09%3A00%3A00Z");
    expect(urls[1]).toBe("https://api.test/repositories/1/issues?page=2&x=%2Fa+b");
  });

  test("sends nothing to a next URL outside the consent, and no credentials to another consented host", async () => {
    const elsewhere: Api = (request) =>
      request.url.host === "api.test"
        ? { json: { rows: [{ a: 1 }], next: "https://cdn.test/2" } }
        : { json: { rows: [{ a: 2 }] } };
    const paged = {
      ...definition,
      headers: { "X-Pin": "{pin}", "X-Plain": "p" },
      params_fields: [{ key: "pin", private: true }],
      operations: [{ url: "/x", pagination: { strategy: "link", next_url_path: "next" } }],
    };
    const values = {
      secrets: { token: "ghp_test" },
      settings: { pin: "1234" },
      overrides: { headers: [["X-Own", "mine"]] as const },
    };
    const refused = await run(paged, elsewhere, values);
    expect(refused.urls).toEqual(["https://api.test/x"]);
    expect(refused.result).toMatchObject({ status: "failed", errorCode: "consent_changed" });
    const allowed = await run(paged, elsewhere, {
      ...values,
      consent: {
        hosts: ["https://api.test", "https://cdn.test"],
        places: [
          { field: "pin", host: "https://api.test", where: "header x-pin" },
          { field: "token", host: "https://api.test", where: "header authorization" },
        ],
      },
    });
    expect(allowed.result.status).toBe("success");
    expect(Object.fromEntries(allowed.requests[0]?.headers ?? [])).toMatchObject({
      Authorization: "Bearer ghp_test",
      "X-Pin": "1234",
      "X-Own": "mine",
    });
    expect((allowed.requests[1]?.headers ?? []).map(([name]) => name)).toEqual(["X-Plain", "User-Agent", "Accept"]);
  });
});

describe("a cursor-paged API that limits and says ok: false", () => {
  const definition = {
    auth: { type: "bearer" },
    operations: [
      {
        url: "https://api.test/users.list",
        query: { team_id: "{team}" },
        records: "members",
        pagination: { strategy: "cursor", cursor_path: "meta.next", limit_param: "limit", limit: 2 },
        response_actions: [{ path: "ok", equals: false, action: "fail", message_path: "error" }],
      },
    ],
  };

  test("waits as it is told, goes on over an empty page and stops at the empty cursor", async () => {
    const replies: Reply[] = [
      { json: { ok: true, members: [{ id: "U1" }, { id: "U2" }], meta: { next: "dXNl=" } } },
      { status: 429, headers: { "Retry-After": "1" }, json: { ok: false } },
      { status: 429, headers: { "retry-after": "1.5" }, json: { ok: false } },
      { json: { ok: true, members: [], meta: { next: "b" } } },
      { json: { ok: true, members: [{ id: "U3" }], meta: { next: "" } } },
    ];
    const { rows, sleeps, urls, result } = await run(
      definition,
      (_request, number) => replies[number - 1] ?? { status: 500 },
      { settings: { team: "T1" }, secrets: { token: "xoxb" } },
    );
    expect(rows.map((row) => row["id"])).toEqual(["U1", "U2", "U3"]);
    expect(sleeps).toEqual([1_000, 1_500]);
    expect(urls[1]).toBe("https://api.test/users.list?team_id=T1&cursor=dXNl%3D&limit=2");
    expect(result).toMatchObject({ status: "success", operations: [{ requests: 5, pages: 3 }] });
  });

  test("fails with the API's own words", async () => {
    const { result, rows } = await run(definition, () => ({ json: { ok: false, error: "missing_scope" } }), {
      settings: { team: "T9" },
      secrets: { token: "xoxb" },
    });
    expect(result).toMatchObject({ status: "failed", error: "The API reported an error: missing_scope" });
    expect(rows).toEqual([]);
  });
});

describe("a page-numbered API whose root is [meta, rows]", () => {
  const definition = {
    operations: [
      {
        url: "https://api.test/v2/country/{countries}/indicator/{indicator}",
        records: "[1]",
        pagination: { strategy: "page", limit_param: "per_page", limit: 2, total_pages_path: "[0].pages" },
        response_actions: [{ path: "[0].message", action: "fail", message_path: "[0].message[0].value" }],
      },
    ],
  };
  const api: Api = (request) => {
    if (request.url.pathname.endsWith("EMPTY")) return { json: [{ pages: 0 }, null] };
    if (request.url.pathname.endsWith("NO")) return { json: [{ message: [{ value: "is not valid" }] }] };
    return { json: [{ pages: 2 }, [{ date: "2023", value: Number(request.url.searchParams.get("page")) }]] };
  };

  test("stops by total pages; null is no rows; an error in a 200 fails", async () => {
    const settings = (indicator: string) => ({ settings: { countries: "CL;PE", indicator } });
    const full = await run(definition, api, settings("SP"));
    expect(full.urls).toEqual([
      "https://api.test/v2/country/CL;PE/indicator/SP?page=1&per_page=2",
      "https://api.test/v2/country/CL;PE/indicator/SP?page=2&per_page=2",
    ]);
    expect(full.types).toEqual({ date: "text", value: "bigint" });
    expect((await run(definition, api, settings("EMPTY"))).result).toMatchObject({
      status: "success",
      rows: 0,
      operations: [{ requests: 1 }],
    });
    expect((await run(definition, api, settings("NO"))).result).toMatchObject({
      status: "failed",
      error: expect.stringContaining("is not valid"),
    });
  });
});

describe("rounds", () => {
  test("for_each over a list of places, with the place on each row; a bad round leaves the others", async () => {
    const definition = {
      operations: [
        {
          id: "hourly",
          url: "https://api.test/f",
          for_each: { place: "{places.name}", lat: "{places.lat}" },
          include_from_parent: ["place"],
          query: { latitude: "{lat}" },
          records: { path: "hourly", shape: "columns" },
        },
      ],
    };
    const settings = {
      places: [
        { name: "Berlin", lat: "52.5" },
        { name: "Nowhere", lat: "999" },
        { name: "Lima", lat: "-12" },
      ],
    };
    const api: Api = (request) =>
      request.url.searchParams.get("latitude") === "999"
        ? { status: 400, json: { error: true, reason: "bad latitude" } }
        : { json: { hourly: { time: ["2024-05-31T00:00", "2024-05-31T01:00"], rain: [0, 0.3] } } };
    const { rows, types, result } = await run(definition, api, { settings });
    expect(rows.map((row) => row["place"])).toEqual(["Berlin", "Berlin", "Lima", "Lima"]);
    expect(types).toMatchObject({ time: "timestamp", rain: "double precision", place: "text" });
    expect(result).toMatchObject({
      status: "partial",
      error: "1 of 3 rounds failed; the first said: The API answered 400: bad latitude",
      operations: [{ failedRounds: [1], rows: 4 }],
    });
  });

  test("that break after their first page count for nothing: no rows, no cursor", async () => {
    const definition = {
      operations: [{ url: "https://api.test/{s}", pagination: "page", incremental: { cursor_field: "at" } }],
    };
    const api: Api = (request) => {
      if (request.url.searchParams.get("page") !== "1")
        return request.url.pathname === "/bad" ? { status: 403, json: { message: "no" } } : { json: [] };
      return { json: [{ at: request.url.pathname === "/bad" ? 9 : 5 }] };
    };
    const { rows, result, steps } = await run(definition, api, { settings: { s: ["good", "bad"] } });
    expect(rows).toEqual([{ at: "5", s: "good" }]);
    expect(result).toMatchObject({
      status: "partial",
      rows: 1,
      operations: [{ rows: 1, cursor: "5", failedRounds: [1] }],
    });
    expect(steps.at(-1)).toMatchObject({
      kind: "round_failed",
      round: 1,
      finding: { facts: { status: 403, said: "no" } },
    });
  });

  test("go through a list-valued setting and make it a column, but leave it whole in a JSON body", async () => {
    const definition = {
      operations: [{ method: "POST", url: "https://api.test/{symbol}", body_template: { all: "{tags}" } }],
    };
    const { urls, rows, requests } = await run(definition, (request) => ({ json: [{ path: request.url.pathname }] }), {
      settings: { symbol: ["a", "b"], tags: ["x", "y"] },
    });
    expect(urls).toEqual(["https://api.test/a", "https://api.test/b"]);
    expect(rows).toEqual([
      { path: "/a", symbol: "a" },
      { path: "/b", symbol: "b" },
    ]);
    expect(requests[0]?.body).toBe('{"all":["x","y"]}');
  });

  test("may give a list its own name", async () => {
    const definition = {
      operations: [
        { url: "https://api.test/{symbol}", for_each: { symbol: "{symbol}" }, include_from_parent: ["symbol"] },
      ],
    };
    const { rows } = await run(definition, () => ({ json: [{ a: 1 }] }), { settings: { symbol: ["x", "y"] } });
    expect(rows).toEqual([
      { a: "1", symbol: "x" },
      { a: "1", symbol: "y" },
    ]);
  });

  test("method and body of the setup panel are those of the first operation", async () => {
    const definition = {
      operations: [
        { id: "a", url: "https://api.test/a" },
        { id: "b", url: "https://api.test/b" },
      ],
    };
    const { requests } = await run(definition, () => ({ json: [] }), {
      overrides: { method: "POST", body: { x: 1 }, headers: [["X-Own", "1"]] },
    });
    expect(requests.map(({ method, body, headers }) => [method, body, new Map(headers).get("X-Own")])).toEqual([
      ["POST", '{"x":1}', "1"],
      ["GET", null, "1"],
    ]);
  });

  test("pull parents first, once, and ask their children with each row", async () => {
    const definition = {
      base_url: "https://api.test",
      operations: [
        {
          id: "tasks",
          url: "/p/{project_id}/tasks",
          for_each: { project_id: "projects.id" },
          include_from_parent: ["name", "project_id"],
        },
        { id: "projects", url: "/projects", pagination: "page" },
      ],
    };
    const api: Api = (request) => {
      if (request.url.pathname !== "/projects") return { json: [{ task: request.url.pathname }] };
      return {
        json:
          request.url.searchParams.get("page") === "1"
            ? [
                { id: 1, name: "A" },
                { id: null, name: "B" },
              ]
            : request.url.searchParams.get("page") === "2"
              ? [{ id: 3, name: "C" }]
              : [],
      };
    };
    const { urls, rows, result } = await run(definition, api);
    expect(urls.map((url) => new URL(url).pathname)).toEqual([
      "/projects",
      "/projects",
      "/projects",
      "/p/1/tasks",
      "/p/3/tasks",
    ]);
    expect(rows.slice(3)).toEqual([
      { task: "/p/1/tasks", projects__name: "A", projects__id: "1" },
      { task: "/p/3/tasks", projects__name: "C", projects__id: "3" },
    ]);
    expect(result.warnings).toEqual([
      'tasks: 1 row of "projects" lacks the value that "tasks" asks with, and was passed over.',
    ]);
    const broken = await run(definition, () => ({ status: 403, json: { message: "no" } }));
    expect(broken.result).toMatchObject({
      status: "failed",
      operations: [{ operation: "projects" }, { operation: "tasks", requests: 0 }],
    });
  });

  test("make a run partial when one operation fails", async () => {
    const definition = {
      base_url: "https://api.test",
      operations: [
        { id: "a", url: "/a" },
        { id: "b", url: "/b" },
      ],
    };
    const { result, rows } = await run(definition, (request) =>
      request.url.pathname === "/a" ? { status: 404, json: { message: "gone" } } : { json: [{ x: 1 }] },
    );
    expect(result).toMatchObject({ status: "partial", error: "a: The API answered 404: gone", rows: 1 });
    expect(rows).toEqual([{ x: "1" }]);
  });

  test("refuse lists that multiply without end", async () => {
    const list = Array.from({ length: 40 }, (_, n) => n);
    const { result, requests } = await run(
      { operations: [{ url: "https://api.test/{a}/{b}" }] },
      () => ({ json: [] }),
      { settings: { a: list, b: list } },
    );
    expect(result).toMatchObject({ status: "failed", error: expect.stringContaining("1600 rounds") });
    expect(requests).toEqual([]);
  });
});

describe("answers", () => {
  const answers = async (reply: Reply, operation: object = {}) =>
    (await run({ operations: [{ url: "https://api.test/x", ...operation }] }, () => reply)).result;

  test("204 is no rows; empty bodies, unreadable ones and missing paths fail", async () => {
    expect(await answers({ status: 204 })).toMatchObject({ status: "success", rows: 0 });
    for (const response_format of ["json", "csv", "xml"])
      expect(await answers({ text: " \n" }, { response_format })).toMatchObject({
        status: "failed",
        error: "The API answered 200 with an empty body, which is no list of rows.",
      });
    expect(await answers({ text: " \n" }, { response_format: "ndjson" })).toMatchObject({ status: "success", rows: 0 });
    expect(await answers({ text: "<html><body>Log in</body></html>" })).toMatchObject({
      status: "failed",
      error: 'The answer is not JSON; it starts with "<html><body>Log in</body></html>".',
    });
    expect(await answers({ text: "[".repeat(100) })).toMatchObject({
      status: "failed",
      error: expect.stringContaining("nests deeper"),
    });
    expect(await answers({ json: { data: 1 } }, { records: "rows" })).toMatchObject({
      status: "failed",
      error: expect.stringContaining('"rows" is missing'),
    });
    expect(await answers({ json: { error: { info: "the quota is used up" } } }, { records: "rows" })).toMatchObject({
      error: 'No records in the answer: "rows" is missing: there is "error". The API says: the quota is used up',
    });
    expect(
      await answers({ json: { data: null, errors: [{ message: "no such field" }] } }, { records: "data.rows" }),
    ).toMatchObject({
      status: "failed",
      error: "The answer has a notice in place of records. The API says: no such field",
    });
    expect(await answers({ json: { data: null, message: "nothing found" } }, { records: "data.rows" })).toMatchObject({
      status: "success",
      warnings: ["An answer has null in the place of records. The API says: nothing found"],
    });
    expect(await answers({ json: { data: null } }, { records: "data.rows" })).toMatchObject({
      status: "success",
      warnings: [],
    });
    expect(
      await answers({ json: {}, status: 404 }, { response_actions: [{ status: 404, action: "ignore" }] }),
    ).toMatchObject({ status: "success", operations: [{ stopReason: "ignored" }] });
  });

  test("are retried when they may pass, and only then", async () => {
    const flaky = await run(ITEMS, (_request, number) =>
      number < 3 ? { ok: false, reason: "network", finding: LOST, retryable: true } : { json: [{ a: 1 }] },
    );
    expect(flaky).toMatchObject({ sleeps: [500, 1_000], result: { status: "success", rows: 1 } });
    const down = await run(ITEMS, () => ({ status: 503, text: "<html><title>Down</title>" }));
    expect(down).toMatchObject({
      sleeps: [500, 1_000, 2_000, 4_000],
      result: { status: "failed", error: "The API answered 503: Down (after 5 tries)." },
    });
    const denied = await run(ITEMS, () => ({
      ok: false,
      reason: "consent_changed",
      finding: finding("origin-not-agreed", { origin: "https://api.test" }),
      retryable: false,
    }));
    expect(denied).toMatchObject({
      sleeps: [],
      result: { status: "failed", errorCode: "consent_changed", error: expect.stringContaining("agreed to") },
    });
  });

  test("may be ndjson or csv", async () => {
    const ndjson = await run({ operations: [{ url: "https://api.test/x", response_format: "ndjson" }] }, () => ({
      text: '{"a":9007199254740993}\n\n{"a":null}\r\n',
    }));
    expect(ndjson.rows).toEqual([{ a: "9007199254740993" }, { a: null }]);
    const csv = await run(
      { operations: [{ url: "https://api.test/x", response_format: "csv", delimiter: ";" }] },
      () => ({ text: '\ufeffid;"na""me"\r\n1;"x;\ny"\n2\n\n' }),
    );
    expect(csv.rows).toEqual([
      { id: "1", 'na"me': "x;\ny" },
      { id: "2", 'na"me': null },
    ]);
    expect(
      (
        await run({ operations: [{ url: "https://api.test/x", response_format: "csv" }] }, () => ({
          text: 'a\n"never',
        }))
      ).result.error,
    ).toMatch(/never ends/);
  });
});

describe("limits and secrets", () => {
  test("credentials go to the origin of base_url only", async () => {
    const definition = {
      base_url: "https://api.test",
      auth: { type: "bearer" },
      operations: [
        { id: "a", url: "/a" },
        { id: "b", url: "https://files.test/b" },
      ],
    };
    const { requests, result } = await run(definition, () => ({ json: [] }), { secrets: { token: "ghp_test" } });
    expect(result.status).toBe("success");
    expect(requests.map((request) => request.headers.some(([name]) => name === "Authorization"))).toEqual([
      true,
      false,
    ]);
    const parsed = parseDefinition({ protocol: "rest", ...definition });
    expect(parsed.ok ? consentOf(parsed.definition).places.map((place) => place.host) : parsed.faults).toEqual([
      "https://api.test",
    ]);
  });

  test("a test read ends at its limits, and says so", async () => {
    const endless: Api = (_request, number) => ({ json: [{ a: number }, { a: 2 }] });
    const paged = { operations: [{ url: "https://api.test/x/{s}", pagination: "page" }] };
    expect((await run(paged, endless, { settings: { s: "1" }, limits: { maxPages: 2 } })).result).toMatchObject({
      status: "success",
      rows: 4,
      operations: [{ stopReason: "page_limit" }],
    });
    expect((await run(paged, endless, { settings: { s: "1" }, limits: { maxRows: 3 } })).result).toMatchObject({
      status: "success",
      rows: 3,
      operations: [{ stopReason: "row_limit", pages: 2 }],
    });
    expect(
      (await run(paged, endless, { settings: { s: ["1", "2"] }, limits: { maxRounds: 1, maxPages: 1 } })).result,
    ).toMatchObject({ rows: 2, operations: [{ stopReason: "round_limit" }] });
  });

  test("never shows a secret: not in errors, nor in the requests shown", async () => {
    const secret = "CANARY-3f/9+ü";
    const definition = {
      auth: { type: "apikey", in: "query", name: "key" },
      operations: [
        {
          url: "https://api.test/{pin}",
          params_fields: [{ key: "pin", private: true }],
          headers: { "X-P": "a {pin}" },
        },
      ],
    };
    const input = {
      secrets: { token: secret },
      settings: { pin: "CANARY-pin" },
      overrides: { headers: [["X-Row", "CANARY-row"]] as const },
    };
    const good = await run(definition, () => ({ json: [{ a: 1 }] }), input);
    expect(good.urls[0]).toContain(encodeURIComponent(secret));
    expect(JSON.stringify(good.steps)).not.toContain("CANARY");
    const echo: Api = (request) => ({
      status: 400,
      json: { message: `you sent ${request.url.href} ${JSON.stringify(request.headers)} ${secret}` },
    });
    const bad = await run(definition, echo, input);
    expect(bad.result.error).toContain("you sent");
    expect(JSON.stringify([bad.steps, bad.result])).not.toContain("CANARY");
  });

  test("says which credential or value is missing, before anything is sent", async () => {
    const signed = await run({ ...ITEMS, auth: { type: "bearer" } }, () => ({ json: [] }));
    expect(signed).toMatchObject({
      requests: [],
      result: { status: "failed", errorCode: "auth_missing", error: 'The connection needs a value for "token".' },
    });
    const open = await run({ operations: [{ url: "https://api.test/{a}", params_fields: [{ key: "a" }] }] }, () => ({
      json: [],
    }));
    expect(open).toMatchObject({ requests: [], result: { error: 'The URL needs a value for "a".' } });
    const later = await run({ ...ITEMS, auth: { type: "oauth2", token_url: "https://id.test/t" } }, () => ({
      json: [],
    }));
    expect(later).toMatchObject({
      requests: [],
      result: { errorCode: "auth_missing", error: 'The connection needs a value for "access_token".' },
    });
  });

  test("keeps the rate that the definition sets", async () => {
    const { sleeps } = await run(
      {
        operations: [
          { url: "https://api.test/x", pagination: { strategy: "page" }, rate_limit: { requests: 2, per: "second" } },
        ],
      },
      (_request, number) => ({ json: number < 3 ? [{ a: number }] : [] }),
    );
    expect(sleeps).toEqual([500, 500]);
  });

  test("filters after counting, projects, and uses a field's default", async () => {
    const definition = {
      operations: [
        {
          url: "https://api.test/x",
          query: { q: "{q}" },
          params_fields: [{ key: "q", default: "d" }],
          pagination: "page",
          filter: { path: "keep", equals: true },
          columns: [{ name: "n", path: "deep.n", type: "integer" }],
        },
      ],
    };
    const pages: Json[] = [[{ keep: false }], [{ keep: true, deep: { n: "7" } }], []];
    const { rows, urls } = await run(definition, (_request, number) => ({ json: pages[number - 1] }));
    expect(rows).toEqual([{ n: "7" }]);
    expect(urls[2]).toBe("https://api.test/x?q=d&page=3");
  });

  test("a field that does not show has no value, whatever its default or an earlier setting says", async () => {
    const definition = {
      params_fields: [
        { key: "mode", default: "latest" },
        { key: "count", type: "number", default: 10, visible_if: { mode: "latest" } },
        { key: "span", type: "group", visible_if: { mode: "range" }, fields: [{ key: "from", default: "2024-01-01" }] },
      ],
      operations: [{ url: "https://api.test/x", query: { count: "{count}", from: "{from}" } }],
    };
    const asked = async (settings: Record<string, Json>) =>
      (await run(definition, () => ({ json: [] }), { settings })).urls[0];
    expect(await asked({})).toBe("https://api.test/x?count=10");
    expect(await asked({ mode: "range", count: 5 })).toBe("https://api.test/x?from=2024-01-01");
  });

  test("passes on what a port throws: a stopped run is no failed API", async () => {
    const stopped = new Error("stopped");
    await expect(run(ITEMS, () => ({ status: 500 }), { sleep: () => Promise.reject(stopped) })).rejects.toBe(stopped);
  });
});
