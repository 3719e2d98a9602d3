import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { openNotifications } from "./notifications.ts";

let server: Server;
afterEach(() => server.close());

test("stop while the database takes the connection and does not answer yet", async () => {
  server = createServer((socket) => socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: "127.0.0.1", port, user: "u", database: "d" });
  const notifications = openNotifications(pool, { warn: () => undefined });
  const channel = notifications.on("events");
  await once(server, "connection");
  const waiting = channel.wait(60_000);
  await notifications.stop();
  await waiting;
  expect(channel.newest()).toBeNull();
});
