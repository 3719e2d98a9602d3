import { expect, test } from "vitest";
import { OUT_OF_RANGE } from "./entity-set.ts";

test("a number that only the database finds too large is a fault of the query", () => {
  expect(OUT_OF_RANGE).toMatchObject({
    status: 400,
    code: "odata-query-invalid",
    error: "The query compares or computes a number that is too large or too small for its type.",
  });
});
