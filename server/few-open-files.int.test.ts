import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished, test, expect } from "vitest";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { startProduct } from "#testing/product.ts";

test("a server that may open few files says so, and one address cannot take the place of all", async () => {
  const db = await testDatabase();
  onTestFinished(() => db.drop());
  const product = await startProduct({
    databaseUrl: db.url,
    within: ["/bin/sh", "-c", 'ulimit -n 320; exec "$0" "$@"'],
  });
  onTestFinished(() => product.remove());
  const sentence = "This process may open 320 files, so it takes 110 connections at a time and not 4000.";
  expect(product.output()).toContain(sentence);
  expect((await product.call("GET", "/readyz")).text).toContain(sentence);

  const idle: Socket[] = Array.from({ length: 400 }, () =>
    connect(product.port, "127.0.0.1").on("error", () => undefined),
  );
  onTestFinished(() => idle.forEach((socket) => void socket.destroy()));
  await wait(1_000);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    get({ port: product.port, host: "127.0.0.1", path: "/", localAddress: "127.0.0.2" }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
  expect(status).toBe(200);
}, 180_000);
