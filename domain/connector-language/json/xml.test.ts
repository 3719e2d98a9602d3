import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import { parseXml } from "./xml.ts";
import { pullFrom } from "#testing/pull.ts";

const read = (text: string) => {
  const parsed = parseXml(text);
  return parsed.ok ? (JSON.parse(JSON.stringify(parsed.root)) as unknown) : findingSentence(parsed.finding);
};

describe("parseXml", () => {
  test("attributes are @name, children lists even of one, text beside them #text, an empty element null", () => {
    expect(
      read(
        '<?xml version="1.0"?><a x="1 &lt; 2"><b>one</b><c/><b lang="en">two<!-- no --></b><d> <![CDATA[<raw> &amp;]]> </d>tail</a>',
      ),
    ).toEqual({
      "@x": "1 < 2",
      b: ["one", { "@lang": "en", "#text": "two" }],
      c: [null],
      d: ["<raw> &amp;"],
      "#text": "tail",
    });
    expect(read("<a>text</a>")).toEqual({ "#text": "text" });
    expect(read('<x:a xmlns:x="u" xmlns="v" x:n="1"><x:b>&#x1F600;&#10;</x:b></x:a>')).toEqual({
      "@x:n": "1",
      "x:b": ["\u{1f600}"],
    });
  });

  test.each([
    ["an entity bomb", '<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a>&y;</a>', /DOCTYPE with declarations/],
    [
      "an external entity",
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      /DOCTYPE with declarations/,
    ],
    ["an unknown entity", "<a>&nbsp;</a>", /entity/],
    ["endless nesting", "<a>".repeat(10_000), /nests deeper than 64/],
    ["an element that stays open", "<a><b></a>", /unexpected close tag|unclosed/i],
    ["two roots", "<a/><b/>", /not XML that can be read/],
    ["JSON", '{"a":1}', /not XML that can be read/],
  ])("refuses %s", (_what, text, message) => {
    expect(read(text)).toMatch(message);
  });

  test("follows no DOCTYPE, and takes names as names", () => {
    expect(
      read(
        '<!DOCTYPE eSearch PUBLIC "-//NLM//DTD" "https://evil.test/x.dtd"><a><__proto__>x</__proto__><constructor>y</constructor></a>',
      ),
    ).toEqual(JSON.parse('{"__proto__":["x"],"constructor":["y"]}'));
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

describe("pulling XML", () => {
  const shop = (operation: object, xml: string) =>
    pullFrom(
      { operations: [{ url: "https://api.test/x", response_format: "xml", ...operation }] },
      (_request, number) => ({ text: number === 1 ? xml : "<shop/>" }),
    );
  const XML =
    '<shop more="0"><item id="1"><name>a</name><tag>x</tag><tag>y</tag></item><item id="2"><name>b</name><tag>z</tag></item></shop>';

  test("the fixed default takes the one list of the root; without columns lists stay lists", async () => {
    expect((await shop({}, XML)).rows).toEqual([
      { "@id": "1", name: '["a"]', tag: '["x","y"]' },
      { "@id": "2", name: '["b"]', tag: '["z"]' },
    ]);
    expect((await shop({ records: "item" }, '<shop><item id="1"/></shop>')).rows).toEqual([{ "@id": "1" }]);
  });

  test("one value is asked for, one is given: columns, matchers, paging, children", async () => {
    const columns = [
      { name: "id", path: "@id", type: "integer" },
      { name: "name" },
      { name: "first", path: "tag[0]" },
      { name: "tags", path: "tag", type: "json" },
    ];
    const { rows } = await shop(
      {
        records: "shop.item",
        columns,
        filter: { path: "name", equals: "b" },
        pagination: { strategy: "page", has_more_path: "@more" },
      },
      XML,
    );
    expect(rows).toEqual([{ id: "2", name: "b", first: "z", tags: '["z"]' }]);
    const children = await pullFrom(
      {
        response_format: "xml",
        base_url: "https://api.test",
        operations: [
          { id: "shops", url: "/shops", records: "shop" },
          { id: "items", url: "/{id}", for_each: { id: "shops.key" }, records: "item" },
        ],
      },
      (request) => ({
        text:
          request.url.pathname === "/shops"
            ? "<shops><shop><key>k1</key></shop></shops>"
            : `<r><item at="${request.url.pathname}"/></r>`,
      }),
    );
    expect(children.rowsOf("items")).toEqual([{ "@at": "/k1" }]);
  });

  test("says what the API says, missing paths, and what it cannot read", async () => {
    const answer = async (status: number, text: string, operation: object = {}) =>
      (
        await pullFrom({ operations: [{ url: "https://api.test/x", response_format: "xml", ...operation }] }, () => ({
          status,
          text,
        }))
      ).result.error;
    expect(await answer(403, "<Error><Code>AccessDenied</Code><message>No access</message></Error>")).toBe(
      "The API answered 403: No access",
    );
    expect(await answer(400, '{"message":"bad"}')).toBe("The API answered 400: bad");
    expect(await answer(200, "<a><b/></a>", { records: "rows.row" })).toMatch(/"rows" is missing: there is "b"/);
    expect(await answer(200, "<html><title>Log in</title><p></html>")).toMatch(/not XML; .* The API says: Log in$/);
    expect(await answer(200, "<items><p></items>")).toMatch(/not XML that can be read/);
  });

  test("reads the charset of its declaration", async () => {
    const bytes = new Uint8Array(
      [...'<?xml version="1.0" encoding="ISO-8859-1"?><a><b c="']
        .map((char) => char.charCodeAt(0))
        .concat([0xe9, ...[...'"/></a>'].map((char) => char.charCodeAt(0))]),
    );
    expect(
      (
        await pullFrom({ operations: [{ url: "https://api.test/x", response_format: "xml", records: "b" }] }, () => ({
          bytes,
        }))
      ).rows,
    ).toEqual([{ "@c": "é" }]);
  });
});
