import { describe, expect, test } from "vitest";
import { MAX_VALUES, parseJson } from "../json/json.ts";
import { pullFrom, type Reply } from "#testing/pull.ts";

const pull = (operation: object, reply: Reply) =>
  pullFrom({ operations: [{ id: "rows", url: "https://api.test/rows", ...operation }] }, () => reply);

describe("an answer that is short and expands to very much", () => {
  test("of one long row beside many short ones is refused in a sentence", async () => {
    const { result } = await pull(
      { records: { shape: "table" } },
      { text: `[[${'"a",'.repeat(20_000)}"a"]${",[]".repeat(200)}]` },
    );
    expect(result.error).toMatch(/200 rows of 20001 columns; more than 2 million values/);
  });

  test("of one wide record with a long list is refused in a sentence", async () => {
    const wide = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`c${at}`, at]));
    const { result } = await pull(
      { records: { expand: "list", keep: true } },
      { json: [{ ...wide, list: new Array<number>(3_000).fill(1) }] },
    );
    expect(result.error).toMatch(/more than 2 million values/);
  });

  test.each([
    ["many lists", "json", `[${"[],".repeat(MAX_VALUES)}1]`],
    [
      "one object with very many members",
      "json",
      `{${Array.from({ length: 500_001 }, (_, at) => `"k${at}":1`).join(",")}}`,
    ],
    ["many elements", "xml", `<r>${"<a/>".repeat(MAX_VALUES)}</r>`],
  ])("of %s is refused before it is made into values", async (_what, response_format, text) => {
    const { result } = await pull({ response_format, records: { shape: "values" } }, { text });
    expect(result.error).toMatch(/more than 2 million values/);
  });

  test.each([
    ["a comment", `<r><!--${"-x".repeat(4_500_000)}-->`, /a part of it is longer than 8 MB/],
    ["a text of entities", `<r>${"&amp;".repeat(1_800_000)}</r>`, /a part of it is longer than 8 MB/],
    [
      "the attributes of an element",
      `<r><a ${Array.from({ length: 10_001 }, (_, at) => `b${at}=""`).join(" ")}/></r>`,
      /an element has more than 10000 attributes/,
    ],
  ])("of XML in which %s would cost many times its bytes is refused", async (_what, text, sentence) => {
    const { result } = await pull({ response_format: "xml" }, { text });
    expect(result.error).toMatch(sentence);
  });

  test("with a cursor of many characters is refused: each of them is kept to know it again", async () => {
    const { result } = await pull(
      {
        records: "data",
        method: "POST",
        pagination: { strategy: "cursor", in: "body", cursor_param: "c", cursor_path: "next" },
      },
      { json: { data: [{ id: 1 }], next: "c".repeat(20_000) } },
    );
    expect(result.error).toBe("The API gave a cursor of 20000 characters; more than 16000 cannot be sent back.");
  });

  test("of private-use characters makes the marks of exact numbers long in one piece of the text only", async () => {
    const text = `["${"\ue000".repeat(599)}"${",1e400".repeat(100_000)}]`;
    expect(parseJson(text)).toMatchObject({ ok: false, fault: "syntax" });
    const { result } = await pull({ records: { shape: "values" } }, { text });
    expect(result).toMatchObject({ error: null, rows: 100_001 });
  });
});

test("a list of numbers with exponents is refused where its zeros would be megabytes", async () => {
  const list = (count: number) => ({ text: `[{"list":[${"1e308,".repeat(count)}0]}]` });
  expect((await pull({}, list(26_000))).result).toMatchObject({
    status: "failed",
    error:
      "A record has a list of numbers with exponents that would be more than 8 MB longer once their zeros are written.",
  });
  expect((await pull({}, list(25_000))).result).toMatchObject({ status: "success", rows: 1 });
});

describe("a large answer", () => {
  test("is made into rows part by part, as one page, and others have their turn meanwhile", async () => {
    const { steps, result, sleeps } = await pull({}, { json: Array.from({ length: 25_500 }, (_, id) => ({ id })) });
    expect(result).toMatchObject({ status: "success", rows: 25_500 });
    expect(steps.map((step) => step.kind === "page" && [step.page, step.rows.length])).toEqual([
      ...new Array<[number, number]>(25).fill([1, 1_000]),
      [1, 500],
    ]);
    expect([sleeps.length >= 13, new Set(sleeps)]).toEqual([true, new Set([0])]);
  });

  test("of XML is read in pieces", async () => {
    const text = `<r>${"<row><id>1</id></row>".repeat(60_000)}</r>`;
    const { rows, sleeps } = await pull({ response_format: "xml", records: "row" }, { text });
    expect([rows.length, rows[59_999], sleeps.length > 5]).toEqual([60_000, { id: '["1"]' }, true]);
  });
});

describe("rounds that are asked ahead of their turn", () => {
  const operation = {
    id: "rows",
    url: "https://api.test/rows",
    query: { k: "{k}" },
    params_fields: [{ key: "k", multiple: true }],
    concurrency: 8,
  };
  const settings = { k: Array.from({ length: 8 }, (_, at) => String(at)) };
  const roundOf = (request: { url: URL }) => Number(request.url.searchParams.get("k"));

  test("hold no more than 32 MB of streamed answers together", { timeout: 60_000 }, async () => {
    const piece = new TextEncoder().encode(`{"text":"${"x".repeat(999_988)}"}\n`);
    let ahead = 0;
    async function* body(round: number) {
      for (let at = 0; at < 20; at++) {
        // The first round is slow, so that the others get ahead.
        if (round === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        else if (first) ahead += piece.length;
        yield piece;
      }
      first &&= round !== 0;
    }
    let first = true;
    const { result } = await pullFrom(
      { operations: [{ ...operation, response_format: "ndjson" }] },
      (request) => ({ chunks: body(roundOf(request)) }),
      { settings },
    );
    expect(result).toMatchObject({ status: "success", rows: 160 });
    expect(ahead / 1_000_000).toBeGreaterThan(20);
    expect(ahead / 1_000_000).toBeLessThan(45);
  });

  test("ask for no further pages once their whole answers are as large", { timeout: 60_000 }, async () => {
    const bytes = (value: unknown) => ({
      ok: true as const,
      status: 200,
      headers: [],
      body: new TextEncoder().encode(JSON.stringify(value)),
    });
    const pages = [1, 2, 3, 4, 5].map((page) => bytes({ data: [{ page, text: "x".repeat(6_000_000) }] }));
    let waiting = true;
    let ahead = 0;
    const { result } = await pullFrom(
      { operations: [{ ...operation, records: "data", pagination: { strategy: "page", page_param: "p" } }] },
      () => ({}),
      {
        settings,
        async send({ url }) {
          if (roundOf({ url }) === 0 && waiting) await new Promise((resolve) => setTimeout(resolve, 500));
          if (roundOf({ url }) === 0) waiting = false;
          if (waiting) ahead += 1;
          const page = pages[Number(url.searchParams.get("p")) - 1];
          return page === undefined ? bytes({ data: [] }) : { ...page };
        },
      },
    );
    expect(result).toMatchObject({ status: "success", rows: 40 });
    expect(ahead).toBeGreaterThan(5);
    expect(ahead).toBeLessThan(14);
  });
});
