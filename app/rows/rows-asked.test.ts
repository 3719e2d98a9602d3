import { expect, test } from "vitest";
import {
  asksForRows,
  filterWords,
  FIRST_ROWS,
  rowsAsked,
  rowsFault,
  rowsQuery,
  streamParameters,
  withRowsForm,
} from "./rows-asked.ts";

const asked = (query: string) => rowsAsked(new URLSearchParams(query));

test("sort, filters and page are read from the URL and written back", () => {
  expect(asked("edit")).toEqual(FIRST_ROWS);
  expect(asked("rows_page=1")).toEqual(FIRST_ROWS);
  const query = "where.station=eq.Weir&where.level=gte.2&sort=-level";
  const found = asked(`${query}&rows_page=3`);
  expect(found).toEqual({
    ...FIRST_ROWS,
    sort: { column: "level", descending: true },
    filters: [
      { column: "station", condition: "eq.Weir" },
      { column: "level", condition: "gte.2" },
    ],
    page: 3,
  });
  expect(asked("version=2")).toEqual({ ...FIRST_ROWS, of: { version: "2" } });
  expect(rowsQuery(asked("version=2&sort=level"))).toBe("?version=2&sort=level");
  expect(rowsQuery(found)).toBe(`?${query}`);
  expect(streamParameters(found).toString()).toBe("where.station=eq.Weir&where.level=gte.2&order=-level");
  expect(rowsQuery(FIRST_ROWS)).toBe("");
});

test("a dataset begins with its first rows and an output table with its latest; the other view is in the URL", () => {
  const output = (query: string) => rowsAsked(new URLSearchParams(query), "latest");
  expect([asked("").view, asked("rows=latest").view, output("").view, output("rows=all").view]).toEqual([
    "all",
    "latest",
    "latest",
    "all",
  ]);
  expect([output("sort=a").view, output("rows_page=2").view, asked("rows=latest&where.a=eq.1").view]).toEqual([
    "all",
    "all",
    "all",
  ]);
  expect(rowsQuery(asked("rows=latest"))).toBe("?rows=latest");
  expect(rowsQuery(output("tab=output&table=t&rows=all"))).toBe("?tab=output&table=t&rows=all");
  expect(rowsQuery(output("tab=output&table=t&sort=a"))).toBe("?tab=output&table=t&sort=a");
  expect([asksForRows(asked("rows=latest&columns=a")), asksForRows(asked("sort=a"))]).toEqual([false, true]);
});

test("columns are chosen, shown whole and kept in place by the URL", () => {
  expect(asked("columns=a,b&wide=b&freeze=9")).toEqual({
    ...FIRST_ROWS,
    columns: ["a", "b"],
    wide: ["b"],
    frozen: 3,
  });
  const choose = (query: string) => withRowsForm(new URL(`http://localhost/d?sort=a&${query}`));
  expect(choose("choose_columns=3&show=a&show=b&widen=b&freeze=1")).toBe("/d?sort=a&columns=a%2Cb&wide=b&freeze=1");
  expect(choose("choose_columns=2&show=a&show=b&freeze=0")).toBe("/d?sort=a");
  expect(choose("choose_columns=2&freeze=0")).toBe("/d?sort=a");
  expect(rowsFault(new URLSearchParams(`columns=${"a,".repeat(1_001)}`))).toMatch(/2,000 characters/);
});

test("the form adds a filter to those that are there", () => {
  const add = (query: string) => withRowsForm(new URL(`http://localhost/dataset_profile/d?${query}`));
  expect(add("sort=level")).toBeNull();
  expect(add("sort=level&where.a=eq.1&filter_column=b&filter_operator=gte&filter_value=2.5")).toBe(
    "/dataset_profile/d?where.a=eq.1&where.b=gte.2.5&sort=level",
  );
  expect(add("filter_column=b&filter_operator=is.null&filter_value=left")).toBe("/dataset_profile/d?where.b=is.null");
  expect(add("filter_column=b&filter_operator=contains&filter_value=50%25_")).toBe(
    `/dataset_profile/d?${new URLSearchParams({ "where.b": "like.*50\\%\\_*" })}`,
  );
  expect(add("filter_column=*&filter_operator=search&filter_value=mill")).toBe(
    `/dataset_profile/d?${new URLSearchParams({ "where.*": "ilike.*mill*" })}`,
  );
  // Another search takes the place of the one before; a star means itself.
  expect(add("where.*=ilike.*mill*&where.a=eq.1&filter_column=*&filter_operator=search&filter_value=*")).toBe(
    `/dataset_profile/d?${new URLSearchParams({ "where.a": "eq.1", "where.*": "ilike.*\\**" })}`,
  );
  expect(add("sort=a&filter_column=*&filter_operator=search&filter_value=")).toBe("/dataset_profile/d?sort=a");
});

test("a filter of any column has words of its own", () => {
  expect(filterWords({ column: "*", condition: "ilike.*50\\%*" })).toBe("Any column contains 50%");
});

test.each([
  ["eq.Weir", "a is Weir"],
  ["gte.2.5", "a is at least 2.5"],
  ["isdistinct.closed", "a is not closed"],
  ["neq.closed", "a has a value other than closed"],
  ["is.null", "a is empty"],
  ["like.*50\\%*", "a contains 50%"],
  ["like.Weir of*", "a begins with Weir of"],
  ["like.*5\\**", "a contains 5*"],
  ["like.5\\**", "a begins with 5*"],
  ["in.(1,2)", "a in.(1,2)"],
])("the filter %s reads %s", (condition, words) => {
  expect(filterWords({ column: "a", condition })).toBe(words);
});

test("a page takes as many filters as its links can hold", () => {
  const fault = (query: string) => rowsFault(new URLSearchParams(query));
  expect(fault("where.a=eq.1&".repeat(50))).toBeNull();
  expect(fault("where.a=eq.1&".repeat(51))).toMatch(/^A page takes 50 filters/);
  expect(fault(`where.a=eq.${"x".repeat(1_990)}`)).toBeNull();
  expect(fault(`where.a=eq.${"x".repeat(1_991)}`)).toMatch(/2,000 characters/);
  expect(fault(`q=${"x".repeat(9_000)}`)).toBeNull();
});
