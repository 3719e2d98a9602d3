import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RateLimits } from "#domain/core/ports/rate-limits.ts";
import { rateLimits } from "#infra/identity/rate-limits.ts";
import { platformMigrations } from "#infra/platform/schema.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { listen } from "../../../server/http/listen.ts";
import { createServer } from "node:http";
import { counted, tellLimits, toldLimits } from "./told-limits.ts";

/** What a call counts is taken back when its answer is a fault of ours, whatever the call and the limit. */
let db: FreshDatabase;
let limits: RateLimits;
let server: { close(): Promise<void> };
let url: string;
let uploads = 0;
const FIGURES = { login: { points: 100, seconds: 900 }, change: { points: 100, seconds: 900 } };

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, platformMigrations);
  const kept = rateLimits(db.pool, FIGURES) as unknown as RateLimits;
  limits = kept;
  const told = toldLimits(kept);
  const app = express();
  app.use(tellLimits());
  app.use((req, res, next) => {
    const { status, settle, account } = req.query as Record<string, string>;
    const work = async (): Promise<void> => {
      await told.consume("login", { account: account! });
      await told.consume("change", { account: account! });
      uploads += 1;
      counted("upload", async () => void (uploads -= 1));
      if (settle === "giveBack") await told.giveBack("login", { account: account! });
      if (settle === "reset") await told.reset("login", { account: account! });
      res.status(Number(status)).json({});
    };
    work().catch(next);
  });
  const http = createServer(app);
  server = await listen(http, { port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(http.address() as { port: number }).port}`;
});
afterAll(async () => {
  await server?.close();
  await db?.drop();
});

/** How much of a limit is used: asked by using it once more. */
const usedOf = async (name: "login" | "change", account: string): Promise<number> => {
  const { state } = await limits.consume(name, { account });
  await limits.giveBack(name, { account });
  return state.limit - state.remaining - 1;
};

test.each([
  ["/api/users/login", 503, "", 0],
  ["/login", 503, "", 0],
  ["/api/x", 500, "", 0],
  ["/api/x", 507, "", 0],
  ["/api/x", 401, "", 3],
  ["/login", 400, "", 3],
  ["/api/x", 429, "", 3],
  ["/api/x", 200, "", 3],
  ["/api/x", 503, "giveBack", 0],
  ["/api/x", 200, "giveBack", 0],
  ["/api/x", 503, "reset", 0],
])("%s answered %i, %s: %i of three attempts count", async (path, status, settle, used) => {
  const account = `${path}-${status}-${settle}`;
  const before = uploads;
  for (let time = 0; time < 3; time += 1) {
    const answer = await fetch(
      `${url}${path}?${new URLSearchParams({ status: String(status), settle, account }).toString()}`,
    );
    expect(answer.status).toBe(status);
    await answer.text();
  }
  const figures = async () => [await usedOf("login", account), await usedOf("change", account), uploads - before];
  const all = status >= 500 ? 0 : 3;
  await eventually(
    async () => JSON.stringify(await figures()) === JSON.stringify([used, all, all]),
    3_000,
    "Other counts",
  ).catch(async () => expect(await figures()).toEqual([used, all, all]));
});
