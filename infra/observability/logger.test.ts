import { expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import { inRequest } from "./request-scope.ts";
import { createLog, type LogFields } from "./logger.ts";

function recorded() {
  const lines: string[] = [];
  return { lines, log: createLog("info", { write: (line: string) => void lines.push(line) }) };
}

const parse = (line: string | undefined) => JSON.parse(line ?? "null") as Record<string, unknown>;

test("a line is one JSON object with level, time, message and the fields", () => {
  const { lines, log } = recorded();
  log.with({ requestId: "r1" }).info({ route: "/api/x", status: 200 }, "answered");
  expect(parse(lines[0])).toMatchObject({
    level: "info",
    requestId: "r1",
    route: "/api/x",
    status: 200,
    msg: "answered",
  });
  expect(Date.parse(String(parse(lines[0])["time"]))).not.toBeNaN();
});

test("lines below the level are not written", () => {
  const { lines, log } = recorded();
  log.debug({}, "detail");
  expect(lines).toEqual([]);
});

test("fields outside the list, nested values and secrets stay out", () => {
  const { lines, log } = recorded();
  const careless = {
    password: "canary",
    headers: { authorization: "canary" },
    user: { name: "canary" },
    reason: new Secret("canary"),
  };
  log.info(careless as unknown as LogFields, `starting with ${new Secret("canary")}`);
  log.with(careless as unknown as LogFields).warn({}, "bound");
  expect(lines.join("")).not.toContain("canary");
  expect(parse(lines[0])).toMatchObject({ user: "[redacted]", reason: "[redacted]" });
});

test("of an error only name, code, message, stack and cause are kept", () => {
  const { lines, log } = recorded();
  const error = Object.assign(new Error("broken", { cause: new Error("deeper") }), {
    code: "23505",
    detail: "Key (email)=(canary)",
    query: "canary",
  });
  log.error({ err: error }, "failed");
  expect(lines[0]).not.toContain("canary");
  expect(parse(lines[0])["err"]).toMatchObject({
    name: "Error",
    code: "23505",
    message: "broken",
    cause: { message: "deeper" },
  });
});

test("anything thrown can be logged", () => {
  const { lines, log } = recorded();
  for (const thrown of ["text", null, 7, { a: 1 }, new Secret("canary")]) log.error({ err: thrown }, "failed");
  expect(lines).toHaveLength(5);
  expect(lines.join("")).not.toContain("canary");
});

test.each(["\n", "\r\n", "\u001b[2J", "\u0000", "\u2028", "\u0085", "\u202e", "\u007f"])(
  "a value with %j cannot forge a line or steer a terminal",
  (control) => {
    const { lines, log } = recorded();
    log.with({ user: `a${control}b` }).error({ path: `a${control}b`, err: new Error(`a${control}b`) }, `a${control}b`);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.slice(0, -1)).not.toContain(control);
    expect(lines[0]?.slice(0, -1)).not.toMatch(/[\n\r]/);
  },
);

test("lines that are written for a request have its id, also later and in jobs", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  await inRequest("r1", async () => {
    log.info({}, "at once");
    await new Promise((resolve) => setImmediate(resolve));
    log.with({ model: "users" }).info({}, "later");
    log.info({ requestId: "r2" }, "of another");
  });
  log.info({}, "outside");
  expect(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toEqual([
    "r1",
    "r1",
    "r2",
    undefined,
  ]);
});
