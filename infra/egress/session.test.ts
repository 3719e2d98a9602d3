import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import type { OutboundCall } from "./create-outbound.ts";
import type { OutboundResponse, OutboundSession } from "./outbound-port.ts";
import { get, httpServer, outboundTo, rawServer, type TestServer } from "#testing/servers/outbound-servers.ts";

const running: TestServer[] = [];
const sessions: OutboundSession[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close();
  await Promise.all(running.splice(0).map((server) => server.close()));
});
async function run(server: Promise<TestServer>): Promise<TestServer> {
  running.push(await server);
  return server;
}
function sessionTo(...args: Parameters<typeof outboundTo>): OutboundSession {
  const session = outboundTo(...args).session();
  sessions.push(session);
  return session;
}
/** Announces keep-alive, but closes the connection over which the second request arrives. */
async function leavingAtSecond() {
  let requests = 0;
  const server = await run(
    rawServer((socket) =>
      socket.on("data", () => {
        requests += 1;
        if (requests === 2) socket.destroy();
        else socket.write("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok");
      }),
    ),
  );
  return { server, requests: () => requests };
}
const text = (answer: unknown) => Buffer.from((answer as OutboundResponse).body).toString();

describe("a session", () => {
  test("sends one request after the other over one connection, each reported by itself", async () => {
    const calls: OutboundCall[] = [];
    const server = await run(httpServer((request, response) => response.end(request.url)));
    const session = sessionTo([server], { onCall: (call) => calls.push(call) });
    for (const path of ["/1", "/2", "/3"])
      expect(text(await session.send(get(`http://api.test:${server.port}${path}`)))).toBe(path);
    expect(server.connections()).toBe(1);
    expect(calls.map(({ status, bytes }) => [status, bytes])).toEqual([
      [200, 2],
      [200, 2],
      [200, 2],
    ]);
  });

  test("shares no connection with another session nor with another origin", async () => {
    const server = await run(httpServer((request, response) => response.end(request.headers.host)));
    const outbound = outboundTo([server]);
    const [one, two] = [outbound.session(), outbound.session()];
    sessions.push(one, two);
    await one.send(get(`http://api.test:${server.port}/`));
    await two.send(get(`http://api.test:${server.port}/`));
    expect(server.connections()).toBe(2);
    expect(text(await one.send(get(`http://other.test:${server.port}/`)))).toBe(`other.test:${server.port}`);
    expect(server.connections()).toBe(3);
  });

  test("uses as many connections as there are requests at a time, and these again", async () => {
    const server = await run(httpServer((request, response) => setTimeout(() => response.end(request.url), 20)));
    const session = sessionTo([server]);
    const three = () =>
      Promise.all(
        ["/a", "/b", "/c"].map(async (path) => text(await session.send(get(`http://api.test:${server.port}${path}`)))),
      );
    expect(await three()).toEqual(["/a", "/b", "/c"]);
    expect(await three()).toEqual(["/a", "/b", "/c"]);
    expect(server.connections()).toBe(3);
  });

  test("judges every request by what was agreed to, whatever connection waits", async () => {
    const server = await run(httpServer((_request, response) => response.end("ok")));
    const session = sessionTo([server]);
    const url = `http://api.test:${server.port}/`;
    await session.send(get(url));
    expect(await session.send(get(url, { allowedOrigins: [] }))).toMatchObject({
      ok: false,
      reason: "consent_changed",
    });
  });

  test("asks anew over a new connection when the waiting one was closed by the other side", async () => {
    const { server, requests } = await leavingAtSecond();
    const session = sessionTo([server]);
    const url = `http://api.test:${server.port}/`;
    await session.send(get(url));
    expect(text(await session.send(get(url)))).toBe("ok");
    expect([requests(), server.connections()]).toEqual([3, 2]);
  });

  test("does not send a POST twice by itself", async () => {
    const { server, requests } = await leavingAtSecond();
    const session = sessionTo([server]);
    const post = get(`http://api.test:${server.port}/`, { method: "POST", body: "{}" });
    await session.send(post);
    expect(await session.send(post)).toMatchObject({ ok: false, reason: "network", retryable: true });
    expect(requests()).toBe(2);
  });

  test("does not use a connection again whose answer was not read to its end", async () => {
    let open = 0;
    const server = await run(
      httpServer((request, response) => {
        open += 1;
        request.socket.once("close", () => (open -= 1));
        response.end(request.url === "/big" ? Buffer.alloc(3_000_000) : "ok");
      }),
    );
    const session = sessionTo([server]);
    const origin = `http://api.test:${server.port}`;
    expect(await session.send(get(`${origin}/big`, { limits: { decodedBytes: 1_000 } }))).toMatchObject({
      ok: false,
      reason: "too_large",
    });
    const streamed = await session.stream(get(`${origin}/big`));
    if (!streamed.ok) throw new Error(streamed.reason);
    await streamed.body[Symbol.asyncIterator]().return?.();
    await expect.poll(() => open).toBe(0);
    expect(text(await session.send(get(`${origin}/ok`)))).toBe("ok");
    expect(server.connections()).toBe(3);
  });

  test("leaves no connection open when it is closed", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const server = await run(
      httpServer((request, response) => {
        closed = once(request.socket, "close");
        response.end("ok");
      }),
    );
    const session = sessionTo([server]);
    const url = `http://api.test:${server.port}/`;
    await session.send(get(url));
    session.close();
    await closed;
    expect(text(await session.send(get(url)))).toBe("ok");
    await closed;
    expect(server.connections()).toBe(2);
  });
});
