import { expect, test } from "vitest";
import type { Log, LogFields } from "./logger.ts";
import { sparseLog } from "./sparse-log.ts";

function recorded() {
  const lines: { level: string; fields: LogFields; message: string }[] = [];
  const line = (level: string) => (fields: LogFields, message: string) => void lines.push({ level, fields, message });
  const log: Log = {
    error: line("error"),
    warn: line("warn"),
    info: line("info"),
    debug: line("debug"),
    with: () => log,
    flush: () => undefined,
  };
  const clock = { ms: 0 };
  return { lines, clock, log: sparseLog(log, undefined, () => clock.ms) };
}

const refused = () => Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });

test("a complaint is written once a second, and then says how many it is for", () => {
  const { lines, clock, log } = recorded();
  for (clock.ms = 0; clock.ms < 3000; clock.ms += 10)
    log.warn({ err: refused(), attempt: clock.ms }, "The log cannot be read; trying again");
  expect(lines).toHaveLength(3);
  expect(lines[0]!.fields.count).toBeUndefined();
  expect(lines[1]!.fields.count).toBe(100);
});

test("another message, another cause and another model are other complaints", () => {
  const { lines, log } = recorded();
  log.warn({ err: refused() }, "one");
  log.warn({ err: refused() }, "two");
  log.warn({ err: Object.assign(new Error("x"), { code: "57P01" }) }, "one");
  log.warn({ model: "users", err: refused() }, "one");
  log.error({ err: refused() }, "one");
  log.with({ name: "channel" }).warn({ err: refused() }, "one");
  expect(lines).toHaveLength(6);
});

test("what is no complaint passes each time", () => {
  const { lines, log } = recorded();
  for (let count = 0; count < 5; count += 1) log.info({}, "Request");
  expect(lines).toHaveLength(5);
});

test("many different complaints take bounded memory and are all written", () => {
  const { lines, log } = recorded();
  for (let count = 0; count < 2000; count += 1) log.warn({}, `complaint ${count}`);
  expect(lines).toHaveLength(2000);
});
