import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Api, ok, pullFrom } from "#testing/pull.ts";

/** 1, 2, 3 … as rows. */
const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ id: from + at }));
const define = (pagination: object, more: object = {}) => ({
  operations: [{ url: "https://api.test/items", records: "items", pagination, ...more }],
});
const ended = async (definition: object, api: Api) => {
  const { rows: read, result, urls } = await pullFrom(definition, api);
  return {
    count: read.length,
    status: result.status,
    error: result.error,
    warnings: result.warnings,
    stop: result.operations[0]?.stopReason,
    requests: urls.length,
  };
};
const at = (url: URL, name: string) => Number(url.searchParams.get(name) ?? NaN);

describe("an API that says there is more", () => {
  test.each([
    ["a flag", { has_more: true }, '"has_more": true'],
    ["a cursor in an envelope", { meta: { next_cursor: "abc" } }, 'a value in "meta.next_cursor"'],
    ["a next URL", { links: { next: { href: "?page=2" } } }, 'a value in "links.next"'],
    [
      "a list of links",
      {
        links: [
          { rel: "self", href: "?" },
          { rel: "next", href: "?page=2" },
        ],
      },
      'a value in "links.next"',
    ],
    ["a total", { total: 228, offset: 0 }, '"total": 228 (20 rows were read)'],
    ["a number of pages", { pagination: { total_pages: 12 } }, '"pagination.total_pages": 12 (1 page was read)'],
  ])("by %s that nobody reads: the run warns", async (_what, said, shown) => {
    const { status, count, warnings } = await ended(define({ strategy: "none" }), () =>
      ok({ items: rows(0, 20), ...said }),
    );
    expect([status, count, warnings]).toEqual([
      "success",
      20,
      [`Reading ended after one page, but the API says that there is more: ${shown}. Rows may be missing.`],
    ]);
  });

  test("by a header that nobody reads: the run warns", async () => {
    for (const [headers, shown] of [
      [{ Link: '<https://api.test/items?page=2>; rel="next"' }, 'Link: rel="next"'],
      [{ "X-Total-Count": "228" }, "x-total-count: 228 (20 rows were read)"],
    ] as const) {
      const { warnings } = await ended(define({ strategy: "none" }), () => ok({ items: rows(0, 20) }, headers));
      expect(warnings).toEqual([expect.stringContaining(shown)]);
    }
  });

  test("never shows the next address or cursor, which may hold a token", async () => {
    const { warnings } = await ended(define({ strategy: "none" }), () =>
      ok({ items: rows(0, 3), next: "https://api.test/items?access_token=CANARY" }),
    );
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).not.toContain("CANARY");
  });

  test.each([
    ["cursor_path", { strategy: "cursor", cursor_path: "meta.cursor" }],
    ["next_url_path", { strategy: "link", next_url_path: "meta.cursor" }],
    ["has_more_path", { strategy: "page", has_more_path: "meta.cursor" }],
  ])("while %s is not there: the run fails and names the keys that are", async (key, pagination) => {
    const { status, count, error } = await ended(define(pagination), () =>
      ok({ items: rows(0, 20), has_more: true, next: "c2" }),
    );
    expect([status, count]).toEqual(["failed", 0]);
    expect(error).toBe(
      `Nothing is at ${key} "meta.cursor", but the API says that there is more: "has_more": true, a value in "next". The answer has "items", "has_more", "next".`,
    );
  });
});

describe("a place that the first answer lacks, with nothing else that tells", () => {
  test("is a warning when the page is full, and the usual end when it is not", async () => {
    const pagination = { strategy: "cursor", cursor_path: "next_page_token", limit_param: "limit", limit: 20 };
    expect((await ended(define(pagination), () => ok({ items: rows(0, 20) }))).warnings).toEqual([
      'Nothing is at cursor_path "next_page_token", so the first page was taken as the only one: rows may be missing. The answer has "items".',
    ]);
    expect((await ended(define(pagination), () => ok({ items: rows(0, 19) }))).warnings).toEqual([]);
    // If earlier pages had it, its absence is the end.
    const later: Api = (request) =>
      ok(
        request.url.searchParams.has("cursor") ? { items: rows(20, 40) } : { items: rows(0, 20), next_page_token: "b" },
      );
    expect(await ended(define(pagination), later)).toMatchObject({ status: "success", count: 40, warnings: [] });
  });
});

describe("an API that says there is no more", () => {
  test.each([
    ["false and null", { has_more: false, next: null, total: 20, pages: 1, page: 1 }],
    [
      "an outright no beside a next URL, as some always give one",
      { meta: { has_more: false }, links: { next: "https://api.test/items?page=2" } },
    ],
    ["numbers that count something else", { total: 99.5, price: 120, pages: 300 }],
    ["totals that are no envelope of pages", { invoice: { total: 9_000, lines: 3 } }],
  ])("%s: no warning", async (_what, said) => {
    expect((await ended(define({ strategy: "none" }), () => ok({ items: rows(0, 20), ...said }))).warnings).toEqual([]);
  });
});

describe("a page that repeats the one before", () => {
  test.each([
    ["page", "page"],
    ["offset", "offset"],
  ])("ends the round with a warning: %s", async (strategy, name) => {
    const seen = await ended(define({ strategy }), () => ok({ items: rows(0, 25) }));
    expect(seen).toMatchObject({ status: "success", count: 25, stop: "repeated_page", requests: 2 });
    expect(seen.warnings).toEqual([
      `Page 2 brought the same rows as the page before, so reading ended there: the API may not know "${name}". Rows may be missing.`,
    ]);
  });

  test("is found in lines that are read while they come, too", async () => {
    const text = `${rows(0, 2_500)
      .map((row) => JSON.stringify(row))
      .join("\n")}\n`;
    const { rows: read, result } = await pullFrom(
      { operations: [{ url: "https://api.test/items", response_format: "ndjson", pagination: "page" }] },
      () => ({
        chunks: (async function* () {
          yield new TextEncoder().encode(text);
        })(),
      }),
    );
    expect([read.length, result.operations[0]?.stopReason]).toEqual([2_500, "repeated_page"]);
  });
});

describe("a count that is reached with a full page", () => {
  const paged =
    (items: number, said: (page: number, here: number) => object): Api =>
    (request) => {
      const page = at(request.url, "page");
      const here = rows((page - 1) * 20, Math.min(page * 20, items));
      return ok({ items: here, ...said(page, here.length) });
    };
  const pagination = { strategy: "page", total_path: "count" };

  test("is made sure of by one more page, and not believed when that brings rows", async () => {
    expect(
      await ended(
        define(pagination),
        paged(40, () => ({ count: 40 })),
      ),
    ).toMatchObject({ count: 40, stop: "total", warnings: [], requests: 3 });
    const lying = await ended(
      define(pagination),
      paged(228, (_page, here) => ({ count: here })),
    );
    expect(lying).toMatchObject({ status: "success", count: 228 });
    expect(lying.warnings).toEqual([
      "By total_path all rows had come after 20, but the next page brought more. It was not believed, and pages were read until one was empty.",
    ]);
    expect(
      await ended(
        define({ strategy: "page", total_pages_path: "pages" }),
        paged(60, () => ({ pages: 1 })),
      ),
    ).toMatchObject({ status: "success", count: 60 });
  });

  test("is believed when the API refuses the page behind it", async () => {
    const api = paged(40, () => ({ count: 40 }));
    const strict: Api = (request, number) =>
      at(request.url, "page") > 2 ? { status: 404, json: { detail: "Invalid page." } } : api(request, number);
    expect(await ended(define(pagination), strict)).toMatchObject({
      status: "success",
      count: 40,
      stop: "total",
      warnings: [],
    });
  });

  test("needs no further request when the last page is short", async () => {
    expect(
      await ended(
        define(pagination),
        paged(37, () => ({ count: 37 })),
      ),
    ).toMatchObject({ count: 37, stop: "total", requests: 2 });
  });
});

describe("for every way to page and to say its end wrongly", () => {
  /** The responses of an API with so many rows, by the parameters it supports, with what it says about its end. */
  const api =
    (
      items: number,
      size: number,
      most: number,
      says: (given: { from: number; to: number; last: boolean }) => object,
    ): Api =>
    (request) => {
      const { url } = request;
      const page = url.searchParams.get("page");
      const from =
        page !== null
          ? (Number(page) - 1) * size
          : Number(url.searchParams.get("offset") ?? url.searchParams.get("cursor") ?? 0);
      const to = Math.min(from + size, items, most);
      return ok({ items: rows(from, to), ...says({ from, to, last: to >= items }) });
    };
  const strategies = {
    page: { strategy: "page" },
    "page by total": { strategy: "page", total_path: "n" },
    "page by pages": { strategy: "page", total_pages_path: "n" },
    "page by flag": { strategy: "page", has_more_path: "flag" },
    offset: { strategy: "offset" },
    "offset by total": { strategy: "offset", total_path: "n" },
    "offset by flag": { strategy: "offset", has_more_path: "flag" },
    cursor: { strategy: "cursor", cursor_path: "after" },
    "cursor by flag": { strategy: "cursor", cursor_path: "after", has_more_path: "flag" },
    link: { strategy: "link", next_url_path: "after" },
    none: { strategy: "none" },
  };
  const url = (to: number) => `https://api.test/items?offset=${to}`;
  type Given = { from: number; to: number; last: boolean };
  /**
   * Each says truly in `true_…` whether there is more, as most APIs do somewhere, and wrongly or not at all in the
   * place that the definition reads.
   */
  const lies: Record<string, (given: Given, link: boolean, items: number) => object> = {
    "what is read is missing": () => ({}),
    "what is read is null": () => ({ n: null, flag: null, after: null }),
    "the count is that of the page": ({ from, to, last }, link) => ({
      n: to - from,
      flag: !last,
      after: last ? null : link ? url(to) : String(to),
    }),
    "the count is too small": ({ to, last }, link) => ({
      n: 1,
      flag: !last,
      after: last ? null : link ? url(to) : String(to),
    }),
    "the count is too large": ({ to, last }, link, items) => ({
      n: items * 3,
      flag: !last,
      after: last ? null : link ? url(to) : String(to),
    }),
    "the flag says no": ({ to, last }, link, items) => ({
      n: items,
      flag: false,
      after: last ? null : link ? url(to) : String(to),
    }),
    "the flag says yes": ({ to, last }, link, items) => ({
      n: items,
      flag: true,
      after: last ? null : link ? url(to) : String(to),
    }),
    "the cursor never changes": (_given, link, items) => ({ n: items, flag: true, after: link ? url(0) : "0" }),
    "nothing is wrong": ({ to, last }, link, items) => ({
      n: items,
      flag: !last,
      after: last ? null : link ? url(to) : String(to),
    }),
  };

  test("the run holds all rows, or says that it may not", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(strategies)),
        fc.constantFrom(...Object.keys(lies)),
        fc.integer({ min: 0, max: 130 }),
        fc.constantFrom(10, 20, 25, 50),
        fc.boolean(),
        fc.constantFrom("takes", "ignores", "stops at 60"),
        async (strategy, lie, items, size, envelope, parameters) => {
          const pagination = strategies[strategy as keyof typeof strategies];
          const link = pagination.strategy === "link";
          // The fields that the definition reads may be wrong; another place in the response is right.
          const says = (given: Given) => ({
            ...lies[lie]!(given, link, items),
            ...(envelope ? { meta: { has_more: given.to < items } } : { total_count: items, offset: given.from }),
          });
          const most = parameters === "stops at 60" ? 60 : Infinity;
          const honest = api(items, size, most, says);
          const called: Api = (request, number) =>
            honest(parameters === "ignores" ? { ...request, url: new URL("https://api.test/items") } : request, number);
          const { count, status, warnings } = await ended(define({ ...pagination, max_pages: 40 }), called);
          if (count < items || count > items)
            expect(
              status !== "success" || warnings.length > 0,
              JSON.stringify({ strategy, lie, count, items, size, parameters, envelope }),
            ).toBe(true);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  test("nothing is said where nothing is wrong", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(strategies).filter((each) => each !== "none")),
        fc.integer({ min: 0, max: 130 }),
        fc.constantFrom(10, 20, 25, 50),
        async (strategy, items, size) => {
          const pagination = strategies[strategy as keyof typeof strategies];
          const says = (given: Given) => ({
            ...lies["nothing is wrong"]!(given, pagination.strategy === "link", items),
            ...(strategy === "page by pages" ? { n: Math.max(1, Math.ceil(items / size)) } : {}),
            total_count: items,
            has_more: !given.last,
          });
          expect(await ended(define(pagination), api(items, size, Infinity, says))).toMatchObject({
            status: "success",
            count: items,
            warnings: [],
          });
        },
      ),
      { numRuns: 400 },
    );
  });
});
