import { describe, expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
import { worded } from "#testing/domain/worded.ts";
import type { Json } from "../json/json.ts";
import { judgeAnswer, judgeFailure, messageOf } from "./response-actions.ts";
import type { Answer, Attempt, RetryRules } from "./response-actions.ts";

const NOW = Date.UTC(2025, 5, 1, 12, 0, 0);
const RULES: RetryRules = { actions: [], values: new Map(), maxAttempts: 5, waitHeader: null };

function judge(
  status: number,
  json: Json | undefined,
  more: { headers?: [string, string][]; rules?: Partial<RetryRules>; attempt?: Partial<Attempt> } = {},
) {
  const answer: Answer = { status, json, headers: more.headers ?? [], text: "" };
  return worded(
    judgeAnswer(
      answer,
      { ...RULES, ...more.rules },
      { number: 1, random: 0, now: NOW, maxWait: 60_000, ...more.attempt },
    ),
  );
}

describe("without rules", () => {
  test("takes 2xx, retries what may pass, fails the rest with the body's message", () => {
    expect(judge(200, {})).toEqual({ kind: "rows" });
    for (const status of [408, 429, 500, 503, 599]) expect(judge(status, {}).kind).toBe("retry");
    expect(judge(400, { error: true, reason: "bad latitude" })).toEqual({
      kind: "fail",
      message: "The API answered 400: bad latitude",
    });
    expect(judge(401, undefined)).toEqual({ kind: "fail", message: "The API answered 401: it gave no reason." });
    expect(judge(302, undefined).kind).toBe("fail");
  });

  test("waits 0.5, 1, 2, 4 seconds and then gives up", () => {
    const waits = [1, 2, 3, 4, 5].map((number) => judge(500, { message: "down" }, { attempt: { number } }));
    expect(waits.map((verdict) => (verdict.kind === "retry" ? verdict.wait : verdict))).toEqual([
      500,
      1_000,
      2_000,
      4_000,
      { kind: "fail", message: "The API answered 500: down (after 5 tries)." },
    ]);
    expect(judge(500, {}, { attempt: { random: 1 } })).toMatchObject({ wait: 625 });
  });

  test("retries failures only when they may pass", () => {
    const attempt = { number: 1, random: 0, now: NOW, maxWait: 60_000 };
    const lost = finding("connection-lost", { host: "api.test" });
    expect(judgeFailure({ finding: lost, retryable: true }, RULES, attempt)).toMatchObject({
      kind: "retry",
      wait: 500,
    });
    expect(worded(judgeFailure({ finding: lost, retryable: true }, RULES, { ...attempt, number: 5 }))).toEqual({
      kind: "fail",
      message: "The connection to api.test was lost before the answer was complete (after 5 tries).",
    });
    expect(judgeFailure({ finding: lost, retryable: false }, RULES, attempt)).toEqual({ kind: "fail", finding: lost });
  });
});

describe("Retry-After", () => {
  const wait = (value: string, name = "Retry-After", rules: Partial<RetryRules> = {}) => {
    const verdict = judge(429, {}, { headers: [[name, value]], rules });
    return verdict.kind === "retry" ? verdict.wait : null;
  };

  test("is read in seconds, decimals, dates and epoch seconds", () => {
    expect(wait("2")).toBe(2_000);
    expect(wait(" 0.25 ")).toBe(250);
    expect(wait("Sun, 01 Jun 2025 12:00:30 GMT")).toBe(30_000);
    expect(wait("Sun, 01 Jun 2025 11:00:00 GMT")).toBe(0);
    expect(wait(String(NOW / 1_000 + 7), "X-Reset", { waitHeader: "x-reset" })).toBe(7_000);
    for (const odd of ["soon", "-5", "", "1e9", "9".repeat(50)]) expect(wait(odd)).toBe(500);
  });

  test("is capped, and the cap is said", () => {
    expect(judge(429, {}, { headers: [["retry-after", "3600"]] })).toMatchObject({
      wait: 60_000,
      note: finding("waited-less", { askedSeconds: "3600", waitedSeconds: 60 }),
    });
  });
});

describe("response_actions", () => {
  test("let the first match win; without status they judge 2xx only", () => {
    const actions: RetryRules["actions"] = [
      { path: "ok", equals: false, action: "fail", message_path: "error" },
      { status: 404, action: "ignore" },
      { status: "4xx", path: "code", in: ["slow"], action: "retry", wait: 3 },
      { status: [500, 502], action: "fail", message_path: "why" },
    ];
    expect(judge(200, { ok: false, error: "missing_scope" }, { rules: { actions } })).toEqual({
      kind: "fail",
      message: "The API reported an error: missing_scope",
    });
    expect(judge(200, { ok: true }, { rules: { actions } }).kind).toBe("rows");
    expect(judge(404, { ok: false }, { rules: { actions } }).kind).toBe("ignore");
    expect(judge(403, { code: "slow" }, { rules: { actions } })).toMatchObject({ kind: "retry", wait: 3_000 });
    expect(judge(403, { ok: false, error: "x" }, { rules: { actions } })).toMatchObject({ kind: "fail" });
    expect(judge(502, { why: "broken", message: "m" }, { rules: { actions } })).toEqual({
      kind: "fail",
      message: "The API answered 502: broken",
    });
    expect(judge(503, {}, { rules: { actions } }).kind).toBe("retry");
  });

  test("read roots that are lists", () => {
    const actions: RetryRules["actions"] = [
      { path: "[0].message", action: "fail", message_path: "[0].message[0].value" },
    ];
    expect(judge(200, [{ message: [{ value: "not valid" }] }], { rules: { actions } })).toMatchObject({
      kind: "fail",
      message: expect.stringContaining("not valid"),
    });
    expect(judge(200, [{ page: 1 }, []], { rules: { actions } }).kind).toBe("rows");
  });
});

describe("messageOf", () => {
  test.each([
    [{ error: { message: "deep" } }, "deep"],
    [{ errors: ["a", "b"] }, "a"],
    [{ error: "plain", message: "longer words" }, "longer words"],
    [[{ message: "in a list" }], "in a list"],
    ["just text", "just text"],
    [{ error: { code: "005", message: { lang: "en", value: "of OData 2" } } }, "of OData 2"],
    [{ error: { code: 104, info: "the plan's limit" } }, "the plan's limit"],
    [{ Code: "AccessDenied", Message: "of a cloud" }, "of a cloud"],
    [{ errorMessages: ["no such field"], errors: {} }, "no such field"],
    [
      { errors: { name: ["is too short", "is taken"], age: ["is missing"] } },
      "name: is too short; is taken; age: is missing",
    ],
    [{ status: { error_code: 1001, error_message: "in the status" } }, "in the status"],
    [{ error: true, code: 5 }, null],
  ])("finds the words in %j", (json, message) => {
    expect(messageOf({ json, text: "" })).toBe(message);
  });

  test("shows a page's title instead of its markup, in one line of at most 1 kB", () => {
    expect(messageOf({ json: undefined, text: "<html><title>502 Bad\r\nGateway</title>" })).toBe("502 Bad Gateway");
    expect(messageOf({ json: undefined, text: "<html><body>x" })).toBeNull();
    expect(messageOf({ json: {}, text: '<?xml version="1.0"?><fault><why>No <b>such</b> flow</why></fault>' })).toBe(
      "No such flow",
    );
    expect(messageOf({ json: { message: "paid \u202e001\u2069 euro" }, text: "" })).toBe("paid 001 euro");
    const long = messageOf({ json: { message: "ü".repeat(5_000) }, text: "" }) ?? "";
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(1_024);
    expect(long.endsWith("ü…")).toBe(true);
  });
});
