import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Server } from "node:http";
import { bodyDeadline } from "./body-deadline.ts";

let server: Server;
beforeAll(async () => {
  const app = express();
  app.use(bodyDeadline({ isUpload: (path) => path === "/upload", ms: 300 }));
  app.post("/early", (_req, res) => void res.json({ early: true }));
  app.post(/^/, (req, res) => void req.resume().on("end", () => res.json({ whole: true })));
  server = app.listen(0, "127.0.0.1");
  server.requestTimeout = 0;
  await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a head and half a body, the rest after `restAfterMs`; answers all that came back once the server closes the connection. */
function half(path: string, restAfterMs: number | null): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${restAfterMs === null ? "keep-alive" : "close"}\r\nContent-Length: 4\r\n\r\nab`);
    if (restAfterMs !== null) setTimeout(() => socket.write("cd"), restAfterMs);
  });
}

test("a body that does not come in time is answered with 408 and ends its connection", async () => {
  expect(await half("/", null)).toMatch(/^HTTP\/1\.1 408 [\s\S]*The body of the request did not come in time\./);
});

test("so does one whose answer was given before", async () => {
  expect(await half("/early", null)).toMatch(/^HTTP\/1\.1 200 /);
});

test("a body in time and an upload are left alone", async () => {
  expect(await half("/", 50)).toMatch(/"whole":true/);
  expect(await half("/upload", 900)).toMatch(/"whole":true/);
});
