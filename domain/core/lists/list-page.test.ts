import { expect, test } from "vitest";
import { pageWithin } from "./list-page.ts";

test("a page behind the last is the last, and an empty list has one page", () => {
  expect(pageWithin(2, 40, 20)).toEqual({ page: 2, pages: 2 });
  expect(pageWithin(3, 41, 20)).toEqual({ page: 3, pages: 3 });
  expect(pageWithin(9, 41, 20)).toEqual({ page: 3, pages: 3 });
  expect(pageWithin(1, 0, 20)).toEqual({ page: 1, pages: 1 });
});
