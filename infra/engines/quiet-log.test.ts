import { expect, test } from "vitest";
import { UnavailableError } from "@eventstore/db-client";
import type { Log, LogFields } from "../logger.ts";
import { EngineUnavailable, engineOf } from "./engine-unavailable.ts";
import { quietLog } from "./quiet-log.ts";

function recorded(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (_fields: LogFields, message: string) => void lines.push(message);
  const log: Log = { error: write, warn: write, info: write, debug: write, with: () => log, flush: () => undefined };
  return { log, lines };
}

const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED", syscall: "connect" });

test("of all complaints about engines that do not answer one line a second is written, of everything else each line", async () => {
  const { log, lines } = recorded();
  const quiet = quietLog(log, 200);
  for (let time = 0; time < 100; time += 1) {
    quiet.error({ err: refused }, "A request failed");
    quiet.with({ model: "catalogue" }).warn({ err: new EngineUnavailable("event log") }, "Cannot follow");
  }
  expect(lines).toEqual(["A request failed"]);
  quiet.error({ err: new Error("a bug") }, "A bug");
  quiet.error({ err: new Error("a bug") }, "A bug");
  quiet.info({}, "Stopping");
  expect(lines).toEqual(["A request failed", "A bug", "A bug", "Stopping"]);
  await new Promise((resolve) => setTimeout(resolve, 250));
  quiet.warn({ err: refused }, "Again");
  expect(lines.at(-1)).toBe("Again");
});

test("errors are told apart by the engine that could not serve", () => {
  expect(engineOf(refused)).toEqual({ engine: "database", because: "away" });
  expect(engineOf(new Error("timeout exceeded when trying to connect"))).toEqual({ engine: "database", because: "busy" });
  expect(engineOf(Object.assign(new Error("no server"), { name: "MongoServerSelectionError" }))).toEqual({ engine: "job queue", because: "away" });
  expect(engineOf(new Error("outer", { cause: new UnavailableError(new Error("no node") as never) }))).toEqual({ engine: "event log", because: "away" });
  expect(engineOf(new EngineUnavailable("event log"))).toEqual({ engine: "event log", because: "away" });
  expect(engineOf(new Error("a bug"))).toBeNull();
});
