import { expect, test } from "vitest";
import { z } from "zod";
import { exactNumbersQuery, pageQuery, readQuery } from "./query.ts";

const read = (query: string, shape: z.ZodRawShape) => readQuery(new URLSearchParams(query), z.strictObject(shape));
const list = { ...pageQuery, search: z.string().optional() };

test("the parameters of a list are read, by default the first page of 100", () => {
  expect(read("", list)).toEqual({ ok: true, value: { page: 1, limit: 100 } });
  expect(read("page=3&limit=20&search=rivers", list)).toEqual({
    ok: true,
    value: { page: 3, limit: 20, search: "rivers" },
  });
  expect(read("bigint=string", exactNumbersQuery)).toEqual({ ok: true, value: { bigint: "string" } });
});

test.each([
  ["serch=rivers", list, "Unknown parameter serch. Did you mean search?"],
  ["page=1&pgae=2", list, "Unknown parameter pgae. Did you mean page?"],
  ["utm_source=x", list, "Unknown parameter utm_source. The parameters here are page, limit and search."],
  ["utm_source=x", exactNumbersQuery, "Unknown parameter utm_source. The only parameter here is bigint."],
  ["page=1", {}, "Unknown parameter page. There are no parameters here."],
  [`${"x".repeat(100)}=1`, {}, `Unknown parameter ${"x".repeat(60)}. There are no parameters here.`],
  ["__proto__=1", list, "Unknown parameter __proto__. The parameters here are page, limit and search."],
  ["page=1&page=2", list, "The parameter page is given twice."],
  ["page=0", list, "page and limit are whole numbers from 1, limit at most 1000."],
  ["limit=1001", list, "page and limit are whole numbers from 1, limit at most 1000."],
  ["limit=", list, "page and limit are whole numbers from 1, limit at most 1000."],
  ["bigint=text", exactNumbersQuery, "bigint must be number or string."],
])("%s is refused in one sentence", (query, shape, error) => {
  expect(read(query, shape)).toMatchObject({ ok: false, status: 400, error });
});
