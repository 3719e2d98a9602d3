import { describe, expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
import { BrokenAnswer } from "../response/send-response.ts";
import type { Page } from "./engine-ports.ts";
import { answering, ok, pullFrom } from "#testing/pull.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A body in pieces of this many bytes; records how it was closed. */
function pieces(body: Uint8Array, size: number, breaks?: Error) {
  const state = { given: 0, left: false };
  async function* give() {
    try {
      for (let at = 0; at < body.length; at += size) {
        state.given += 1;
        yield await Promise.resolve(body.subarray(at, at + size));
      }
      if (breaks !== undefined) throw breaks;
    } finally {
      state.left = true;
    }
  }
  return { state, chunks: give() };
}

const gzip = async (text: string) =>
  new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );
const lines = { operations: [{ id: "x", url: "https://api.test/x", response_format: "ndjson" }] };
const table = { operations: [{ id: "x", url: "https://api.test/x", response_format: "csv" }] };
const CSV = '\ufeffid,"say ""hi""",ö\r\n1,"a,\r\n""b""",\u{1f600}\n\n2,"",x,,\r\n3,c"d\n';
const CSV_ROWS = [
  { id: "1", 'say "hi"': 'a,\r\n"b"', ö: "\u{1f600}" },
  { id: "2", 'say "hi"': null, ö: "x" },
  { id: "3", 'say "hi"': 'c"d', ö: null },
];

describe("answers that come in pieces", () => {
  test.each([1, 2, 3, 5, 7, 1_000])("read the same whatever the pieces are (%d bytes)", async (size) => {
    const csv = await pullFrom(table, () => ({ chunks: pieces(bytes(CSV), size).chunks }));
    expect(csv.rows).toEqual(CSV_ROWS);
    const ndjson = await pullFrom(lines, () => ({
      chunks: pieces(bytes('{"a":"ü"}\r\n\n{"a":9007199254740993}\n{"a":null}'), size).chunks,
    }));
    expect(ndjson.rows).toEqual([{ a: "ü" }, { a: "9007199254740993" }, { a: null }]);
    const zipped = pieces(await gzip(CSV), size);
    expect((await pullFrom(table, () => ({ chunks: zipped.chunks }))).rows).toEqual(CSV_ROWS);
  });

  test.each([
    [
      table,
      "text/html",
      "<!DOCTYPE html>\n<html><body>Please log in</body></html>",
      'The answer is not CSV; it starts with "<!DOCTYPE html> <html>',
    ],
    [
      table,
      "application/json; charset=utf-8",
      '{"Information":"limit reached"}',
      'The answer is not CSV; it starts with "{"Information":"limit reached"}".',
    ],
    [lines, "text/plain", "\ufeff <html lang=en>", 'The answer is not JSON lines; it starts with "<html lang=en>".'],
  ])("make no rows of a page or of a message: %#", async (definition, type, text, message) => {
    const headers = { "content-type": type };
    const whole = await pullFrom(definition, () => ({ text, headers }));
    const streamed = await pullFrom(definition, () => ({ chunks: pieces(bytes(text), 1_000).chunks, headers }));
    for (const { result, rows } of [whole, streamed]) {
      expect(result).toMatchObject({ status: "failed", error: expect.stringContaining(message) });
      expect(rows).toEqual([]);
    }
    expect(
      (await pullFrom(table, () => ({ text: "{id},v\n1,<html>", headers: { "content-type": "text/csv" } }))).rows,
    ).toEqual([{ "{id}": "1", v: "<html>" }]);
  });

  test("are not looked through anew with every piece of a line that does not end", async () => {
    const { result, rows } = await pullFrom(lines, () => ({
      chunks: pieces(bytes(`"${"x".repeat(6_000_000)}"\n{"a":1}`), 2_048).chunks,
    }));
    expect([result.status, rows.length]).toEqual(["failed", 0]);
  }, 5_000);

  test("name ten thousand twins of a column at once, and refuse more columns than a table can have", async () => {
    const columns = [{ name: "a" }, { name: "a_9999" }];
    const wide = (count: number) =>
      pullFrom({ operations: [{ ...table.operations[0], columns }] }, () => ({
        text: `${"a,".repeat(count - 1)}a\n${"1,".repeat(count - 1)}1`,
      }));
    expect((await wide(10_000)).rows).toEqual([{ a: "1", a_9999: "1" }]);
    expect((await wide(10_001)).result.error).toMatch(/has 10001 columns/);
  }, 5_000);

  test("hand on their rows while they come, as steps of one page, and page on by the header", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `{"n":${n}}`).join("\n");
    const { steps, result } = await pullFrom(
      {
        operations: [
          { id: "x", url: "https://api.test/x", response_format: "ndjson", pagination: "link", filter: { path: "n" } },
        ],
      },
      answering({
        "GET /x": { chunks: pieces(bytes(many), 4_096).chunks, headers: { link: "</x?p=2>; rel=next" } },
        "GET /x?p=2": { chunks: pieces(bytes('{"n":-1}'), 4).chunks },
      }),
    );
    const pages = steps.filter((step): step is Page => step.kind === "page");
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.map((page) => page.page).slice(-2)).toEqual([1, 2]);
    expect(Math.max(...pages.map((page) => page.rows.length))).toBeLessThan(2_000);
    expect(result).toMatchObject({ status: "success", rows: 5_001, operations: [{ pages: 2, requests: 2 }] });
  });

  test("are left where a limit ends them", async () => {
    const endless = pieces(bytes('{"n":1}\n'.repeat(100_000)), 1_000);
    const { result } = await pullFrom(lines, () => ({ chunks: endless.chunks }), { limits: { maxRows: 100 } });
    expect(result).toMatchObject({ status: "success", rows: 100, operations: [{ stopReason: "row_limit" }] });
    expect(endless.state.left).toBe(true);
    expect(endless.state.given).toBeLessThan(200);
  });

  test("that break are tried again, after their first rows with the whole round, which leaves no row twice", async () => {
    const lost = () =>
      new BrokenAnswer({
        ok: false,
        reason: "network",
        finding: finding("connection-lost", { host: "api.test" }),
        retryable: true,
      });
    const early = await pullFrom(lines, (_request, number) => ({
      chunks: number === 1 ? pieces(bytes('{"n":1}\n'), 4, lost()).chunks : pieces(bytes('{"n":2}\n'), 4).chunks,
    }));
    expect(early).toMatchObject({ rows: [{ n: "2" }], sleeps: [500], result: { status: "success" } });
    const late = await pullFrom(lines, (_request, number) => ({
      chunks: pieces(bytes('{"n":1}\n'.repeat(3_000)), 1_000, number < 3 ? lost() : undefined).chunks,
    }));
    expect(late).toMatchObject({
      sleeps: [500, 1_000],
      result: { status: "success", rows: 3_000, operations: [{ requests: 3, pages: 1 }] },
    });
    expect(late.rows).toHaveLength(3_000);
    const paged = { operations: [{ ...lines.operations[0], pagination: { strategy: "page", page_param: "page" } }] };
    const second = await pullFrom(paged, ({ url }, number) => {
      const page = Number(url.searchParams.get("page"));
      return {
        chunks: pieces(bytes(page > 2 ? "" : `{"n":${page}}\n`.repeat(2_000)), 1_000, number === 2 ? lost() : undefined)
          .chunks,
      };
    });
    expect(second.urls.map((url) => url.at(-1))).toEqual(["1", "2", "1", "2", "3"]);
    expect(second).toMatchObject({ result: { status: "success", rows: 4_000, operations: [{ pages: 3 }] } });
    expect(second.rows).toHaveLength(4_000);
    const never = await pullFrom(lines, () => ({
      chunks: pieces(bytes('{"n":1}\n'.repeat(3_000)), 1_000, lost()).chunks,
    }));
    expect(never).toMatchObject({
      rows: [],
      sleeps: [500, 1_000, 2_000, 4_000],
      result: {
        status: "failed",
        rows: 0,
        error: expect.stringMatching(/^The connection to api.test was lost .*complete \(after 5 tries\)\.$/),
      },
    });
    const policy = new BrokenAnswer({
      ok: false,
      reason: "too_large",
      finding: finding("host-answer-too-large", { host: "api.test", bytes: 9 }),
      retryable: false,
    });
    expect(
      await pullFrom(lines, () => ({ chunks: pieces(bytes('{"n":1}\n'.repeat(3_000)), 1_000, policy).chunks })),
    ).toMatchObject({ sleeps: [], result: { error: "The answer of api.test is larger than 9 bytes." } });
    const bad = await pullFrom(lines, () => ({
      chunks: pieces(bytes(`${'{"n":1}\n'.repeat(1_500)}oops`), 100_000).chunks,
    }));
    expect(bad.result).toMatchObject({ status: "failed", error: "Line 1501 of the answer is not JSON." });
    const open = await pullFrom(table, () => ({ chunks: pieces(bytes('a,b\n1,"never'), 3).chunks }));
    expect(open.result.error).toBe("The CSV has a quote in record 2 that never ends.");
  });

  test("that are errors are read for their message, packed ones too", async () => {
    const body = await gzip('{"message":"quota used up"}');
    expect((await pullFrom(lines, () => ({ status: 403, chunks: pieces(body, 5).chunks }))).result.error).toBe(
      "The API answered 403: quota used up",
    );
    const said = await pullFrom(
      {
        operations: [
          {
            ...lines.operations[0],
            response_actions: [{ path: "[0].error", action: "fail", message_path: "[0].error" }],
          },
        ],
      },
      () => ({ chunks: pieces(bytes('{"error":"not today"}'), 6).chunks }),
    );
    expect(said.result.error).toBe("The API reported an error: not today");
    expect((await pullFrom(lines, () => ({ bytes: body.slice(0, 20) }))).result.error).toBe(
      "The answer is packed as gzip, and damaged or cut off.",
    );
    const json = await gzip('[{"a":1}]');
    expect((await pullFrom({ operations: [{ url: "https://api.test/x" }] }, () => ({ bytes: json }))).rows).toEqual([
      { a: "1" },
    ]);
  });

  test("are asked for as a stream only where rows can be taken one by one", async () => {
    const asked = async (operation: object) =>
      (await pullFrom({ operations: [{ url: "https://api.test/x", ...operation }] }, () => ok([]))).requests[0]
        ?.stream ?? false;
    expect(await asked({ response_format: "csv", pagination: "page" })).toBe(true);
    expect(await asked({ response_format: "ndjson", records: "[*].data" })).toBe(true);
    expect(await asked({})).toBe(false);
    expect(await asked({ response_format: "ndjson", pagination: "cursor" })).toBe(false);
    expect(await asked({ response_format: "ndjson", pagination: { strategy: "page", total_path: "[0].total" } })).toBe(
      false,
    );
    expect(await asked({ response_format: "ndjson", records: { shape: "table" } })).toBe(false);
  });
});
