import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { errorSchema } from "../error-body.ts";

let db: InstalledDatabase;
let product: Product;
const agent = new Agent({ keepAlive: true, maxSockets: 10 });

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
});
afterAll(async () => {
  agent.destroy();
  await product?.remove();
  await db?.drop();
});

type Seen = {
  readonly asked: string;
  readonly status: number;
  readonly allow: string | undefined;
  readonly location: string | undefined;
  readonly text: string;
};

/** Sends a path unchanged; a client such as fetch would normalise it. */
function ask(method: string, path: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const asking = request({ agent, host: "127.0.0.1", port: product.port, method, path }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.once("end", () =>
        resolve({
          asked: `${method} ${path.slice(0, 80)}`,
          status: answer.statusCode ?? 0,
          allow: answer.headers.allow,
          location: answer.headers.location,
          text,
        }),
      );
    });
    asking.once("error", reject).end();
  });
}

/** What is wrong with an answer; empty if it is right. */
function faults(path: string, method: string, { status, allow, location, text }: Seen): string[] {
  const found: string[] = [];
  if (status >= 500) found.push("a fault of ours");
  if (status === 405 && !allow) found.push("405 without Allow");
  if (location !== undefined) {
    const origin = `http://127.0.0.1:${product.port}`;
    const target = new URL(location, origin);
    if (target.origin !== origin || /^\/[/\\]/.test(location)) found.push(`sends people to ${location}`);
  }
  if (/^\/api(\/|$)/.test(path) && status >= 400 && status !== 431 && method !== "HEAD" && !isError(text))
    found.push(`no JSON error: ${text.slice(0, 80)}`);
  return found;
}

function isError(text: string): boolean {
  try {
    return errorSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const PLACES = [
  "",
  "/api",
  "/api/users",
  "/api/users/verify-email",
  "/api/assets",
  "/api/stream/data",
  "/assets",
  "/datastore",
  "/d",
  "/connector_profile",
  "/oauth/callback",
  "/login",
  "/theme",
  "/logout",
];
const ENDS = [
  "/",
  "//",
  "/%5C",
  "/%5c%5cevil.example",
  "/\\evil.example",
  "//evil.example",
  "//evil.example/%2e%2e",
  "/..//evil.example",
  "/.//evil.example",
  "/%2f%2fevil.example",
  "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "/%",
  "/%f",
  "/%ff",
  "/%00",
  "/%0d%0aSet-Cookie:%20a=b",
  "/api/assets/%E2%80%A8",
  "/api/assets/a%E2%80%A9b",
  "/%09",
  "/%7f",
  "/%e2%80%ae",
  "/%f0%9f%8e%88",
  "/%ed%a0%80",
  "/%252e%252e",
  "/:id",
  "/*",
  "/(.*)",
  "/{a}",
  "/[a]",
  "/;a=b",
  "/.data",
  "/_root.data",
  "/__proto__",
  "/constructor",
  "/%5C.data",
  "?",
  "?a",
  "?a=%",
  "?_data=root",
  "?_data=routes%2Fx",
  "?index",
  "?__proto__[a]=b",
  "?redirect=//evil.example",
  "?redirect=/..//evil.example",
  "?q=%00",
  "?page=-1",
  "?page=1e999",
  `/${"a".repeat(2_000)}`,
  `/${"%41".repeat(2_000)}`,
  `?q=${"a".repeat(8_000)}`,
  `/${"a/".repeat(500)}`,
  `/${"a".repeat(20_000)}`,
];
const METHODS = [
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "PURGE",
  "M-SEARCH",
  "QUERY",
];

async function faultsOf(asks: readonly (readonly [string, string])[]): Promise<string[]> {
  const found: string[] = [];
  const left = [...asks];
  const worker = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [method, path] = next;
      const answer = await ask(method, path);
      found.push(...faults(path, method, answer).map((fault) => `${answer.asked}: ${answer.status}, ${fault}`));
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return found.sort();
}

describe("addresses that no page has", () => {
  test("are refused without a fault and lead nowhere else", async () => {
    expect(
      await faultsOf(
        PLACES.flatMap((place) => ENDS.map((end) => ["GET", `${place}${end}`.replace(/^(?!\/)/, "/")] as const)),
      ),
    ).toEqual([]);
  });

  test("get the same from every method", async () => {
    const paths = [
      "/",
      "/%5C",
      "/%",
      "/%00",
      "//evil.example",
      "/login",
      "/theme",
      "/logout",
      "/d/x.csv",
      "/healthz",
      "/none",
      "/assets/none.js",
      "/manage.data",
      "/api",
      "/api/none",
      "/api/%5C",
      "/api/assets",
      "/api/assets/upload-csv",
      "/api/stream/data",
      "/api/users/login",
      "/api/users/verify-email/x",
      "/api/token/excel",
      "/oauth/callback",
    ];
    expect(await faultsOf(paths.flatMap((path) => METHODS.map((method) => [method, path] as const)))).toEqual([]);
  });

  test("say which methods there are", async () => {
    expect(await ask("TRACE", "/")).toMatchObject({ status: 405, allow: "GET, HEAD, POST" });
    expect(await ask("PATCH", "/login")).toMatchObject({ status: 405, allow: "GET, HEAD, POST" });
    expect(await ask("TRACE", "/api/users/login")).toMatchObject({
      status: 405,
      allow: "GET, HEAD, POST, PUT, PATCH, DELETE",
      text: expect.stringContaining(
        '{"error":"TRACE is not possible here.","code":"method-not-allowed","request_id":"',
      ),
    });
    expect(await ask("PUT", "/api/users/login")).toMatchObject({ status: 405, allow: "POST" });
    expect(await ask("OPTIONS", "/login")).toMatchObject({ status: 204, allow: "GET, HEAD, POST" });
    expect((await raw("CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n")).slice(0, 12)).toBe(
      "HTTP/1.1 405",
    );
  });
});

test("a form for a page that has none is refused with one sentence, and its connection can be used again", async () => {
  const body = "a=1&".repeat(60_000);
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const one = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string) =>
    new Promise<{ status: number | undefined; isReused: boolean; text: string }>((resolve, reject) => {
      const asking = request(
        { agent: one, host: "127.0.0.1", port: product.port, method, path: "/datastore", headers },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          answer.once("end", () => resolve({ status: answer.statusCode, isReused: asking.reusedSocket, text }));
        },
      );
      asking.once("error", reject).end(method === "POST" ? body : undefined);
    });
  for (let each = 0; each < 4; each += 1) {
    const refused = await send("POST");
    expect(refused).toMatchObject({ status: 405, text: expect.stringContaining("POST is not possible here.") });
    expect(refused.text).not.toContain("did not provide");
    expect(await send("GET")).toMatchObject({ status: 200, isReused: true });
  }
  one.destroy();
});

describe("HEAD", () => {
  test("verifies no address, makes no token and goes on with no sign-in", async () => {
    const email = "head@example.org";
    await product.call("POST", "/api/users/register", { body: { name: "Head", email, password: "a long password" } });
    const token = await eventually(
      async () => /verify-email\/([\w-]+)/.exec((await product.mailsTo(email)).join())?.[1],
    );
    const verified = async () =>
      (await product.call("POST", "/api/users/login", { body: { email, password: "a long password" } })).status === 200;
    for (const path of [
      `/api/users/verify-email/${token}`,
      `/api/users/verify-email/${token}.data`,
      `/verify-email/${token}`,
      `/verify-email/${token}.data`,
    ]) {
      const status = (await ask("HEAD", path)).status;
      expect([path, status < 500, await verified()]).toEqual([path, true, false]);
    }
    expect(await ask("HEAD", `/api/users/verify-email/${token}`)).toMatchObject({ status: 405, allow: "GET" });
    expect((await ask("GET", `/api/users/verify-email/${token}`)).status).toBe(200);
    expect(await verified()).toBe(true);

    const ada = await product.person("Ada");
    const tokens = async () => (await db.pool.query("select 1 from identity.excel_tokens")).rowCount;
    expect([(await ada.call("HEAD", "/api/token/excel")).status, await tokens()]).toEqual([405, 0]);
    expect([(await ada.call("GET", "/api/token/excel")).status, await tokens()]).toEqual([200, 1]);
    for (const path of ["/oauth/callback?state=x&code=y", "/oauth/callback.data?state=x&code=y"])
      expect((await ada.call("HEAD", path)).status).toBe(405);
    expect((await ada.call("HEAD", "/manage")).status).toBe(200);
  });
});

describe("a request that leaves open what it means", () => {
  test.each([
    ["two hosts", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"],
    ["two equal hosts", "GET /api/assets HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n"],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["two lengths", "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    [
      "a length and chunks",
      "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("is refused: %s", async (_what, bytes) => {
    expect((await raw(bytes)).slice(0, 12)).toBe("HTTP/1.1 400");
  });
});

describe("forwarding headers that nothing is configured for", () => {
  test("are warned of once, in the log and for the operator", async () => {
    const warnings = async () => (await product.call("GET", "/readyz")).json.warnings as string[] | undefined;
    expect(await warnings()).toBeUndefined();
    for (let each = 0; each < 3; each += 1)
      await product.call("GET", "/healthz", { headers: { "x-forwarded-for": "203.0.113.7" } });
    expect(await warnings()).toEqual([expect.stringContaining("TRUST_PROXY")]);
    expect(product.output().match(/TRUST_PROXY is 0/g)).toHaveLength(1);
  });
});

/** Sends bytes and returns all that is received until the other side closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(product.port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(10_000, () => socket.destroy(new Error("No end of the answer")));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.includes("\r\n\r\n")) socket.end();
    });
    socket.once("close", () => resolve(answer)).once("error", reject);
  });
}
