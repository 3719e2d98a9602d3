import { Agent, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpServer, type HttpServerOptions, TIMES } from "./http-server.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const SHORT = { headersMs: 300, checkMs: 100, keepAliveMs: 300, bodyIdleMs: 800, bodyMs: 1_600 };

async function serve(listener: RequestListener, options: Partial<HttpServerOptions> = {}) {
  const { server, connections } = createHttpServer(listener, {
    isUpload: (_method, path) => path === "/upload",
    direct: true,
    times: SHORT,
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { port: (server.address() as AddressInfo).port, connections };
}

/** A connection, all that it received so far, and when the other side ended it. */
function client(port: number, bytes = "") {
  const seen = { text: "" };
  const socket: Socket = connect(port, "127.0.0.1", () => {
    if (bytes !== "") socket.write(bytes);
  });
  socket.on("data", (chunk) => (seen.text += chunk.toString("latin1"))).on("error", () => undefined);
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  stops.push(() => Promise.resolve(void socket.destroy()));
  return { socket, seen, ended };
}

/** Reads the whole body, then answers. */
const reading = (req: IncomingMessage, res: ServerResponse) => void req.resume().once("end", () => res.end("read"));
const post = (path: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`;

describe("connections that nobody uses", () => {
  test("end when no byte comes, when the headers stop, and between requests", async () => {
    const { port, connections } = await serve((_req, res) => res.end("ok"));
    const silent = Array.from({ length: 50 }, () => client(port));
    const halfway = client(port, "GET / HTTP/1.1\r\nHost: loc");
    const answered = client(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await Promise.all([...silent, halfway, answered].map(({ ended }) => ended));
    expect([answered.seen.text.slice(0, 12), halfway.seen.text.slice(0, 12)]).toEqual(["HTTP/1.1 200", "HTTP/1.1 408"]);
    await expect.poll(() => connections.use().used).toBe(0);
  });

  test("end within half a minute in the product", () => {
    expect(TIMES.headersMs + TIMES.checkMs).toBeLessThanOrEqual(30_000);
    expect(TIMES.keepAliveMs).toBeLessThanOrEqual(30_000);
  });

  test("are not taken beyond the limit, nor beyond the share of an address", async () => {
    const { port, connections } = await serve((_req, res) => res.end("ok"), {
      connections: { limit: 20, perAddress: 5 },
    });
    const five = Array.from({ length: 5 }, () => client(port));
    await expect.poll(() => connections.use().used).toBe(5);
    const sixth = client(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await sixth.ended;
    expect([sixth.seen.text, connections.use().refused]).toEqual(["", 1]);
    five[0]?.socket.destroy();
    await expect.poll(() => connections.use().used).toBeLessThan(5);
    const next = client(port, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    await next.ended;
    expect(next.seen.text.slice(0, 12)).toBe("HTTP/1.1 200");
  });
});

describe("a body", () => {
  test("that stops coming ends the request", async () => {
    const { port } = await serve(reading);
    const stopped = client(port, `${post("/upload", 100)}some`);
    await stopped.ended;
    expect(stopped.seen.text.slice(0, 12)).toBe("HTTP/1.1 408");
    expect(JSON.parse(stopped.seen.text.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      error: "The body of the request did not come in time.",
      code: "body-late",
    });
  });

  test("may take long as an upload, and not otherwise", async () => {
    const { port } = await serve(reading);
    const [upload, other] = ["/upload", "/login"].map((path) => client(port, post(path, 25)));
    await Promise.all([upload, other].map((each) => new Promise((resolve) => each?.socket.once("ready", resolve))));
    for (let byte = 0; byte < 25; byte += 1) {
      upload?.socket.write("x");
      if (other?.socket.writable === true) other.socket.write("x");
      await wait(100);
    }
    await Promise.all([upload?.ended, other?.ended]);
    expect([upload?.seen.text.slice(0, 12), other?.seen.text.slice(0, 12)]).toEqual(["HTTP/1.1 200", "HTTP/1.1 408"]);
  });

  test("that we are slow to read is nobody's fault", async () => {
    const { port } = await serve((req, res) => setTimeout(() => reading(req, res), 1_000));
    const bytes = 500_000;
    const agent = new Agent();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asking = request(
        { agent, host: "127.0.0.1", port, method: "POST", path: "/upload", headers: { "Content-Length": bytes } },
        (answer) => {
          answer.resume().once("end", () => resolve(answer.statusCode));
        },
      );
      asking.once("error", reject).end(Buffer.alloc(bytes));
    });
    agent.destroy();
    expect(status).toBe(200);
  });

  test("that its route leaves unread, or stops reading, is passed over for the next request", async () => {
    const pausing = (req: IncomingMessage) => req.on("data", () => req.pause());
    const { port } = await serve((req, res) => {
      if (req.url === "/paused") pausing(req);
      setImmediate(() => res.end(req.url));
    });
    for (const path of ["/unread", "/paused"]) {
      const one = client(port, post(path, 500_000) + "x".repeat(500_000));
      await expect.poll(() => one.seen.text).toContain(path);
      one.socket.write("GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      await one.ended;
      expect(one.seen.text).toMatch(/\/next$/);
    }
  });
});

describe("an answer", () => {
  test("may take long to begin and long to go on", async () => {
    const { port } = await serve((_req, res) => {
      setTimeout(() => {
        res.write("first");
        setTimeout(() => res.end("last"), SHORT.bodyIdleMs + 100);
      }, SHORT.bodyIdleMs + 100);
    });
    const patient = client(port, `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await patient.ended;
    expect(patient.seen.text).toContain("last");
  });
});
