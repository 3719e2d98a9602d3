import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { redactSecrets } from "#infra/egress/redact-secrets.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import { httpServer, outboundTo, type TestServer } from "#testing/servers/outbound-servers.ts";
import { consentOf } from "../../connector-language/consent/consent.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import type { TestReadPlan } from "./plan-test-read.ts";
import { EMPTY_CONFIG } from "../api-access/instance-config.ts";
import { checkConnection } from "./check-connection.ts";
import { testRead } from "./test-read.ts";
import { localTime } from "#infra/time/local-time.ts";
import type { TryPorts } from "./perform-test-read.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An API made of one function, and the ports to test a definition on it. */
async function trying(
  operations: object[],
  answer: (path: string, response: ServerResponse) => void,
  timeoutMs = 30_000,
): Promise<[TryPorts, TestReadPlan]> {
  const server = await httpServer((request, response) => answer(request.url ?? "", response));
  servers.push(server);
  const outbound = outboundTo([server]);
  const parsed = parseDefinition({ protocol: "rest", base_url: `http://api.test:${server.port}`, operations });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const { definition } = parsed;
  // Without a saved sign-in the log and the vault are not read.
  const none = {} as never;
  const ports = {
    vault: none,
    log: none,
    exclusive: none,
    openCalls: openCalls(outbound),
    encodingOf: () => "windows-1252",
    userAgent: "Tributary/test",
    time: localTime,
    hide: redactSecrets,
    timeoutMs,
  };
  return [ports, { definition, config: EMPTY_CONFIG, method: null, reach: consentOf(definition), signedIn: null }];
}

const json = (response: ServerResponse, value: unknown) =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

test("when the time is over, what came so far is shown with the reason", async () => {
  const operations = [
    { id: "quick", url: "/quick" },
    { id: "slow", url: "/slow", pagination: { strategy: "page", page_param: "page" } },
    { id: "never", url: "/never" },
  ];
  const [ports, plan] = await trying(
    operations,
    (path, response) => {
      if (path !== "/slow?page=2") json(response, [{ id: 1 }]);
    },
    600,
  );
  const { ok, error, operations: tried } = await testRead(ports, plan);
  expect([ok, error]).toEqual([false, "The test was stopped after 0.6 seconds; what came until then is shown."]);
  expect(tried.map(({ id, status, stop, rows }) => [id, status, stop, rows])).toEqual([
    ["quick", "success", "single_page", [{ id: 1 }]],
    ["slow", "cut", "time_limit", [{ id: 1 }]],
    ["never", "cut", "not_reached", []],
  ]);
  expect(tried[1]?.requests.map(({ url, response }) => [new URL(url).search, response?.status])).toEqual([
    ["?page=1", 200],
    ["?page=2", undefined],
  ]);
});

test("waits that the API asks for are told, also the one that the time cut short", async () => {
  let calls = 0;
  const [ports, plan] = await trying(
    [{ id: "busy", url: "/" }],
    (_path, response) => {
      calls += 1;
      response.writeHead(429, { "retry-after": calls === 1 ? "0.05" : "60" }).end('{"message":"Slow down"}');
    },
    600,
  );
  const {
    operations: [busy],
  } = await testRead(ports, plan);
  expect(busy?.requests.map(({ attempt, notes }) => [attempt, notes])).toEqual([
    [1, []],
    [2, ["The API answered 429: Slow down: tried again after 0.1 s, as the API asked."]],
  ]);
  expect(busy?.warnings).toEqual(["The API answered 429: Slow down: tried again after 10 s, as the API asked."]);
});

test("an API that is silent fails the check within the time", async () => {
  const [ports, plan] = await trying([{ id: "silent", url: "/" }], () => undefined, 300);
  expect(await checkConnection(ports, plan)).toMatchObject({
    ok: false,
    status: null,
    message: "The API did not answer within 0.3 seconds.",
  });
});

test("a body that is read piece by piece is shown from its beginning", async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => JSON.stringify({ id: at })).join("\n");
  const [ports, plan] = await trying(
    [{ id: "lines", url: "/", response_format: "ndjson" }],
    (_path, response) => void response.writeHead(200, { "content-type": "application/x-ndjson" }).end(lines),
  );
  const {
    operations: [tried],
  } = await testRead(ports, plan);
  expect(tried).toMatchObject({ status: "success", stop: "row_limit" });
  expect(tried?.rows).toHaveLength(100);
  expect(tried?.requests[0]?.response?.body).toEqual({ text: lines.slice(0, 2_048), cut: true });
});
