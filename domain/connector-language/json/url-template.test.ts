import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import type { Json } from "./json.ts";
import { parseUrlTemplate, renderOrigin, renderUrl } from "./url-template.ts";

function template(url: string, baseUrl?: string) {
  const parsed = parseUrlTemplate(url, baseUrl);
  if (!parsed.ok) throw new Error(findingSentence(parsed.finding));
  return parsed.template;
}

function render(url: string, values: Record<string, Json>, baseUrl?: string) {
  const rendered = renderUrl(template(url, baseUrl), new Map(Object.entries(values)));
  return rendered.ok ? rendered.value.href : `! ${findingSentence(rendered.finding)}`;
}

describe("parseUrlTemplate", () => {
  test.each([
    ["//evil.test/x", undefined],
    ["//evil.test/x", "https://api.test"],
    ["/x", undefined],
    ["ftp://api.test/x", undefined],
    ["javascript:alert(1)", undefined],
    ["https://user:pw@api.test/x", undefined],
    ["https://api-{host}/x", undefined],
    ["https://{a}{b}/x", undefined],
    ["https://api.{a}-{b}/x", undefined],
    ["https://{a}%2e/x", undefined],
    ["https://api.test:{port}/x", undefined],
    ["https://api.test:99999/x", undefined],
    ["{scheme}://api.test/x", undefined],
    ["https://api.test/a/../b", undefined],
    ["https://api.test/%2e%2E/b", undefined],
    ["https://api.test/a b", undefined],
    ["https://api.test\\@evil.test/", undefined],
    ["https:///x", undefined],
    ["{base}evil/x", undefined],
  ])("refuses %s", (url, base) => {
    expect(parseUrlTemplate(url, base).ok).toBe(false);
  });
});

describe("renderUrl", () => {
  test("appends url to base_url as text with one slash between", () => {
    expect(render("/items", {}, "https://api.test/v1/")).toBe("https://api.test/v1/items");
    expect(render("items?x=1", {}, "https://api.test/v1")).toBe("https://api.test/v1/items?x=1");
    expect(render("", {}, "https://api.test/v1")).toBe("https://api.test/v1");
    expect(render("https://other.test/y", {}, "https://api.test/v1")).toBe("https://other.test/y");
    expect(render("https://api.test", {})).toBe("https://api.test/");
  });

  test("encodes a path value as one segment and a query value as one value", () => {
    expect(render("https://api.test/r/{o}/i?q={q}", { o: "a/b?c#d", q: "x&y=1 +" })).toBe(
      "https://api.test/r/a%2Fb%3Fc%23d/i?q=x%26y%3D1%20%2B",
    );
    expect(render("https://api.test/c/{list}/x", { list: "CL;PE" })).toBe("https://api.test/c/CL;PE/x");
    expect(render("https://api.test/{n}/{b}", { n: 0, b: false })).toBe("https://api.test/0/false");
  });

  test("refuses dot segments, empty segments and unresolved names", () => {
    for (const o of [".", "..", "..;", "..;x", ""]) expect(render("https://api.test/{o}/x", { o })).toMatch(/^! /);
    expect(render("https://api.test/{a}{b}/x", { a: ".", b: "." })).toMatch(/^! /);
    expect(render("https://api.test/.{a}", { a: "." })).toMatch(/^! /);
    expect(render("https://api.test/{o}/x", {})).toBe('! The URL needs a value for "o".');
    expect(render("https://api.test/x?y={toString}", {})).toBe('! The URL needs a value for "toString".');
  });

  test("never expands a value again", () => {
    expect(render("https://api.test/{a}", { a: "{b}", b: "secret" })).toBe("https://api.test/%7Bb%7D");
  });

  test("lets a field give one host label or the whole base, and nothing more", () => {
    expect(render("https://{shop}.example.com/x", { shop: "my-shop" })).toBe("https://my-shop.example.com/x");
    for (const shop of ["evil.test/", "a.b", "evil.test#", "a@b", "-a", "", "ü", "%2f"]) {
      expect(render("https://{shop}.example.com/x", { shop })).toMatch(/^! /);
    }
    expect(render("{base}/x", { base: "https://my.test/api/" })).toBe("https://my.test/api/x");
    expect(render("/x", { base: "http://my.test:8080" }, "{base}/v2")).toBe("http://my.test:8080/v2/x");
    for (const base of [
      "ftp://a.test",
      "https://u:p@a.test",
      "https://a.test?x",
      "a.test",
      "https://a.test#x",
      "https://a\\b",
    ]) {
      expect(render("{base}/x", { base })).toMatch(/^! /);
    }
  });

  test("lets a field give the end of a host, or all of it, as a host name and nothing more", () => {
    expect(render("https://{domain}/x", { domain: "Shop.example.com" })).toBe("https://shop.example.com/x");
    expect(render("https://{domain}:8443/x", { domain: "a.test" })).toBe("https://a.test:8443/x");
    expect(render("https://api.{site}/x", { site: "us3.example.com" })).toBe("https://api.us3.example.com/x");
    expect(render("https://{shop}.{site}/x", { shop: "a", site: "b.test" })).toBe("https://a.b.test/x");
    expect(render("https://{shop}.{site}/x", { shop: "a.b", site: "c.test" })).toMatch(/^! /);
    for (const domain of [
      ...[
        "https://a.test",
        "a.test/",
        "a.test:8443",
        "u@a.test",
        "a..test",
        ".a.test",
        "a.test.",
        "-a.test",
        "a_b.test",
      ],
      ...[
        "2130706433",
        "0x7f.1",
        "127.1",
        "a.test#",
        "a.test?x",
        "a.test\\",
        "{domain}",
        "ä.test",
        "[::1]",
        "%61.test",
      ],
      `${"a.".repeat(150)}test`,
    ]) {
      expect(render("https://{domain}/x", { domain })).toMatch(/^! /);
    }
  });

  test("calls the host as it is written, whatever the value", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.domain(),
      fc.array(fc.constantFrom("1", "0x7f", "00", "a", "xn--a", "."), { maxLength: 8 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(value, (domain) => {
        const whole = renderOrigin(template("https://{domain}/x"), new Map([["domain", domain]]));
        if (whole.ok) expect(whole.value).toBe(`https://${domain.toLowerCase()}`);
        const end = renderOrigin(template("https://api.{domain}:8443/x"), new Map([["domain", domain]]));
        if (end.ok) expect(end.value).toBe(`https://api.${domain.toLowerCase()}:8443`);
      }),
      { numRuns: 500 },
    );
  });

  const TEMPLATE = "https://{shop}.example.com:8443/v1/{a}/x{b}y/z?p={a}&q=1{b}";
  test("keeps origin, segment count and query names for any values", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("..", "/", "//evil.test", "%2e%2e", "?x=1", "#", "\\", "@evil.test", "\r\nX: y", "{a}"),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const rendered = renderUrl(template(TEMPLATE), new Map(Object.entries({ shop: "s", a, b })));
        if (!rendered.ok) return;
        const url = rendered.value;
        expect(url.origin).toBe("https://s.example.com:8443");
        expect(url.username + url.password + url.hash).toBe("");
        expect(url.pathname.split("/").length).toBe(5);
        expect([...url.searchParams.keys()]).toEqual(["p", "q"]);
        expect(url.searchParams.get("p")).toBe(a);
        expect(decodeURIComponent(url.pathname.split("/")[2] ?? "")).toBe(a);
      }),
      { numRuns: 200 },
    );
  });

  test("keeps the host below its fixed names for any label", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (shop) => {
        const origin = renderOrigin(template(TEMPLATE), new Map([["shop", shop]]));
        if (origin.ok) expect(new URL(origin.value).host).toMatch(/^[a-z0-9-]+\.example\.com:8443$/);
      }),
      { numRuns: 200 },
    );
  });
});
