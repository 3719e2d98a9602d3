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
  ])("ends the round, whose rows count in part: %s", async (strategy, name) => {
    const seen = await ended(define({ strategy }), () => ok({ items: rows(0, 25) }));
    expect(seen).toMatchObject({ status: "partial", count: 25, stop: "repeated_page", requests: 2, warnings: [] });
    expect(seen.error).toBe(
      `Page 2 brought the same rows as the page before, so reading ended there: the API may not know "${name}". Rows may be missing.`,
    );
  });

  test("is known by its keys when a field moves, in whatever order", async () => {
    const moving: Api = (_request, number) =>
      ok({
        items: rows(0, 5)
          .map((row) => ({ ...row, read_at: number }))
          .sort(() => (number % 2 === 0 ? -1 : 1)),
      });
    const keyed = define({ strategy: "page" }, { primary_key: "id" });
    expect(await ended(keyed, moving)).toMatchObject({ status: "partial", count: 5, requests: 2 });
    const named = { columns: [{ name: "number", path: "id" }, { name: "read_at" }], primary_key: "number" };
    expect(await ended(define({ strategy: "page" }, named), moving)).toMatchObject({ status: "partial", count: 5 });
    // What two rows of a page share is no key of a row.
    const prices: Api = (_request, number) =>
      ok({ items: number > 2 ? [] : rows(0, 3).map(({ id }) => ({ symbol: "A", day: id + 3 * number })) });
    expect(await ended(define({ strategy: "page" }, { primary_key: "symbol" }), prices)).toMatchObject({
      status: "success",
      count: 6,
    });
  });

  test("is the end when it is shorter than the first: the API gives its last page again", async () => {
    const clamped: Api = (request) => {
      const page = Math.min(at(request.url, "page"), 3);
      return ok({ items: rows((page - 1) * 10, Math.min(page * 10, 24)) });
    };
    expect(await ended(define({ strategy: "page" }), clamped)).toMatchObject({
      status: "success",
      count: 24,
      error: null,
      warnings: [],
    });
  });

  test("is found with a cursor that changes, and stays a fault with one that leads in a circle", async () => {
    const ignored: Api = (_request, number) => ok({ items: rows(0, 5), next: `c${number}` });
    const pagination = { strategy: "cursor", cursor_path: "next" };
    expect(await ended(define(pagination), ignored)).toMatchObject({ status: "partial", count: 5, requests: 2 });
    const circle: Api = () => ok({ items: rows(0, 5), next: "c" });
    expect(await ended(define(pagination), circle)).toMatchObject({ status: "failed", count: 0 });
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

describe("a mark that every page has", () => {
  /** Pages of two, then empty ones, all with what `mark` says follows. */
  const always =
    (items: number, mark: (from: number, here: number) => unknown): Api =>
    (request) => {
      const from = Number(request.url.searchParams.get("cursor") ?? 0) || 0;
      const here = rows(from, Math.min(from + 2, items));
      return ok({ items: here, next: mark(from, here.length) });
    };
  const cursor = { strategy: "cursor", cursor_path: "next" };

  test.each([
    ["the cursor that was asked with", (from: number, here: number) => from + here],
    ["0", (from: number, here: number) => (from + here < 3 ? from + here : 0)],
    ['"0"', (from: number, here: number) => (from + here < 3 ? from + here : "0")],
    ["-1", (from: number, here: number) => (from + here < 3 ? from + here : -1)],
    ["false", (from: number, here: number) => (from + here < 3 ? from + here : false)],
    ["an empty list", (from: number, here: number) => (from + here < 3 ? from + here : [])],
    ["an empty object", (from: number, here: number) => (from + here < 3 ? from + here : {})],
    ["an empty text", (from: number, here: number) => (from + here < 3 ? from + here : "")],
  ])("ends at %s", async (_what, mark) => {
    expect(await ended(define(cursor), always(3, mark))).toMatchObject({ status: "success", count: 3, warnings: [] });
  });

  test("of an empty list ends with the first cursor that a query gives", async () => {
    const first = define(cursor, { query: { cursor: "*" } });
    expect(await ended(first, () => ok({ items: [], next: "*" }))).toMatchObject({ status: "success", requests: 1 });
  });

  test("that is new on each empty page is followed a few times, and said", async () => {
    const seen = await ended(define(cursor), (_request, number) => ok({ items: rows(number - 1, 3), next: number }));
    expect(seen).toMatchObject({ status: "success", count: 6, requests: 13 });
    expect(seen.warnings).toEqual([expect.stringMatching(/^Reading ended after 10 empty pages in a row/)]);
  });

  test("is no end as a value of a row", async () => {
    const down: Api = (request) => {
      const below = request.url.searchParams.has("cursor") ? at(request.url, "cursor") : 2;
      return ok({ items: rows(Math.max(-3, below - 2), below).toReversed() });
    };
    const field = define({ strategy: "cursor", cursor_field: "id" });
    expect(await ended(field, down)).toMatchObject({ status: "success", count: 5, warnings: [] });
  });

  test("is an address that leads to its own empty page", async () => {
    const link = define({ strategy: "link", next_url_path: "paging.next" });
    const pages: Api = (request) => {
      const from = at(request.url, "from") || 0;
      const here = rows(from, Math.min(from + 2, 3));
      return ok({ items: here, paging: { next: `https://api.test/items?from=${from + here.length}` } });
    };
    expect(await ended(link, pages)).toMatchObject({ status: "success", count: 3, requests: 3, warnings: [] });
  });
});

describe("a scroll", () => {
  const scroll = { strategy: "scroll", cursor_param: "scroll_id", cursor_path: "_scroll_id" };
  const engine =
    (items: number, more: (page: number) => object): Api =>
    (request, number) =>
      request.url.searchParams.has("scroll_id") === number > 1
        ? ok({ items: rows((number - 1) * 2, Math.min(number * 2, items)), ...more(number) })
        : { status: 400, json: { message: "wrong mark" } };

  test.each([
    ["the same on each page", () => ({ _scroll_id: "s" })],
    ["another on each page", (page: number) => ({ _scroll_id: `s${page}` })],
    ["on the first page only", (page: number) => (page === 1 ? { _scroll_id: "s" } : {})],
  ])("whose mark is %s ends at the empty page", async (_what, more) => {
    expect(await ended(define(scroll), engine(5, more))).toMatchObject({
      status: "success",
      count: 5,
      requests: 4,
      stop: "empty_page",
      warnings: [],
    });
  });

  test("whose mark is ignored is no success", async () => {
    expect(await ended(define(scroll), () => ok({ items: rows(0, 2), _scroll_id: "s" }))).toMatchObject({
      status: "partial",
      count: 2,
      error: expect.stringContaining('the API may not know "scroll_id"'),
    });
  });

  test("is what a cursor that stays the same is told to be", async () => {
    const cursor = define({ ...scroll, strategy: "cursor" });
    const { status, error } = await ended(
      cursor,
      engine(5, () => ({ _scroll_id: "s" })),
    );
    expect([status, error]).toEqual(["failed", expect.stringContaining('the strategy is "scroll"')]);
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

  test("is believed if it was more than one page has", async () => {
    expect(
      await ended(
        define(pagination),
        paged(40, () => ({ count: 40 })),
      ),
    ).toMatchObject({ count: 40, stop: "total", warnings: [], requests: 2 });
    expect(
      await ended(
        define({ strategy: "page", total_pages_path: "pages" }),
        paged(40, () => ({ pages: 2 })),
      ),
    ).toMatchObject({ count: 40, stop: "total_pages", requests: 2 });
    // Search engines stop counting at a round number.
    const many = paged(10_040, () => ({ count: 10_000 }));
    expect(await ended(define(pagination), many)).toMatchObject({ status: "success", count: 10_040 });
  });

  test("is made sure of by one more page, and not believed when that brings rows", async () => {
    expect(
      await ended(
        define(pagination),
        paged(20, () => ({ count: 20 })),
      ),
    ).toMatchObject({ count: 20, stop: "total", warnings: [], requests: 2 });
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
    const api = paged(20, () => ({ count: 20 }));
    const strict: Api = (request, number) =>
      at(request.url, "page") > 1 ? { status: 404, json: { detail: "Invalid page." } } : api(request, number);
    expect(await ended(define(pagination), strict)).toMatchObject({
      status: "success",
      count: 20,
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
          if (count !== items)
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

describe("an end that the definition describes", () => {
  const api: Api = ({ url }) => {
    const page = Number.isNaN(at(url, "page")) ? 1 : at(url, "page");
    return ok(
      { items: rows(10 * (page - 1), Math.min(23, 10 * page)), last: page === 3, kind: "b" },
      { "X-Last": String(page === 3) },
    );
  };
  const page = { strategy: "page", limit_param: "size", limit: 10 };

  test.each([
    ["a flag for the last page", { stop: { path: "last", equals: true } }, "stop_rule"],
    ["a header", { stop: { header: "X-Last", equals: "true" } }, "stop_rule"],
    ["one of two rules", { stop: { any: [{ path: "gone" }, { path: "last", not: [false, null] }] } }, "stop_rule"],
    ["a short page", { stop_on_short_page: true }, "short_page"],
  ])("%s: no further page is asked for", async (_what, end, stop) => {
    const found = await ended(define({ ...page, ...end }), api);
    expect(found).toMatchObject({ count: 23, status: "success", warnings: [], stop, requests: 3 });
  });

  test("without one the empty page is asked for", async () => {
    expect(await ended(define(page), api)).toMatchObject({ count: 23, stop: "empty_page", requests: 4 });
  });

  test("a rule that compares with an unset setting ends nothing", async () => {
    const end = { stop: { path: "kind", equals: "{kind}" } };
    expect(await ended(define({ ...page, ...end }, { params_fields: [{ key: "kind" }] }), api)).toMatchObject({
      count: 23,
      requests: 4,
    });
  });

  test("a short page after which the API says that there is more is told", async () => {
    const { status, warnings } = await ended(define({ ...page, stop_on_short_page: true }), () =>
      ok({ items: rows(0, 5), total: 23 }),
    );
    expect(status).toBe("success");
    expect(warnings.join()).toContain('"total": 23');
  });

  test("all rows come, whatever the sizes of pages and lists, where every page but the last is full", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom("page", "offset"),
        async (count, limit, strategy) => {
          const { rows: read, result } = await pullFrom(
            define({ strategy, limit_param: "size", limit, stop_on_short_page: true }),
            ({ url }) => {
              const from = strategy === "page" ? limit * (at(url, "page") - 1) : at(url, "offset");
              return ok({ items: rows(from, Math.min(count, from + limit)) });
            },
          );
          expect(result.status).toBe("success");
          expect(read.map(({ id }) => Number(id))).toEqual(rows(0, count).map(({ id }) => id));
        },
      ),
      { numRuns: 60 },
    );
  });
});
