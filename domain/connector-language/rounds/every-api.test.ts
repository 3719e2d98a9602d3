import fc from "fast-check";
import { expect, test } from "vitest";
import { type Api, ok, pullFrom, type Reply } from "#testing/pull.ts";

/** An API of so many records in pages of so many. */
type Served = { readonly records: number; readonly size: number };
/** The records of one page: their numbers, and whether the last is among them or before them. */
type Slice = { readonly from: number; readonly to: number; readonly last: boolean };

const url = "https://api.test/items";
const number = (request: Parameters<Api>[0], name: string) => Number(request.url.searchParams.get(name) ?? 0) || 0;

/** Ways to page: the definition, and where a request begins. */
const STRATEGIES: Record<
  string,
  { pagination: object; from: (request: Parameters<Api>[0], served: Served) => number }
> = {
  page: { pagination: { strategy: "page" }, from: (request, { size }) => (number(request, "page") - 1) * size },
  "page from 0": {
    pagination: { strategy: "page", start: 0 },
    from: (request, { size }) => number(request, "page") * size,
  },
  offset: { pagination: { strategy: "offset" }, from: (request) => number(request, "offset") },
  cursor: { pagination: { strategy: "cursor", cursor_path: "next" }, from: (request) => number(request, "cursor") },
  link: { pagination: { strategy: "link", next_url_path: "next" }, from: (request) => number(request, "from") },
};

/** How the end is told, beside an empty page: what the definition reads, and what the answer says. */
const ENDS: Record<string, { pagination: object; says: (slice: Slice, served: Served) => object }> = {
  "nothing tells": { pagination: {}, says: () => ({}) },
  total: { pagination: { total_path: "total" }, says: (_slice, { records }) => ({ total: records }) },
  "a total that is none": { pagination: { total_path: "total" }, says: ({ from, to }) => ({ total: to - from }) },
  "a total as text": {
    pagination: { total_path: "total" },
    says: (_slice, { records }) => ({ total: String(records) }),
  },
  pages: {
    pagination: { total_pages_path: "pages" },
    says: (_slice, { records, size }) => ({ pages: Math.ceil(records / size) }),
  },
  "the number of the page": {
    pagination: { total_pages_path: "pages" },
    says: ({ from }, { size }) => ({ pages: Math.floor(from / size) + 1 }),
  },
  "has more": { pagination: { has_more_path: "more" }, says: ({ last }) => ({ more: !last }) },
};

/** What a cursor or link is on the last page, and behind it. */
const MARKS: Record<string, (slice: Slice, mark: string) => unknown> = {
  null: ({ last }, mark) => (last ? null : mark),
  missing: ({ last }, mark) => (last ? undefined : mark),
  '""': ({ last }, mark) => (last ? "" : mark),
  "0": ({ last }, mark) => (last ? 0 : mark),
  "-1": ({ last }, mark) => (last ? -1 : mark),
  false: ({ last }, mark) => (last ? false : mark),
  "[]": ({ last }, mark) => (last ? [] : mark),
  "{}": ({ last }, mark) => (last ? {} : mark),
  "always, its own on an empty page": (_slice, mark) => mark,
};

/** What goes wrong with the nth request; `passes`: once only. */
const FAULTS: Record<string, { passes: boolean; reply: (whole: Reply) => Reply }> = {
  nothing: { passes: true, reply: (whole) => whole },
  429: { passes: true, reply: () => ({ status: 429, headers: { "retry-after": "1" }, json: { message: "slowly" } }) },
  500: { passes: true, reply: () => ({ status: 500, text: "oh" }) },
  "a cut answer": {
    passes: false,
    reply: (whole) => ({ text: JSON.stringify((whole as { json: unknown }).json).slice(0, -3) }),
  },
  "a web page": { passes: false, reply: () => ({ text: "<!DOCTYPE html><title>Maintenance</title>" }) },
  "no body": { passes: false, reply: () => ({ text: "" }) },
  "an error": { passes: false, reply: () => ({ json: { status: "error", message: "Come back tomorrow", items: [] } }) },
  "a notice": { passes: false, reply: () => ({ json: { Note: "Thank you for using this API" } }) },
  "another list": { passes: false, reply: () => ({ json: { entries: [{ id: -1 }] } }) },
};

type Case = {
  strategy: string;
  end: string;
  mark: string;
  fault: string;
  at: number;
  path: boolean;
  ignores: boolean;
} & Served;

function apiOf({ strategy, end, mark, fault, at, path, ignores, ...served }: Case): {
  api: Api;
  faulted: () => boolean;
} {
  let faulted = false;
  const api: Api = (request, count) => {
    const from = ignores ? 0 : STRATEGIES[strategy]!.from(request, served);
    const to = Math.max(from, Math.min(from + served.size, served.records));
    const slice = { from, to, last: to >= served.records };
    const items = Array.from({ length: to - from }, (_, index) => ({ id: from + index, text: `row ${from + index}` }));
    const next = MARKS[mark]!(slice, strategy === "link" ? `${url}?from=${to}` : String(to));
    const marks = strategy === "cursor" || strategy === "link" ? { next } : {};
    const whole = ok({ items, ...marks, ...ENDS[end]!.says(slice, served) });
    const { passes, reply } = FAULTS[fault]!;
    // Nothing tells that the first page is another list, unless the definition names its own.
    const first = fault === "another list" && !path ? at + 1 : at;
    if (fault === "nothing" || (passes ? count !== first : count < first)) return whole;
    faulted = true;
    return reply(whole);
  };
  return { api, faulted: () => faulted };
}

const cases = fc.record({
  strategy: fc.constantFrom(...Object.keys(STRATEGIES)),
  end: fc.constantFrom(...Object.keys(ENDS)),
  mark: fc.constantFrom(...Object.keys(MARKS)),
  fault: fc.constantFrom(...Object.keys(FAULTS), "nothing", "nothing"),
  at: fc.integer({ min: 1, max: 5 }),
  records: fc.integer({ min: 0, max: 60 }),
  size: fc.constantFrom(1, 2, 5, 7, 10, 25, 50),
  /** Whether the definition names the place of the records. Nobody knows it between two empty lists and a count. */
  path: fc.boolean(),
  ignores: fc.integer({ min: 0, max: 5 }).map((each) => each === 0),
});

test("all rows come exactly once, or the run does not succeed", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const { api, faulted } = apiOf(given);
      const limits = given.size === 25 ? {} : { limit_param: "limit", limit: given.size };
      const pagination = { ...STRATEGIES[given.strategy]!.pagination, ...ENDS[given.end]!.pagination, ...limits };
      const isUnknown = given.records === 0 && given.mark === "[]";
      const operation = {
        url,
        ...(given.path || isUnknown ? { records: "items" } : {}),
        pagination: { ...pagination, max_pages: 100 },
      };
      const { rows, result } = await pullFrom({ operations: [operation] }, api);
      const ids = rows.map((row) => Number(row["id"]));
      const isWhole = ids.length === given.records && ids.every((id, index) => id === index);
      const isPermanent = faulted() && !FAULTS[given.fault]!.passes;
      if (result.status === "success") expect([isWhole, isPermanent]).toEqual([true, false]);
      else if (result.status === "failed") expect(rows).toEqual([]);
      // Only an API that ignores what it is asked with, or lies, may fail by itself.
      if (!isPermanent && !given.ignores) expect([result.status, result.error]).toEqual(["success", null]);
    }),
    { numRuns: 1_000 },
  );
}, 120_000);
