import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDefinition } from "#domain/connector-language/validation/parse-definition.ts";
import { createOutbound } from "../egress/create-outbound.ts";
import type { OutboundHeaders, OutboundRequest } from "../egress/outbound-port.ts";
import { sandboxConnectors } from "./sandbox-connectors.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";
import { startSandboxApi, type SandboxApi } from "./start-sandbox-api.ts";

let folder: string;
let api: SandboxApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  api = await startSandboxApi({ socketPath: join(folder, "s") });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

async function ask(path: string, headers: OutboundHeaders = [], more: Partial<OutboundRequest> = {}) {
  const outbound = createOutbound({ allow: [], sandboxSocket: join(folder, "s"), userAgent: "Tributary/test" });
  const answer = await outbound.send({
    url: `https://sandbox.invalid${path}`,
    method: "GET",
    headers,
    allowedOrigins: ["http://sandbox.invalid"],
    secrets: [],
    secretHeaders: [],
    ...more,
  });
  if (!answer.ok) return answer;
  const text = Buffer.from(answer.body).toString();
  const link = answer.headers.find(([name]) => name.toLowerCase() === "link")?.[1];
  const type = answer.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return { status: answer.status, text, link, type, json: () => JSON.parse(text) };
}
type Read = Exclude<Awaited<ReturnType<typeof ask>>, { ok: false }>;
const read = async (...given: Parameters<typeof ask>) => (await ask(...given)) as Read;

const BEARER: OutboundHeaders = [["Authorization", "Bearer sandbox-key"]];
const BASIC: OutboundHeaders = [["Authorization", `Basic ${btoa("sandbox:sandbox-key")}`]];

test("the socket is for this user alone", async () => {
  expect((await stat(join(folder, "s"))).mode & 0o777).toBe(0o600);
});

test("a socket left by a killed process is replaced, another file is not", async () => {
  const socketPath = join(folder, "left");
  const left = createServer();
  await new Promise<void>((resolve) => left.listen(socketPath, resolve));
  const again = await startSandboxApi({ socketPath });
  await again.close();
  left.close();
  await writeFile(join(folder, "file"), "precious");
  await expect(startSandboxApi({ socketPath: join(folder, "file") })).rejects.toThrow("EADDRINUSE");
});

test("the index names every endpoint", async () => {
  const { json } = await read("/");
  expect(json().endpoints.map(({ path }: { path: string }) => path)).toEqual([
    "/",
    "/v1/stations",
    "/v1/measurements",
    "/v1/rainfall",
    "/v1/soil",
    "/v1/alerts",
    "/v1/search",
    "/v1/limited",
    "/v1/slow",
    "/v1/failing",
    "/v1/html",
    "/v1/broken",
    "/v1/nested",
  ]);
});

describe("paging reaches every row once", () => {
  test("by page", async () => {
    const ids: string[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const { stations } = (await read(`/v1/stations?page=${page}`)).json();
      ids.push(...stations.map(({ id }: { id: string }) => id));
    }
    expect(ids).toHaveLength(48);
    expect(new Set(ids).size).toBe(48);
  });

  test("by cursor, for all and for one station", async () => {
    for (const [filter, count] of [
      ["", 2880],
      ["&station=ST-007", 60],
    ] as const) {
      const ids = new Set<number>();
      for (let cursor: string | null = ""; cursor !== null;) {
        const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
        const page = (await read(`/v1/measurements?limit=200${filter}${at}`, BEARER)).json();
        for (const { id } of page.data) ids.add(id);
        cursor = page.next_cursor;
      }
      expect(ids.size).toBe(count);
    }
  });

  test("by offset", async () => {
    const page = (await read("/v1/rainfall?offset=700&limit=100", [["X-API-Key", "sandbox-key"]])).json();
    expect([page.total, page.data.length]).toEqual([720, 20]);
  });

  test("by link", async () => {
    let count = 0;
    for (let path: string | undefined = "/v1/alerts"; path !== undefined;) {
      const answer: Read = await read(path, BASIC);
      count += answer.json().length;
      path = /^<(\/[^>]+)>; rel="next"$/.exec(answer.link ?? "")?.[1];
    }
    expect(count).toBe(65);
  });
});

test.each([
  ["/v1/measurements", [["Authorization", "Bearer wrong"]]],
  ["/v1/rainfall", []],
  ["/v1/soil?apikey=wrong", []],
  ["/v1/alerts", BEARER],
] as const)("%s without the right key is 401 and says which", async (path, headers) => {
  const answer = await read(path, headers);
  expect(answer.status).toBe(401);
  expect(answer.json().error).toMatch(/^The key is missing or wrong\. .*sandbox-key/);
});

test("the query key opens /v1/soil", async () => {
  expect((await read("/v1/soil?apikey=sandbox-key")).json()).toHaveLength(120);
});

test("search takes a JSON body and refuses a bad one", async () => {
  const post = (body: string) => read("/v1/search", [["content-type", "application/json"]], { method: "POST", body });
  const found = (await post('{"station":"ST-001","min_level":2,"limit":5}')).json();
  expect(found.results.length).toBe(5);
  expect(found.results.every((row: { level_m: number }) => row.level_m >= 2)).toBe(true);
  for (const body of ["", "{", "[]", '{"station":1}', '{"limit":0}', '{"min_level":"2"}'])
    expect((await post(body)).status).toBe(400);
  expect((await read("/v1/search")).status).toBe(405);
});

test("limited asks to wait for a second, then answers, then asks again", () => {
  let now = 5_000;
  const answer = sandboxRoutes(() => now);
  const call = () =>
    answer({ method: "GET", path: "/v1/limited", query: new URLSearchParams(), header: () => undefined, body: "" });
  expect(call()).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
  now += 999;
  expect(call().status).toBe(429);
  now += 1;
  expect(call().status).toBe(200);
  expect(call().status).toBe(429);
});

test("what misbehaves does so as promised", async () => {
  expect((await read("/v1/failing")).status).toBe(500);
  expect((await read("/v1/html")).type).toContain("text/html");
  expect(await ask("/v1/broken")).toMatchObject({ ok: false, reason: "network", retryable: true });
  expect((await read("/v1/slow?delay=0")).json()).toHaveLength(5);
  expect(await ask("/v1/slow?delay=20", [], { limits: { headersMs: 50 } })).toMatchObject({ reason: "timeout" });
  expect((await read("/v1/nested")).text).toContain("12345678901234567890");
  expect((await read("/v1/nested")).json().items).toHaveLength(4);
});

test.each([
  "/v1/stations?page=0",
  "/v1/stations?limit=x",
  "/v1/stations?limit=9999",
  "/v1/slow?delay=21",
  "/v1/slow?delay=-1",
])("%s is 400", async (path) => expect((await read(path)).status).toBe(400));

test("an unknown path is 404, whatever it is called", async () => {
  for (const path of ["/v2", "/v1/stations/", "/constructor", "/__proto__"])
    expect((await read(path)).status).toBe(404);
});

test("every row is the same every time", async () => {
  expect((await read("/v1/stations?limit=1")).json().stations).toEqual([
    {
      id: "ST-001",
      name: "Gauge 1",
      reach: "upper",
      latitude: 47.98,
      longitude: 6.98,
      elevation_m: 914,
      active: true,
      opened: "2015-01-04",
    },
  ]);
});

describe("the connectors", () => {
  test.each(sandboxConnectors.map((connector) => [connector.title, connector] as const))(
    "%s is valid",
    (_title, { definition }) => {
      expect(parseDefinition(definition)).toMatchObject({ ok: true });
    },
  );
});
