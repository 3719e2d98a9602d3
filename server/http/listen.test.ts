import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
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
