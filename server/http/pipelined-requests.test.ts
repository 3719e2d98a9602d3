import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import type { RequestListener, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpServer, type HttpServerOptions } from "./http-server.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(listener: RequestListener, times: HttpServerOptions["times"] = {}): Promise<number> {
  const { server } = createHttpServer(listener, { isUpload: () => false, direct: true, times });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

function client(
  port: number,
  bytes: string,
): { readonly socket: Socket; readonly seen: { text: string }; readonly ended: Promise<void> } {
  const seen = { text: "" };
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  socket.on("data", (chunk) => (seen.text += chunk.toString("latin1"))).on("error", () => undefined);
  stops.push(() => Promise.resolve(void socket.destroy()));
  return { socket, seen, ended: new Promise((resolve) => socket.once("close", () => resolve())) };
}

const get = (path: string, head = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`;
const LAST = "Connection: close\r\n";

describe("requests that a client sends ahead of the answers", () => {
  test("are served one after the other", async () => {
    const under: string[] = [];
    let most = 0;
    const port = await serve((req, res) => {
      under.push(req.url ?? "");
      most = Math.max(most, under.length);
      setTimeout(() => {
        under.pop();
        res.end(`answer to ${req.url}`);
      }, 20);
    });
    const login = `POST /4 HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
    const odd = `POST /5 HTTP/1.1\r\nHost: localhost\r\nExpect: nothing\r\nContent-Length: 2\r\n\r\n{}`;
    const { seen, ended } = client(port, get("/1") + get("/2") + get("/3") + login + odd + get("/6", LAST));
    await ended;
    expect(most).toBe(1);
    expect(seen.text.match(/HTTP\/1\.1 \d+|answer to \/\d/g)).toEqual([
      "HTTP/1.1 200",
      "answer to /1",
      "HTTP/1.1 200",
      "answer to /2",
      "HTTP/1.1 200",
      "answer to /3",
      "HTTP/1.1 100",
      "HTTP/1.1 200",
      "answer to /4",
      "HTTP/1.1 417",
      "HTTP/1.1 200",
      "answer to /6",
    ]);
  });

  test("end the connection when too many of them wait", async () => {
    let begun = 0;
    const port = await serve(() => (begun += 1));
    await client(port, get("/").repeat(1_000)).ended;
    expect(begun).toBe(1);
  });

  test("are not begun when the client has left, and what was begun is told", async () => {
    const begun: ServerResponse[] = [];
    let closed = 0;
    const port = await serve((_req, res) => {
      begun.push(res);
      res.once("close", () => (closed += 1));
    });
    const { socket } = client(port, get("/").repeat(10));
    await expect.poll(() => begun.length).toBeGreaterThan(0);
    socket.resetAndDestroy();
    await expect.poll(() => closed).toBe(1);
    begun[0]?.end();
    await wait(100);
    expect([begun.length, closed]).toEqual([1, 1]);
  });
});

describe("an answer that its client does not read", () => {
  const SILENT_MS = 1_000;

  test("is cut, whatever made it", async () => {
    let left = 0;
    const port = await serve(
      (_req, res) => {
        res.once("close", () => (left += 1));
        pipeline(Readable.from(Array.from({ length: 300 }, () => Buffer.alloc(60_000))), res, () => undefined);
      },
      { unreadMs: SILENT_MS },
    );
    const { socket } = client(port, get("/"));
    socket.pause();
    await expect.poll(() => left, { timeout: 30_000 }).toBe(1);
  }, 60_000);

  test("is not cut while it is read slowly, nor while there is nothing to send", async () => {
    const bytes = 12_000_000;
    const port = await serve(
      (_req, res) => {
        res.write("a");
        setTimeout(() => res.end(Buffer.alloc(bytes)), 2 * SILENT_MS);
      },
      { unreadMs: SILENT_MS },
    );
    let received = 0;
    const { socket, ended } = client(port, get("/", LAST));
    socket.on("data", (chunk) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    await ended;
    expect(received).toBeGreaterThan(bytes);
  }, 60_000);
});
