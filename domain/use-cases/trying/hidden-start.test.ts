import { expect, test } from "vitest";
import { redactSecrets } from "#infra/egress/redact-secrets.ts";
import { testReadRecord } from "./test-read-record.ts";

const SECRET = `J${"wxyz0123".repeat(125)}`;
const request = {
  method: "GET" as const,
  url: new URL("https://api.test/"),
  headers: [],
  body: null,
  secretHeaders: [],
};

/** A long answer as a test read shows it. */
function shown(answer: string): string {
  const record = testReadRecord([{ id: "a", columns: null }] as never, (text) => redactSecrets(text, [SECRET]));
  const summary = { method: "GET" as const, url: "https://api.test/", headers: [] };
  record.observe({ kind: "request", operation: "a", number: 1, attempt: 1, request: summary });
  record.sent(request)({ ok: true, status: 400, headers: [], body: new TextEncoder().encode(answer) });
  return record.operations()[0]?.requests[0]?.response?.body.text ?? "";
}

test.each([0, 1, 500, 999])(
  "a secret that crosses the end of what is searched is not shown: after %i characters",
  (at) => {
    const text = shown("x".repeat(at) + SECRET.repeat(200));
    expect(text).toContain("[redacted]");
    expect(text).not.toContain("wxyz");
  },
);

test("a long answer without secrets is shown as before", () => {
  expect(shown("some words ".repeat(20_000))).toBe("some words ".repeat(200).slice(0, 2_048));
});
