import { expect, test } from "vitest";
import { mayReadOutbox } from "./may-read-outbox.ts";

const facts = { isLocal: true, trustsProxies: false, host: "localhost:3000" };
const own = { isAdmin: false, facts, appUrl: "http://localhost:3000" };

test.each([
  [own, true],
  [{ ...own, facts: { ...facts, host: "127.0.0.1:4000" }, appUrl: "http://127.0.0.1:4000" }, true],
  [{ ...own, facts: { ...facts, host: "[::1]:3000" }, appUrl: "http://[::1]:3000" }, true],
  [{ ...own, facts: { ...facts, host: "rebound.example:3000" } }, false],
  [{ ...own, facts: { ...facts, host: "127.0.0.1:3000" } }, false],
  [{ ...own, facts: { ...facts, host: "" } }, false],
  [{ ...own, facts: { ...facts, isLocal: false } }, false],
  [{ ...own, facts: { ...facts, trustsProxies: true } }, false],
  [{ ...own, facts: { ...facts, host: "data.example" }, appUrl: "https://data.example" }, false],
  [{ ...own, facts: { ...facts, host: "127.evil.example" }, appUrl: "http://127.evil.example" }, false],
  [{ ...own, isAdmin: true, facts: { isLocal: false, trustsProxies: true, host: "data.example" } }, true],
])("%o: %s", (asking, may) => {
  expect(mayReadOutbox(asking)).toBe(may);
});
