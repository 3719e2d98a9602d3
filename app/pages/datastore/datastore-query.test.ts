import { expect, test } from "vitest";
import { dataStoreHref, readDataStoreQuery } from "./datastore-query.ts";

const read = (query: string) => readDataStoreQuery(new URLSearchParams(query));

test("an empty address shows everything, newest first", () => {
  const page = { page: 1, after: null, before: null };
  expect(read("")).toEqual({ q: "", type: null, categories: [], licenses: [], updated: null, sort: "newest", ...page });
});

test("a search shows the best matches first, unless another order is chosen", () => {
  expect(read("q=rain").sort).toBe("relevance");
  expect(read("q=rain&sort=newest").sort).toBe("newest");
  expect(read("sort=relevance").sort).toBe("newest");
  expect(dataStoreHref(read("q=rain&sort=newest"), { type: "dataset" })).toContain("sort=newest");
  expect(dataStoreHref(read("q=rain"), { q: "" })).toBe("/datastore");
});

test("the page in the URL is a number or the last one, and the cursor beside it", () => {
  expect(read("page=last")).toMatchObject({ page: "last", after: null, before: null });
  expect(read("page=3&after=x~y")).toMatchObject({ page: 3, after: "x~y", before: null });
});

test.each([
  "q=rain&type=dataset&category=Environment&category=Health&sort=users&page=3",
  "q=a%26b&type=connector&category=A%2BB",
])("%s survives the way there and back", (query) => {
  const parsed = read(query);
  expect(read(dataStoreHref(parsed, { page: parsed.page }).split("?")[1] ?? "")).toEqual(parsed);
});

test("the box All asks for nothing: alone it is every category, beside others they count", () => {
  expect(read("category=all").categories).toEqual([]);
  expect(read("category=all&category=Health").categories).toEqual(["Health"]);
});

test.each(["type=x&sort=constructor&page=-1", "page=1e99", "page=abc", "page=0", "sort=toString"])(
  "%s counts as not given",
  (query) => {
    expect(read(query)).toEqual(read(""));
  },
);

test("changing a filter goes back to page 1", () => {
  expect(dataStoreHref(read("q=rain&page=4"), { type: "dataset" })).toBe("/datastore?q=rain&type=dataset");
});
