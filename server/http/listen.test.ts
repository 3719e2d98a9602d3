import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { listen } from "./listen.ts";

test(
  "a server that stops waits for no connection whose last request it has answered",
  { timeout: 10_000 },
  async () => {
    let answer: () => void = () => undefined;
    const asked = Promise.withResolvers<void>();
    const server = createServer({ keepAliveTimeout: 60_000 }, (_req, res) => {
      answer = () => void res.end("ok");
      asked.resolve();
    });
    const listening = await listen(server, { port: 0, host: "127.0.0.1" });
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const answered = new Promise<string>((resolve) =>
      request({ port, agent }, (res) => res.setEncoding("utf8").on("data", resolve)).end(),
    );
    await asked.promise;
    const closed = listening.close();
    answer();
    expect(await answered).toBe("ok");
    await closed;
    agent.destroy();
  },
);

/** Five clients of another thread that send one request each: how each of them ended. */
const CLIENTS = `
  import { request } from "node:http";
  import { parentPort, workerData } from "node:worker_threads";
  const ask = () => new Promise((resolve) => request({ port: workerData, agent: false })
    .on("response", (res) => res.resume().on("end", () => resolve("answered")))
    .on("error", ({ code }) => resolve(code)).end());
  parentPort.once("message", async () => parentPort.postMessage(await Promise.all(Array.from({ length: 5 }, ask))));
  parentPort.postMessage("ready");`;

test("a server that stops answers those whose connections wait to be accepted", { timeout: 20_000 }, async () => {
  const server = createServer((_req, res) => void res.setHeader("connection", "close").end("ok"));
  const listening = await listen(server, { port: 0, host: "127.0.0.1" });
  const { port } = server.address() as AddressInfo;
  const clients = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CLIENTS)}`), { workerData: port });
  await once(clients, "message");
  const ended = once(clients, "message");
  clients.postMessage("ask");
  // As a long page does: meanwhile the system takes the connections, and this process does not.
  for (const until = performance.now() + 1_000; performance.now() < until;);
  await listening.close();
  expect(await ended).toEqual([Array.from({ length: 5 }, () => "answered")]);
  await clients.terminate();
});
