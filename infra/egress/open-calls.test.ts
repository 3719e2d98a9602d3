import { afterEach, expect, test } from "vitest";
import { BrokenAnswer, type SendResponse } from "#domain/connector-language/response/send-response.ts";
import type { OutgoingRequest } from "#domain/connector-language/request/request.ts";
import type { Calls } from "#domain/use-cases/api-access/open-calls.ts";
import { openCalls } from "./open-calls.ts";
import { httpServer, outboundTo, type TestServer } from "#testing/servers/outbound-servers.ts";

const running: TestServer[] = [];
const open: Calls[] = [];
afterEach(async () => {
  for (const calls of open.splice(0)) calls.close();
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function callsTo(listener: Parameters<typeof httpServer>[0]) {
  const server = await httpServer(listener);
  running.push(server);
  const origin = `http://api.test:${server.port}`;
  const calls = openCalls(outboundTo([server]))({
    allowedOrigins: [origin],
    secrets: ["s3cret"],
    signal: new AbortController().signal,
  });
  open.push(calls);
  const request = (path: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
    url: new URL(origin + path),
    method: "GET",
    headers: [],
    secretHeaders: [],
    body: null,
    ...more,
  });
  return { calls, request, connections: server.connections };
}

async function read(answer: unknown): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of (answer as SendResponse).chunks ?? []) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

test("a body is sent and an answer read, whole or piece by piece, over one connection", async () => {
  const { calls, request, connections } = await callsTo((incoming, response) => void incoming.pipe(response));
  const whole = (await calls.send(request("/", { method: "POST", body: "abc" }))) as SendResponse;
  expect(Buffer.from(whole.body).toString()).toBe("abc");
  const streamed = await calls.send(request("/", { method: "POST", body: "x".repeat(300_000), stream: true }));
  expect((await read(streamed)).length).toBe(300_000);
  expect(connections()).toBe(1);
});

test("a streamed answer that breaks off says so to its reader, without a secret", async () => {
  const { calls, request } = await callsTo((_incoming, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("s3cret");
    setTimeout(() => response.destroy(), 20);
  });
  const fault = await read(await calls.send(request("/", { stream: true }))).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(BrokenAnswer);
  expect((fault as BrokenAnswer).failure).toMatchObject({ reason: "network", retryable: true });
});

test("a refused request has no body to read", async () => {
  const { calls, request } = await callsTo((_incoming, response) => void response.end());
  const elsewhere = request("/", { url: new URL("http://elsewhere.test/"), stream: true });
  expect(await calls.send(elsewhere)).toMatchObject({ ok: false, reason: "consent_changed" });
});

test("an answer that nobody reads on is let go when the calls are closed", async () => {
  let gone = false;
  const { calls, request } = await callsTo((_incoming, response) => {
    response.once("close", () => (gone = true));
    response.write("x".repeat(2_000_000));
  });
  const answer = (await calls.send(request("/", { stream: true }))) as SendResponse;
  await answer.chunks?.[Symbol.asyncIterator]().next();
  calls.close();
  await expect.poll(() => gone).toBe(true);
});
