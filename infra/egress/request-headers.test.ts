import { expect, test } from "vitest";
import { requestHeaders } from "./request-headers.ts";

const check = (name: string, value = "x") => requestHeaders([[name, value]], { userAgent: "T/1", maxBytes: 1000 });

test.each([
  "Host",
  "hOST",
  "Content-Length",
  "Transfer-Encoding",
  "Connection",
  "Keep-Alive",
  "Upgrade",
  "TE",
  "Trailer",
  "Expect",
  "Proxy-Authorization",
  "proxy-anything",
  "",
  "a b",
  "a:b",
  "a\r\nb",
  "ä",
  "a\0",
])("the header name %j is refused", (name) => expect(check(name)).toMatchObject({ reason: "refused_by_policy" }));

test.each(["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "a\x7fb", "snow ☃"])(
  "the header value %j is refused and not repeated",
  (value) =>
    expect(check("X-A", value)).toEqual({
      ok: false,
      reason: "refused_by_policy",
      finding: { code: "sent-header-value-invalid", facts: { name: "X-A" } },
      retryable: false,
    }),
);

test("names are merged without regard to case, the later value wins, over our defaults", () => {
  const headers = requestHeaders(
    [
      ["User-Agent", "mine"],
      ["X-A", "1"],
      ["x-a", "grün"],
      ["Accept-Encoding", "zstd"],
    ],
    { userAgent: "T/1", maxBytes: 1000 },
  );
  expect([...(headers as Map<string, string>)]).toEqual([
    ["accept", "*/*"],
    ["user-agent", "mine"],
    ["x-a", "grün"],
    ["accept-encoding", "gzip, deflate, br"],
  ]);
});

test("too many bytes of headers are refused", () =>
  expect(check("X-A", "a".repeat(1000))).toMatchObject({ reason: "refused_by_policy" }));
