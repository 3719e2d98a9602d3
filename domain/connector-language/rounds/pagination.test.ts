import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import type { Json } from "../json/json.ts";
import { linkTarget } from "../response/link-header.ts";
import { firstPage, nextPage } from "./pagination.ts";
import type { NextPage, PageResponse } from "./pagination.ts";
import type { Pagination } from "../definition/schema.ts";

function response(json: Json, rowCount: number, more: Partial<PageResponse> = {}): PageResponse {
  return { json, rowCount, headers: [], lastRow: null, url: new URL("https://api.test/items?page=1"), ...more };
}

/** Supplies responses until paging ends; returns each request's query, body or URL, and how paging ended. */
function run(pagination: Pagination, answers: PageResponse[]) {
  const { state, patch } = firstPage(pagination);
  const show = (p: typeof patch) =>
    p.url?.href ?? [...p.query, ...p.body, ...p.headers].map(([k, v]) => `${k}=${String(v)}`).join("&");
  const requests = [show(patch)];
  let current = state;
  for (const answer of answers) {
    const next: NextPage = nextPage(pagination, current, answer);
    if ("error" in next) return { requests, end: `! ${findingSentence(next.error)}` };
    if (next.done) return { requests, end: next.reason };
    requests.push(show(next.patch));
    current = next.state;
  }
  return { requests, end: "open" };
}

describe("page and offset", () => {
  test("stop on an empty page, never on a short one", () => {
    expect(
      run({ strategy: "page", limit_param: "n", limit: 5 }, [response([], 5), response([], 2), response([], 0)]),
    ).toEqual({
      requests: ["page=1&n=5", "page=2&n=5", "page=3&n=5"],
      end: "empty_page",
    });
    expect(
      run({ strategy: "offset", offset_param: "skip" }, [response([], 5), response([], 2), response([], 0)]),
    ).toEqual({
      requests: ["skip=0", "skip=5", "skip=7"],
      end: "empty_page",
    });
  });

  test("stop by total, total pages or has-more", () => {
    const paged = (json: Json) => response(json, 2);
    expect(run({ strategy: "page", total_path: "t" }, [paged({ t: 3 }), paged({ t: "3" })]).end).toBe("total");
    expect(run({ strategy: "offset", start: 10, total_path: "t" }, [paged({ t: 13 }), paged({ t: 13 })])).toEqual({
      requests: ["offset=10", "offset=12"],
      end: "total",
    });
    expect(run({ strategy: "offset", start: 1, total_path: "t" }, [paged({ t: 3 }), paged({ t: 3 })])).toEqual({
      requests: ["offset=1", "offset=3"],
      end: "total",
    });
    expect(
      run({ strategy: "page", total_pages_path: "[0].pages" }, [paged([{ pages: 2 }]), paged([{ pages: 2 }])]),
    ).toEqual({ requests: ["page=1", "page=2"], end: "total_pages" });
    expect(run({ strategy: "page", start: 0, total_pages_path: "p" }, [paged({ p: 2 }), paged({ p: 2 })])).toEqual({
      requests: ["page=0", "page=1"],
      end: "total_pages",
    });
    expect(run({ strategy: "page", has_more_path: "more" }, [paged({ more: true }), paged({ more: false })])).toEqual({
      requests: ["page=1", "page=2"],
      end: "has_more",
    });
    for (const more of [{}, { more: null }, { more: 0 }, { more: "false" }] as Json[])
      expect(run({ strategy: "page", has_more_path: "more" }, [paged(more)]).end).toBe("has_more");
    expect(run({ strategy: "page", total_path: "t" }, [paged({ t: "many" })]).end).toBe("open");
  });

  test("send the limit only under its name, into the body or a header where told", () => {
    expect(run({ strategy: "page" }, []).requests).toEqual(["page=1"]);
    expect(run({ strategy: "page", limit_param: "per_page" }, []).requests).toEqual(["page=1&per_page=100"]);
    expect(firstPage({ strategy: "offset", in: "body", offset_param: "page.from" }).patch.body).toEqual([
      ["page.from", 0],
    ]);
    expect(firstPage({ strategy: "page", in: "header", page_param: "X-Page" }).patch.headers).toEqual([
      ["X-Page", "1"],
    ]);
  });
});

describe("cursor", () => {
  test("goes on over empty pages and stops on missing, null or empty", () => {
    const ends: Json[] = [{}, { next_cursor: null }, { next_cursor: "" }];
    for (const last of ends) {
      expect(
        run({ strategy: "cursor" }, [
          response({ next_cursor: "a=" }, 2),
          response({ next_cursor: 7 }, 0),
          response(last, 1),
        ]),
      ).toEqual({
        requests: ["", "cursor=a=", "cursor=7"],
        end: "no_cursor",
      });
    }
  });

  test("finds the usual places, a given path, a header or the last row", () => {
    expect(
      run({ strategy: "cursor", cursor_param: "after" }, [response({ paging: { next: { after: "x" } } }, 1)])
        .requests[1],
    ).toBe("after=x");
    expect(
      run({ strategy: "cursor", cursor_path: "m.c" }, [response({ next_cursor: "no", m: { c: "yes" } }, 1)])
        .requests[1],
    ).toBe("cursor=yes");
    expect(
      run({ strategy: "cursor", cursor_header: "x-next" }, [response({}, 1, { headers: [["X-Next", "h"]] })])
        .requests[1],
    ).toBe("cursor=h");
    const byRow: Pagination = { strategy: "cursor", cursor_field: "id", cursor_param: "after_id" };
    expect(run(byRow, [response([], 2, { lastRow: { id: 9007199254740993n } }), response([], 0)])).toEqual({
      requests: ["", "after_id=9007199254740993"],
      end: "no_cursor",
    });
  });

  test("merges an object of parameters", () => {
    expect(run({ strategy: "cursor", cursor_path: "n" }, [response({ n: { from: 5, key: "k" } }, 1)]).requests[1]).toBe(
      "from=5&key=k",
    );
  });

  test("fails on a repeated cursor, also one that comes back later", () => {
    const cursors = ["a", "b", "a"].map((next_cursor) => response({ next_cursor }, 1));
    expect(run({ strategy: "cursor" }, cursors).end).toMatch(/^! The API gave the same cursor twice/);
  });
});

describe("link", () => {
  const link = (target: string): Partial<PageResponse> => ({ headers: [["Link", `<${target}>; rel="next"`]] });

  test("follows the next URL as it is", () => {
    const next = "https://api.test/repositories/1/issues?page=2&x=%2F+a";
    expect(run({ strategy: "link", limit_param: "per_page" }, [response([], 2, link(next)), response([], 0)])).toEqual({
      requests: ["per_page=100", next],
      end: "no_next_url",
    });
    for (const [rel, href] of [
      ["rel", "href"],
      ["relation", "url"],
      ["@rel", "@href"],
    ] as const) {
      const links = (...rels: string[]) =>
        response({ links: rels.map((name) => ({ [rel]: name, [href]: `?page=${name}` })) }, 1);
      expect(run({ strategy: "link", next_url_path: "links" }, [links("self", "next"), links("self", "prev")])).toEqual(
        { requests: ["", "https://api.test/items?page=next"], end: "no_next_url" },
      );
    }
    expect(
      run({ strategy: "link", next_url_path: "next" }, [response({ next: "?page=2" }, 2), response({ next: null }, 1)]),
    ).toEqual({
      requests: ["", "https://api.test/items?page=2"],
      end: "no_next_url",
    });
  });

  test("refuses what is no web address, gives up encryption or comes twice", () => {
    for (const next of [
      "javascript:alert(1)",
      "https://u:p@api.test/",
      "http://[",
      "http://other.test/2",
      "file:///etc/passwd",
    ]) {
      expect(run({ strategy: "link", next_url_path: "next" }, [response({ next }, 1)]).end).toMatch(/^! /);
    }
    expect(
      run({ strategy: "link", next_url_path: "next" }, [response({ next: "http://api.test/items?page=1" }, 1)]).end,
    ).toMatch(/same next URL/);
    expect(
      run({ strategy: "link", next_url_path: "next" }, [response({ next: "https://api.test/items?page=1" }, 1)]).end,
    ).toMatch(/same next URL/);
    const two = response({ next: "https://api.test/2" }, 1);
    expect(
      run({ strategy: "link", next_url_path: "next" }, [two, { ...two, url: new URL("https://api.test/3") }]).end,
    ).toMatch(/same next URL/);
  });

  test("reads Link headers as RFC 8288 writes them", () => {
    const read = (value: string, rel = "next") => linkTarget([["link", value]], rel);
    expect(read('<https://a.test/?a=1,2;b>; title="x, <y>; rel=\\"z\\""; rel="prev next"')).toBe(
      "https://a.test/?a=1,2;b",
    );
    expect(read("<a>; rel=prev, <b>; REL=Next")).toBe("b");
    expect(read('<a>; rel="first",<b>;rel="last"', "last")).toBe("b");
    for (const odd of ["", "next", "<a", "<a>", "<a>; rel", ";;;<>;", '<a>; title="next']) expect(read(odd)).toBeNull();
  });
});

describe("max_pages", () => {
  test("ends the pull with an error when there is more, and not when there is not", () => {
    expect(run({ strategy: "page", max_pages: 2 }, [response([], 1), response([], 1)]).end).toMatch(
      /^! Stopped after 2 pages/,
    );
    expect(run({ strategy: "page", max_pages: 2 }, [response([], 1), response([], 0)]).end).toBe("empty_page");
  });
});
