import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { VERSION } from "./version.ts";
import { startCommand } from "#testing/command/run-command.ts";
import { eventually } from "#testing/eventually.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** Servers that are busy, away, cut answers off or lead elsewhere. */
let folder: string;
let server: TestServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-trouble-"));
});
afterEach(() => server?.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

type Turn = (response: ServerResponse, request: IncomingMessage) => void;

/** A server whose answers take turns; the last one stays. */
async function answers(...turns: readonly Turn[]): Promise<readonly IncomingMessage[]> {
  const seen: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push(request);
    turns[Math.min(seen.length, turns.length) - 1]?.(response, request);
  };
  server = await httpServer(listener);
  return seen;
}

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Turn =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const busy = (seconds: number, status = 503) =>
  json(status, { error: "Later.", code: "streams-busy" }, { "retry-after": String(seconds) });
const start = (...args: readonly string[]) =>
  startCommand(args, {
    TRIBUTARY_URL: `http://127.0.0.1:${server!.port}`,
    TRIBUTARY_KEY: "trib_a-key-for-tests",
    XDG_CONFIG_HOME: folder,
  });
const output = () => path.join(folder, "rows.csv");

test("a busy server is asked again after the time it says", async () => {
  const seen = await answers(busy(1), busy(1, 429), json(200, []));
  const { exit, err } = await start("list").ended;
  expect([exit, seen.length, err]).toEqual([0, 3, expect.stringContaining("Trying again in 1 s.")]);
});

test("one that stays busy longer than the command's patience is not", async () => {
  const seen = await answers(busy(3_600));
  const { exit, err } = await start("list", "--max-wait", "60").ended;
  expect([exit, seen.length, err]).toEqual([6, 1, "tributary: Later. (streams-busy)\n"]);
});

test("the command tells its version without a server", async () => {
  const { exit, out } = await startCommand(["--version"], {}).ended;
  expect([exit, out]).toEqual([0, `${VERSION}\n`]);
});

test("a limit that stays reached is a conflict", async () => {
  await answers(busy(3_600, 429));
  expect((await start("list").ended).exit).toBe(5);
});

test("a change that is repeated keeps its Idempotency-Key", async () => {
  const seen = await answers(busy(1), json(202, { runId: "r-1", status_url: "x" }));
  const { exit, out } = await start("run", "0198d5a0-0000-7000-8000-000000000001").ended;
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
  expect([exit, out, new Set(keys).size, keys.length]).toEqual([0, "r-1\n", 1, 2]);
  expect(keys[0]).toBeTruthy();
});

test("a server that is away ends the command with 6", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { exit, err } = await startCommand(["list", "--url", url, "--max-wait", "0"], {
    TRIBUTARY_KEY: "trib_a-key-for-tests",
    XDG_CONFIG_HOME: folder,
  }).ended;
  expect([exit, err]).toEqual([6, `tributary: ${url} cannot be reached (ECONNREFUSED).\n`]);
});

test("a fault of the server ends it with 6, and JSON tells the facts", async () => {
  await answers(json(500, { error: "Something went wrong.", code: "server-fault", request_id: "r" }));
  const { exit, out, err } = await start("list", "--json").ended;
  expect([exit, out, JSON.parse(err)]).toEqual([
    6,
    "",
    { error: "Something went wrong.", exit: 6, status: 500, code: "server-fault", request_id: "r" },
  ]);
});

test("the key does not follow a redirect", async () => {
  const elsewhere = await httpServer((_request, response) => response.end("[]"));
  try {
    await answers((response) => response.writeHead(302, { location: `http://127.0.0.1:${elsewhere.port}/` }).end());
    expect([(await start("list").ended).exit, elsewhere.connections()]).toEqual([6, 0]);
  } finally {
    await elsewhere.close();
  }
});

test("the next page is asked of the same server, whatever its link says", async () => {
  const next = { link: '<http://127.0.0.1:9/api/stream/data?page=2>; rel="next"' };
  const seen = await answers(json(200, [{ table: "one" }], next), json(200, [{ table: "two" }]));
  const { out } = await start("list", "--json").ended;
  expect([out, seen[1]?.url]).toEqual(['{"table":"one"}\n{"table":"two"}\n', "/api/stream/data?page=2"]);
});

const cut: Turn = (response) => {
  response.writeHead(200, { "content-type": "text/csv" });
  response.write("a\n1\n", () => response.destroy());
};

test("a stream that was cut off is read again from its beginning", async () => {
  await answers(cut, (response) => response.end("a\n1\n2\n"));
  const { exit, err } = await start("pull", "t", "-o", output()).ended;
  expect([exit, err, await readFile(output(), "utf8")]).toEqual([
    0,
    expect.stringContaining("Reading it again."),
    "a\n1\n2\n",
  ]);
});

test("one that is always cut off leaves the old file, and nothing beside it", async () => {
  await writeFile(output(), "old\n");
  await answers(cut);
  const { exit } = await start("pull", "t", "-o", output()).ended;
  expect([exit, await readFile(output(), "utf8")]).toEqual([6, "old\n"]);
  expect(await readdir(folder)).toEqual(["rows.csv"]);
});

test("Ctrl-C and SIGTERM end a pull at once and leave nothing half-written", async () => {
  for (const [signal, exit] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    await server?.close();
    await writeFile(output(), "old\n");
    await answers((response) => void response.writeHead(200, { "content-type": "text/csv" }).write("a\n1\n"));
    const pulling = start("pull", "t", "-o", output());
    await eventually(async () => (await readdir(folder)).some((name) => name.endsWith(".part")));
    pulling.process.kill(signal);
    expect((await pulling.ended).exit).toBe(exit);
    expect([await readdir(folder), await readFile(output(), "utf8")]).toEqual([["rows.csv"], "old\n"]);
  }
});
