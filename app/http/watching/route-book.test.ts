import fc from "fast-check";
import { expect, test } from "vitest";
import { endpoints } from "../../api/endpoints.ts";
import pages from "../../routes.ts";
import { PAGE_BODY_BYTES } from "../gate/body-limits.ts";
import { createRouteBook } from "./route-book.ts";

const placeOf = createRouteBook(endpoints, pages);

/** A path of a pattern, with texts in place of its parameters. */
const pathOf = (pattern: string, text = "a0b1") => pattern.replace(/\{\w+\}/g, () => text).replace(/:\w+/g, () => text);

test.each(endpoints.map(({ method, path }) => [method, path] as const))("%s %s is its own route", (method, path) => {
  const found = placeOf(method, pathOf(path));
  // A row of a set of OData has the same number of segments as the set.
  expect(found.route).toBe(path === "/odata/{set}({row})" ? "/odata/{set}" : path);
  expect(found.kind).not.toBe("other");
});

test.each(pages.flatMap(({ path, index }) => (path === "*" ? [] : [index ? "" : (path ?? "")])))(
  "the page /%s is its own route, as are its data and its form",
  (path) => {
    const route = `/${path.replace(/:(\w+)/g, "{$1}")}`;
    expect(placeOf("GET", `/${pathOf(path)}`)).toMatchObject({ route, kind: "page" });
    if (path !== "") expect(placeOf("HEAD", `/${pathOf(path)}.data`)).toMatchObject({ route, kind: "page" });
    expect(placeOf("POST", `/${pathOf(path)}`)).toMatchObject({ route, kind: "form" });
  },
);

test("a path that somebody made up adds no route", () => {
  const known = new Set(["other"]);
  for (const { method, path } of endpoints) known.add(placeOf(method, pathOf(path)).route);
  for (const { path = "" } of pages) known.add(placeOf("GET", `/${pathOf(path)}`).route);
  for (const path of [
    "/healthz",
    "/readyz",
    "/metrics",
    "/images/a/b",
    "/odata/a/b/c",
    "/d/a/b",
    "/api/stream/a/b",
    "/assets/a.js",
  ])
    known.add(placeOf("GET", path).route);
  const segment = fc.oneof(
    fc.constantFrom(
      "api",
      "assets",
      "d",
      "odata",
      "log",
      "tile",
      "admin",
      "history",
      "..",
      "%2f",
      "{id}",
      "*",
      "__proto__",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.array(segment, { maxLength: 9 }), (method, segments) => {
      expect(known).toContain(placeOf(method, `/${segments.join("/")}`).route);
    }),
    { numRuns: 2_000 },
  );
  expect(placeOf("GET", `/${"a/".repeat(5_000)}`).route).toBe("other");
});

test.each([
  ["GET", "/datastore", "page"],
  ["POST", "/manage", "form"],
  ["GET", "/api/assets", "call"],
  ["GET", "/api/runs/r1", "wait"],
  ["POST", "/api/connectors/instance/i1/run", "wait"],
  ["GET", "/api/stream/data", "stream"],
  ["GET", "/d/t.csv", "stream"],
  ["GET", "/odata/t/$count", "stream"],
  ["GET", "/odata/t/x/y/z", "stream"],
  ["GET", "/d/a/b", "stream"],
  ["GET", "/api/stream/nothing", "stream"],
  ["GET", "/api/assets/d1/original", "download"],
  ["POST", "/api/assets/upload-csv", "upload"],
  ["PUT", "/api/assets/d1/data", "upload"],
  ["POST", "/api/assets/d1/rows", "upload"],
  ["GET", "/api/assets/d1/data", "call"],
  ["GET", "/assets/framework-x.js", "asset"],
  ["GET", "/readyz", "watch"],
  ["POST", "/log/witness/add-checkpoint", "call"],
  ["GET", "/wp-login.php", "other"],
])("%s %s is of the kind %s", (method, path, kind) => expect(placeOf(method, path).kind).toBe(kind));

test.each([
  ["POST", "/api/assets/upload-csv", null],
  ["POST", "/api/assets/upload-csv/", null],
  ["PUT", "/api/assets/d1/data/", null],
  ["POST", "/api/assets/d1/rows", null],
  ["GET", "/api/assets/upload-csv", 1_000_000],
  ["POST", "/api/assets/d1/data", null],
  ["PUT", "/api/assets/upload-csv", null],
  ["POST", "//api/assets/upload-csv", 1_000_000],
  ["POST", "/api/assets//upload-csv", 1_000_000],
  ["POST", "/api/assets/upload-csv//", 1_000_000],
  ["POST", "/api/connectors/import", 12_000_000],
  ["POST", "/api/connectors/import/", 12_000_000],
  ["POST", "/api/assets/d1/image", 2_800_000],
  ["POST", "/log/witness/add-checkpoint", 64_000],
  ["POST", "/upload", 6_000_000],
  ["POST", "/upload/import.data", 6_000_000],
  ["POST", "/dataset_profile/d1", 2_800_000],
  ["POST", "/dataset_profile/d1/rows", 1_000_000],
  ["POST", "/login", 1_000_000],
  ["POST", "/nowhere", 1_000_000],
])("%s %s takes a body of %s bytes", (method, path, bytes) => expect(placeOf(method, path).bodyBytes).toBe(bytes));

test("the pages with larger forms are pages", () => {
  const known = pages.map(({ path }) => `/${(path ?? "").replace(/:(\w+)/g, "{$1}")}`);
  expect(Object.keys(PAGE_BODY_BYTES).filter((route) => !known.includes(route))).toEqual([]);
});
