import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import { afterEach, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { RequestContext } from "../../platform.ts";
import type { KeyReader } from "../keys/key-credential.ts";
import { NO_PARAMETERS } from "../json-api/query.ts";
import { factsOfNobody } from "../request/request-facts.ts";
import { byteEndpoint } from "../gate/byte-endpoint.ts";
import { type Gate, mountEndpoints } from "../gate/mount-endpoints.ts";
import { refuse } from "../call-result.ts";
import { watchAnswer } from "./watch-answer.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What is true of the asker at the moment. */
type World = { session: boolean; right: boolean; away: boolean; fault: boolean; looks: number };

/** An app whose answers stay open, and a client that has the first bytes of one. */
async function openAnswer(mount: (app: Express, world: World) => void) {
  const world: World = { session: true, right: true, away: false, fault: false, looks: 0 };
  const app = express();
  app.use((_req, res, next) => {
    const facts = { ...factsOfNobody(null), addressKeys: ["token-of-ana"] };
    const context = { viewer: { id: "ana" }, key: null, facts } as unknown as RequestContext;
    res.locals["asking"] = context;
    watchAnswer(res, {
      everyMs: 5,
      askAgain: async () => {
        world.looks += 1;
        if (world.fault) throw new Error("The database does not answer");
        return world.session ? context : null;
      },
      pauses: () => world.away,
    });
    next();
  });
  mount(app, world);
  const server = createServer(app).listen(0);
  const { port } = server.address() as AddressInfo;
  closing.push(() => (server.closeAllConnections(), void server.close()));
  const answer = await new Promise<IncomingMessage>((resolve) =>
    request({ port, path: "/file" }, resolve)
      .on("error", () => undefined)
      .end(),
  );
  let ended: "whole" | "cut" | null = null;
  answer.on("error", () => undefined).resume();
  answer.once("close", () => (ended = answer.complete ? "whole" : "cut"));
  const lookedAt = (times: number) => {
    const until = world.looks + times;
    return eventually(async () => world.looks >= until);
  };
  return { world, answer, lookedAt, ended: () => ended, over: () => eventually(async () => ended) };
}

const keys: Pick<KeyReader, "checkToken"> = { checkToken: async () => ({ userId: "ana" }) };

const route = (who: "user" | "key") => (app: Express, world: World) =>
  mountEndpoints(app, { platform: {}, keys } as unknown as Gate, [
    byteEndpoint(
      { method: "GET", path: "/file", who, summary: "A file.", query: NO_PARAMETERS, body: null, answers: {} },
      {
        may: async ({ again }) => {
          if (again && who === "key") world.looks += 1;
          return world.right ? { ok: true, value: "first bytes" } : refuse("access-needed");
        },
        send: async ({ res }, permit) => void res.set("Content-Length", "1000").write(permit),
      },
    ),
  ]);

test("an answer goes on while its session and its right last, and is cut when the right ends", async () => {
  const { world, lookedAt, ended, over } = await openAnswer(route("user"));
  await lookedAt(3);
  expect(ended()).toBeNull();
  world.right = false;
  expect(await over()).toBe("cut");
});

test("an answer is cut when its session ends, whether or not a route says what it needs", async () => {
  for (const mount of [
    route("user"),
    (app: Express) => void app.get("/file", (_req, res) => void res.set("Content-Length", "1000").write("page")),
  ]) {
    const { world, over } = await openAnswer(mount);
    world.session = false;
    expect(await over()).toBe("cut");
  }
});

test("an answer to a key for streams does not depend on the session of the browser", async () => {
  const { world, lookedAt, ended, over } = await openAnswer(route("key"));
  world.session = false;
  await lookedAt(3);
  expect(ended()).toBeNull();
  world.right = false;
  expect(await over()).toBe("cut");
});

test("a look that fails, or that nobody can make, ends nothing", async () => {
  const { world, lookedAt, ended, over } = await openAnswer(route("user"));
  world.fault = true;
  await lookedAt(3);
  [world.fault, world.away, world.session] = [false, true, false];
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ended()).toBeNull();
  world.away = false;
  expect(await over()).toBe("cut");
});

test("an answer that is complete is looked at no more", async () => {
  const { world, over } = await openAnswer((app) => void app.get("/file", (_req, res) => void res.end("all")));
  expect(await over()).toBe("whole");
  const { looks } = world;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(world.looks).toBe(looks);
});
