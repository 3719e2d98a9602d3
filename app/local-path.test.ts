import fc from "fast-check";
import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test.each(["/", "/manage?tab=stream", "/documentation#excel", "/a//b"])("%s is a path of ours", (path) => {
  expect(localPath(path, "/x")).toBe(path);
});

test.each([
  null,
  undefined,
  7,
  "",
  "manage",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "/\t/evil.example",
  "/\n//evil.example",
  "javascript:alert(1)",
  "/..//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/..\\/evil.example",
  "/%2e%2e//evil.example",
  "/.\t.//evil.example",
])("%j is not", (path) => {
  expect(localPath(path, "/x")).toBe("/x");
});

test("no text leads to another site, not even when its path is read once more", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2f",
    "%5c",
    "\t",
    "\n",
    "\r",
    " ",
    "@",
    ":",
    "?",
    "#",
    "evil.example",
    "http:",
    "javascript:",
    "\u0000",
    "\ud800",
    "a",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join("")}`),
    fc.string({ unit: "binary" }),
  );
  const ours = (path: string, site: string) => {
    const there = new URL(path, site);
    return /^\/(?![/\\])/.test(path) && there.origin === new URL(site).origin && /^\/(?![/\\])/.test(there.pathname);
  };
  fc.assert(
    fc.property(text, (given) => {
      const path = localPath(given, "/fallback");
      return (
        ours(path, "https://data.example.org") &&
        ours(path, "http://localhost:3000/a/b?c") &&
        localPath(path, "/fallback") === path
      );
    }),
    { numRuns: 5_000 },
  );
});
