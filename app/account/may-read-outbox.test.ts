import { expect, test } from "vitest";
import { mayReadOutbox } from "./may-read-outbox.ts";

const own = { isAdmin: false, forwarded: false, host: "localhost:3000", appUrl: "http://localhost:3000" };

test.each([
  [own, true],
  [{ ...own, host: "127.0.0.1:4000", appUrl: "http://127.0.0.1:4000" }, true],
  [{ ...own, host: "[::1]:3000", appUrl: "http://[::1]:3000" }, true],
  [{ ...own, host: "rebound.example:3000" }, false],
  [{ ...own, host: "127.0.0.1:3000" }, false],
  [{ ...own, host: null }, false],
  [{ ...own, forwarded: true }, false],
  [{ ...own, host: "data.example", appUrl: "https://data.example" }, false],
  [{ ...own, host: "127.evil.example", appUrl: "http://127.evil.example" }, false],
  [{ isAdmin: true, forwarded: true, host: "data.example", appUrl: "https://data.example" }, true],
])("%o: %s", (asking, may) => {
  expect(mayReadOutbox(asking)).toBe(may);
});
