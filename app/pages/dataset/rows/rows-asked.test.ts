import { expect, test } from "vitest";
import { filterWords, rowsAsked, rowsQuery, streamParameters, withNewFilter, filtersFault } from "./rows-asked.ts";

const asked = (query: string) => rowsAsked(new URLSearchParams(query));

test("sort, filters and page are read from the URL and written back", () => {
  expect(asked("tab=x&edit")).toBeNull();
  expect(asked("rows_page=1")).toEqual({ sort: null, filters: [], page: 1, of: {} });
  const query = "where.station=eq.Weir&where.level=gte.2&sort=-level";
  const found = asked(`${query}&rows_page=3`)!;
  expect(found).toEqual({
    sort: { column: "level", descending: true },
    filters: [
      { column: "station", condition: "eq.Weir" },
      { column: "level", condition: "gte.2" },
    ],
    page: 3,
    of: {},
  });
  expect(asked("version=2")).toEqual({ sort: null, filters: [], page: 1, of: { version: "2" } });
  expect(rowsQuery(asked("version=2&sort=level")!)).toBe("?version=2&sort=level");
  expect(rowsQuery(found)).toBe(`?${query}`);
  expect(streamParameters(found).toString()).toBe("where.station=eq.Weir&where.level=gte.2&order=-level");
  expect(rowsQuery({ sort: null, filters: [], of: {} })).toBe("");
});

test("the form adds a filter to those that are there", () => {
  const add = (query: string) => withNewFilter(new URL(`http://localhost/dataset_profile/d?${query}`));
  expect(add("sort=level")).toBeNull();
  expect(add("sort=level&where.a=eq.1&filter_column=b&filter_operator=gte&filter_value=2.5")).toBe(
    "/dataset_profile/d?where.a=eq.1&where.b=gte.2.5&sort=level",
  );
  expect(add("filter_column=b&filter_operator=is.null&filter_value=left")).toBe("/dataset_profile/d?where.b=is.null");
  expect(add("filter_column=b&filter_operator=contains&filter_value=50%25_")).toBe(
    `/dataset_profile/d?${new URLSearchParams({ "where.b": "like.*50\\%\\_*" })}`,
  );
});

test.each([
  ["eq.Weir", "a is Weir"],
  ["gte.2.5", "a is at least 2.5"],
  ["isdistinct.closed", "a is not closed"],
  ["neq.closed", "a has a value other than closed"],
  ["is.null", "a is empty"],
  ["like.*50\\%*", "a contains 50%"],
  ["like.Weir of*", "a begins with Weir of"],
  ["in.(1,2)", "a in.(1,2)"],
])("the filter %s reads %s", (condition, words) => {
  expect(filterWords({ column: "a", condition })).toBe(words);
});

test("a page takes as many filters as its links can hold", () => {
  const fault = (query: string) => filtersFault(new URLSearchParams(query));
  expect(fault("where.a=eq.1&".repeat(50))).toBeNull();
  expect(fault("where.a=eq.1&".repeat(51))).toMatch(/^A page takes 50 filters/);
  expect(fault(`where.a=eq.${"x".repeat(1_990)}`)).toBeNull();
  expect(fault(`where.a=eq.${"x".repeat(1_991)}`)).toMatch(/2,000 characters/);
  expect(fault(`q=${"x".repeat(9_000)}`)).toBeNull();
});
