import { expect, test } from "vitest";
import type { KeptPage } from "./kept-page.ts";
import { createPageCache } from "./page-cache.ts";

const page = (bytes: number): KeptPage => ({ bytes, plain: () => Buffer.alloc(0), gzip: () => Buffer.alloc(0) });
const LIMITS = { pages: 3, bytes: 100, bytesOfPage: 60 };

test("a page is found for the state that it shows, and gone for another one", () => {
  const cache = createPageCache(LIMITS);
  cache.put("/", "5", page(10));
  expect(cache.get("/", "5")).not.toBeNull();
  expect(cache.get("/", "6")).toBeNull();
  expect(cache.use()).toEqual({ pages: 0, bytes: 0, hits: 1, misses: 1 });
});

test("the page that was asked for least recently makes room, by number and by bytes", () => {
  const cache = createPageCache(LIMITS);
  for (const key of ["a", "b", "c"]) cache.put(key, "1", page(30));
  cache.get("a", "1");
  cache.put("d", "1", page(30));
  expect(["a", "b", "c", "d"].filter((key) => cache.get(key, "1"))).toEqual(["a", "c", "d"]);
  cache.put("e", "1", page(60));
  expect(["a", "c", "d", "e"].filter((key) => cache.get(key, "1"))).toEqual(["d", "e"]);
  expect(cache.use()).toMatchObject({ pages: 2, bytes: 90 });
});

test("a page that is too large is not kept, and a page put twice counts once", () => {
  const cache = createPageCache(LIMITS);
  cache.put("a", "1", page(61));
  cache.put("b", "1", page(50));
  cache.put("b", "2", page(20));
  expect(cache.use()).toMatchObject({ pages: 1, bytes: 20 });
});
