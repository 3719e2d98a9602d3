import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { buildOnce, type Product, startProduct } from "#testing/product.ts";

/**
 * A stop behind a proxy that keeps connections open for a second, asks the next server only when there is no
 * connection to one, and sends nothing twice.
 */
let products: Product[] = [];
beforeAll(buildOnce, 120_000);
afterEach(async () => {
  for (const product of products) await product.remove();
  products = [];
});

type Answered = { readonly status: number; readonly connection: string | undefined; readonly port: number };

function proxy(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50, timeout: 1_000 });
  let turn = 0;
  const ask = (port: number, method: string) =>
    new Promise<Answered>((resolve, reject) => {
      const body = method === "POST" ? "{}" : undefined;
      const headers = body === undefined ? {} : { "content-type": "application/json", "content-length": body.length };
      const path = body === undefined ? "/healthz" : "/api/contact";
      const asked = request({ port, method, path, agent, headers }, (answer) => {
        answer.resume().once("end", () => {
          resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, port });
        });
        answer.once("error", reject);
      });
      asked.once("error", reject);
      asked.end(body);
    });
  return {
    async send(method: string): Promise<Answered> {
      const first = (turn += 1) % ports.length;
      for (let tries = 0; ; tries += 1)
        try {
          return await ask(ports[(first + tries) % ports.length]!, method);
        } catch (error) {
          // Nothing was sent over a connection that was not made.
          if ((error as NodeJS.ErrnoException).syscall !== "connect" || tries >= ports.length) throw error;
        }
    },
    close: () => agent.destroy(),
  };
}

test("a rolling restart fails no request, also none that must not be sent twice", { timeout: 240_000 }, async () => {
  const db = await testDatabase();
  const env = { SHUTDOWN_DELAY_SECONDS: "2" };
  const first = await startProduct({ built: true, databaseUrl: db.url, env });
  products.push(first);
  const second = await startProduct({
    ...{ built: true, databaseUrl: db.url, dataDir: first.dataDir },
    env: { ...env, ROLE: "web" },
  });
  products.push(second);
  const balanced = proxy([first.port, second.port]);
  const answers: Answered[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const clients = Array.from({ length: 8 }, async (_, client) => {
    while (!isOver) {
      await balanced.send(client % 2 === 0 ? "GET" : "POST").then(
        (answer) => void answers.push(answer),
        (error: unknown) => void failures.push(error),
      );
      await sleep(10);
    }
  });
  try {
    await eventually(async () => answers.length > 200, 20_000, "Nobody is answered");
    const stopped = second.stop();
    await eventually(
      async () => (await second.call("GET", "/readyz").catch(() => null))?.status === 503,
      2_000,
      "It does not say that it stops",
    );
    const from = answers.length;
    expect(await stopped).toBe(0);
    const meanwhile = answers.slice(from).filter(({ port }) => port === second.port);
    expect(meanwhile.length).toBeGreaterThan(20);
    // The first ones may have been on their way.
    expect(new Set(meanwhile.slice(16).map(({ connection }) => connection))).toEqual(new Set(["close"]));
    products = [first];
    await sleep(500);
  } finally {
    isOver = true;
    await Promise.all(clients);
    balanced.close();
  }
  expect(failures).toEqual([]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  await first.remove();
  products = [];
  await db.drop();
});
