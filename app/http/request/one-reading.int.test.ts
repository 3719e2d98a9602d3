import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/*
 * Each spelling of a credential is sent to a page, a call, a private dataset, a form and the kept pages of visitors: all
 * of them must take it for the same user, or all for nobody.
 */
let db: InstalledDatabase;
let product: Product;
let mallory: Person;
let dataset: { readonly id: string; readonly table_name: string };
let key = "";
let cookie = "";

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  mallory = await product.person("Mallory", 3);
  cookie = mallory.cookie;
  dataset = (await mallory.upload("a\n1\n", { title: "Secret of Mallory", is_public: "false" })).json;
  key = (await mallory.post("/api/users/api-keys", { scopes: SCOPES })).json.secret;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

type Line = readonly [name: string, value: string];
type Seen = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string };

/** Sends these lines of headers and no others, in this order. */
function send(method: string, path: string, lines: readonly Line[]): Promise<Seen> {
  const host: readonly Line[] = lines.some(([name]) => name.toLowerCase() === "host")
    ? []
    : [["Host", `127.0.0.1:${product.port}`]];
  const body = method === "PATCH" ? '{"title":"Secret of Mallory"}' : "";
  const type: readonly Line[] =
    body === ""
      ? []
      : [
          ["Content-Type", "application/json"],
          ["Content-Length", String(body.length)],
        ];
  return new Promise((resolve, reject) => {
    const headers = [...host, ...lines, ...type].flat();
    request({ host: "127.0.0.1", port: product.port, path, method, headers: headers as never }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
      );
    })
      .once("error", reject)
      .end(body);
  });
}

const ours: Line = ["Sec-Fetch-Site", "same-origin"];
const foreign: Line = ["Sec-Fetch-Site", "cross-site"];
const change = () => `/api/assets/${dataset.id}`;
let asked = 0;

/** Whom each door takes a request with these lines for. */
async function judged(lines: readonly Line[]) {
  asked += 1;
  const path = `/documentation?asked=${asked}`;
  const [page, me, rows, stream] = [
    await send("GET", path, lines),
    await send("GET", "/api/users/me", lines),
    await send("GET", `/api/assets/${dataset.id}`, lines),
    await send("GET", `/d/${dataset.table_name}.csv`, lines),
  ];
  const [changes, unproven, elsewhere] = [
    await send("PATCH", change(), [...lines, ours]),
    await send("PATCH", change(), lines),
    await send("PATCH", change(), [...lines, foreign]),
  ];
  const visitor = await send("GET", path, []);
  const data = await send("GET", "/documentation.data", lines);
  return {
    page: page.status === 200 ? page.body.includes("Account menu of Mallory") : page.status,
    data: data.status === 200 ? data.body.includes('"Mallory"') : data.status,
    caching: [page.headers["cache-control"], page.headers["etag"] !== undefined],
    me: me.status,
    rows: rows.status,
    stream: stream.status,
    changes: changes.status,
    unproven: unproven.status,
    elsewhere: elsewhere.status,
    leaked: visitor.body.includes("Mallory"),
    visitor: visitor.status,
  };
}

const NO_STORE = ["no-store", false];
const KEPT = ["private, no-cache", true];
const base = { leaked: false, visitor: 200, stream: 401 };
/** By a cookie: everywhere the user, who must prove where a change comes from. */
const SOMEBODY = {
  ...base,
  ...{ page: true, data: true, caching: NO_STORE, me: 200, rows: 200, changes: 200, unproven: 403, elsewhere: 403 },
};
/** A cookie that is no session: everywhere a visitor. Whatever looks like a credential never meets a kept page. */
const NOBODY = {
  ...base,
  ...{ page: false, data: false, caching: NO_STORE, me: 401, rows: 404, changes: 401, unproven: 403, elsewhere: 403 },
};
/** Cookies of others: a visitor who gets kept pages. */
const VISITOR = { ...NOBODY, caching: KEPT };
/** By a key: the user for programs, nobody on pages. */
const PROGRAM = {
  ...base,
  ...{ page: false, data: false, caching: NO_STORE, me: 200, rows: 200, stream: 200, changes: 200, unproven: 200 },
  elsewhere: 200,
};
/** A password of Basic is sent again by browsers, and so proves nothing. */
const TYPED = { ...PROGRAM, elsewhere: 403 };
/** A credential that is none: programs are told so, pages are a visitor's. */
const WRONG = {
  ...base,
  ...{ page: false, data: false, caching: NO_STORE, me: 401, rows: 401, changes: 401, unproven: 401, elsewhere: 401 },
};
/** Nothing answers what two readers may read differently. */
const REFUSED = {
  ...base,
  ...{ page: 400, data: 400, caching: NO_STORE, me: 400, rows: 400, stream: 400, changes: 400, unproven: 400 },
  elsewhere: 400,
};

const token = () => cookie.slice("token=".length);
const one = (text: string): Line[] => [["Cookie", text]];

describe("cookies", () => {
  test.each<[string, () => readonly Line[], object]>([
    ["as browsers send it", () => one(cookie), SOMEBODY],
    ["with others around it", () => one(`a=1; ${cookie}; theme=x`), SOMEBODY],
    ["without a space between", () => one(`a=1;${cookie};b=2`), SOMEBODY],
    ["a space before =", () => one(`token =${token()}`), SOMEBODY],
    ["a tab before =", () => one(`token\t=${token()}`), SOMEBODY],
    ["a space behind =", () => one(`token= ${token()}`), SOMEBODY],
    ["spaces and tabs everywhere", () => one(` \t token \t = \t ${token()} \t `), SOMEBODY],
    ["empty pairs before it", () => one(`;; ;token=${token()};;`), SOMEBODY],
    ["with $Version", () => one(`$Version=1; ${cookie}; $Path=/`), SOMEBODY],
    ["a cookie with = in its value beside it", () => one(`a=b=c==; ${cookie}`), SOMEBODY],
    ["twice the same", () => one(`${cookie}; ${cookie}`), SOMEBODY],
    ["an empty one beside it", () => one(`token=; ${cookie}`), SOMEBODY],
    ["in the second of two lines", () => [...one("a=1"), ...one(cookie)], SOMEBODY],
    ["the same in two lines", () => [...one(cookie), ...one(cookie)], SOMEBODY],
    ["another planted before it", () => one(`token=planted; ${cookie}`), NOBODY],
    ["another planted behind it", () => one(`${cookie}; token =planted`), NOBODY],
    ["another planted in a line of its own", () => [...one(cookie), ...one("token=planted")], NOBODY],
    ["in quotes", () => one(`token="${token()}"`), NOBODY],
    ["its name in quotes", () => one(`"token"=${token()}`), NOBODY],
    ["in upper case", () => one(`TOKEN=${token()}`), NOBODY],
    ["in mixed case with a space", () => one(`Token =${token()}`), NOBODY],
    ["its name percent-encoded", () => one(`%74oken=${token()}`), NOBODY],
    ["its value percent-encoded", () => one(`token=${token().replaceAll(".", "%2E")}`), NOBODY],
    ["with the prefix __Host-", () => one(`__Host-token=${token()}`), NOBODY],
    ["with the prefix __Secure-", () => one(`__Secure-token=${token()}`), NOBODY],
    ["without a value", () => one("token"), NOBODY],
    ["with an empty value", () => one("token="), NOBODY],
    ["with = before its name", () => one(`=token=${token()}`), NOBODY],
    ["with nothing before =", () => one(`=${token()}`), NOBODY],
    ["an x behind its name and no =", () => one("tokenx"), NOBODY],
    ["behind a comma", () => one(`a=1, token=${token()}`), NOBODY],
    ["behind a comma, without a name before", () => one(`,token=${token()}`), NOBODY],
    ["= in its value", () => one(`token=${token()}=`), NOBODY],
    ["behind a space that is none", () => one(`\u00a0token=${token()}`), NOBODY],
    ["behind a form feed of Latin-1", () => one(`token\u0085=${token()}`), NOBODY],
    ["in a quoted value of another", () => one(`a="; token=planted; ${cookie}"`), NOBODY],
    ["a message for one person", () => one("flash =x"), NOBODY],
    ["the page to return to", () => one("RETURN=x"), NOBODY],
    ["of others only", () => one("_ga=GA1.1.5; SERVERID=a"), VISITOR],
    ["an empty line", () => one(""), VISITOR],
    ["a name that begins like it", () => one("tokens=1; xtoken=2"), VISITOR],
  ])("%s", async (_name, lines, expected) => {
    expect(await judged(lines())).toEqual(expected);
  });
});

describe("keys", () => {
  const bearer = (scheme: string, value: string): Line[] => [["Authorization", `${scheme} ${value}`]];
  const basic = (text: string) => Buffer.from(text).toString("base64");
  test.each<[string, () => readonly Line[], object]>([
    ["Bearer", () => bearer("Bearer", key), PROGRAM],
    ["in upper case", () => bearer("BEARER", key), PROGRAM],
    ["in lower case", () => bearer("bearer", key), PROGRAM],
    ["with spaces", () => bearer("Bearer  ", `${key}  `), PROGRAM],
    ["with a tab", () => [["Authorization", `Bearer\t${key}`]], PROGRAM],
    ["as a password of Basic", () => bearer("Basic", basic(`x:${key}`)), TYPED],
    ["as a password of bASIC", () => bearer("bASIC", basic(`:${key}`)), TYPED],
    ["as a user of Basic", () => bearer("Basic", basic(`${key}:`)), WRONG],
    ["of an unknown scheme", () => bearer("Token", key), WRONG],
    ["without a scheme", () => [["Authorization", key]], WRONG],
    ["two in one line", () => bearer("Bearer", `${key}, Bearer ${key}`), WRONG],
    ["in quotes", () => bearer("Bearer", `"${key}"`), WRONG],
    ["empty", () => [["Authorization", ""]], WRONG],
    ["in two lines", () => [...bearer("Bearer", key), ...bearer("Bearer", key)], REFUSED],
    ["behind another", () => [...bearer("Bearer", "trib_other"), ...bearer("Bearer", key)], REFUSED],
    ["the session as a key", () => bearer("Bearer", token()), WRONG],
    ["beside the session", () => [...bearer("Bearer", key), ...one(cookie)], { ...PROGRAM, page: true, data: true }],
    [
      "wrong beside the session",
      () => [...bearer("Bearer", "x"), ...one(cookie)],
      { ...WRONG, page: true, data: true },
    ],
  ])("%s", async (_name, lines, expected) => {
    expect(await judged(lines())).toEqual(expected);
  });

  test.each<[string, () => string, number]>([
    ["once", () => `api_key=${key}`, 200],
    ["as a token that it is not", () => "token=x", 401],
    ["twice the same by two names", () => `api_key=${key}&token=${key}`, 200],
    ["two that differ", () => `api_key=${key}&token=other`, 401],
    ["its name percent-encoded", () => `api%5Fkey=${key}`, 200],
    ["as a list", () => `api_key[]=${key}`, 401],
    ["as an object", () => `api_key[a]=${key}`, 401],
    ["in upper case", () => `API_KEY=${key}`, 401],
    ["empty", () => "api_key=&token=", 401],
  ])("in the address, %s", async (_name, query, status) => {
    for (const path of ["/odata/", `/d/${dataset.table_name}.csv`])
      expect([path, (await send("GET", `${path}?${query()}`, [])).status]).toEqual([path, status]);
  });

  test("in the address of OData twice, none counts unless they are the same", async () => {
    expect((await send("GET", `/odata/?api_key=${key}&api_key=other`, [])).status).toBe(401);
    expect((await send("GET", `/odata/?api_key=other&api_key=${key}`, [])).status).toBe(401);
    expect((await send("GET", `/odata/?api_key=${key}`, [["Authorization", "Bearer x"]])).status).toBe(401);
  });
});

describe("where a request comes from", () => {
  const signedIn = (): Line[] => one(cookie);
  const changed = async (...lines: Line[]) => (await send("PATCH", change(), [...signedIn(), ...lines])).status;
  test("only one that proves it once, in one way, may change something", async () => {
    const appUrl = `http://localhost:${product.port}`;
    expect(await changed(["Origin", appUrl])).toBe(200);
    expect(await changed(["Sec-Fetch-Site", "same-origin"])).toBe(200);
    for (const lines of [
      [
        ["Origin", appUrl],
        ["Origin", "http://evil.example"],
      ],
      [
        ["Origin", "http://evil.example"],
        ["Origin", appUrl],
      ],
      [
        ["Sec-Fetch-Site", "same-origin"],
        ["Sec-Fetch-Site", "cross-site"],
      ],
      [["Sec-Fetch-Site", "SAME-ORIGIN"]],
      [
        ["Sec-Fetch-Site", "cross-site"],
        ["Origin", appUrl],
      ],
      [
        ["Sec-Fetch-Site", "of-tomorrow"],
        ["Origin", appUrl],
      ],
      [
        ["Sec-Fetch-Site", ""],
        ["Origin", appUrl],
      ],
      [["Referer", `${appUrl}/`]],
      [
        ["Host", "evil.example"],
        ["Origin", "http://evil.example"],
      ],
    ] as Line[][])
      expect([lines, await changed(...lines)]).toEqual([lines, 403]);
  });

  test("a Host in two lines, or none at all, is refused", async () => {
    expect(
      (
        await send("GET", "/about", [
          ["Host", "a"],
          ["Host", "b"],
        ])
      ).status,
    ).toBe(400);
    expect(
      (
        await send("GET", "/about", [
          ["Host", "a"],
          ["Host", "a"],
        ])
      ).status,
    ).toBe(400);
  });
});
