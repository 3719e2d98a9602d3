import { describe, expect, test } from "vitest";
import { pullFrom, type Reply } from "#testing/pull.ts";

const URL_OF_ROWS = "https://api.test/rows";
const pulled = async (
  reply: Reply | ((page: number) => Reply),
  operation: object = {},
  known: readonly string[] = [],
) => {
  const { rows, result } = await pullFrom(
    { operations: [{ id: "rows", url: URL_OF_ROWS, ...operation }] },
    (_request, number) => (typeof reply === "function" ? reply(number) : reply),
    { known: new Map([["rows", known]]) },
  );
  return { status: result.status, error: result.error, rows: rows.length, warnings: result.warnings };
};
const refused = (words: string) => ({ status: "failed", rows: 0, error: expect.stringContaining(words) });

describe("an answer that is no list fails with the API's own words", () => {
  test.each<[string, object, Reply, string]>([
    ["a notice", {}, { json: { Note: "Only 5 calls a day" } }, "Only 5 calls a day"],
    [
      "a message beside what is no data",
      {},
      { json: { message: "Try later", data: null, request_id: "r1" } },
      "Try later",
    ],
    [
      "a problem",
      {},
      { json: { type: "about:blank", title: "Gone", status: 404, detail: "No such set" } },
      "No such set",
    ],
    [
      "an error at the root that is named",
      { records: "$" },
      { json: { error: { code: 7, message: "Bad key" } } },
      "Bad key",
    ],
    [
      "an error beside an empty list",
      { records: "items" },
      { json: { success: false, msg: "Quota", items: [] } },
      "Quota",
    ],
    ["a list with one error", {}, { json: [{ message: "Session expired", errorCode: "INVALID" }] }, "Session expired"],
    [
      "an error deep within",
      { records: "items" },
      { json: { response: { fault: { note: "No licence" } } } },
      "No licence",
    ],
    ["a text", {}, { json: "Service unavailable" }, "Service unavailable"],
    ["an empty object", {}, { json: {} }, "empty object"],
    ["a page to log in", {}, { text: "<html><head><title>Sign in</title></head></html>" }, "Sign in"],
    [
      "an error of XML",
      { response_format: "xml" },
      { text: "<Error><Code>Slow</Code><Message>Slow down</Message></Error>" },
      "Slow down",
    ],
    [
      "a page for XML",
      { response_format: "xml" },
      { text: "<!DOCTYPE html><html><head><title>Out</title></head></html>" },
      "Out",
    ],
    [
      "an error of XML for CSV",
      { response_format: "csv" },
      { text: "<Error><Message>No file</Message></Error>" },
      "No file",
    ],
    ["a sentence for CSV", { response_format: "csv" }, { text: "Nothing for you today\n" }, "Nothing for you today"],
    ["a line of lines", { response_format: "ndjson" }, { text: '{"error":"Too many"}\n' }, "Too many"],
    ["the last line of lines", { response_format: "ndjson" }, { text: '{"id":1}\n{"error":"Cut off"}\n' }, "Cut off"],
  ])("%s", async (_what, operation, reply, words) => {
    expect(await pulled(reply, operation)).toMatchObject(refused(words));
  });

  test("what shares no column with the table, or lacks what the first page had", async () => {
    expect(await pulled({ json: { maintenance_until: "noon", by: "us" } }, {}, ["id", "name"])).toMatchObject({
      status: "failed",
    });
    expect(await pulled({ json: { id: 1, extra: 2 } }, {}, ["id", "name"])).toMatchObject({
      status: "success",
      rows: 1,
    });
    expect(await pulled({ text: "closed\n" }, { response_format: "csv" }, ["id", "name"])).toMatchObject(
      refused("closed"),
    );
    const paged = { pagination: "page" };
    const first = (page: number, then: Reply): Reply => (page === 1 ? { json: { items: [{ id: 1 }] } } : then);
    expect(await pulled((page) => first(page, { json: { other: [] } }), paged)).toMatchObject(
      refused('"items" is missing'),
    );
    const list = (page: number): Reply => ({ json: page === 1 ? [{ id: 1 }] : { id: 2 } });
    expect(await pulled(list, paged)).toMatchObject(refused("was a list"));
  });
});

describe("rows are rows", () => {
  test.each<[string, object, Reply, number]>([
    ["one object", {}, { json: { id: 1, status: "failed", error: "disk" } }, 1],
    [
      "one object that says that all is well",
      {},
      { json: { message: "https://pictures.test/1.jpg", status: "success" } },
      1,
    ],
    ["objects with a message", {}, { json: [{ message: "hello" }] }, 1],
    ["an empty list beside a message", { records: "items" }, { json: { message: "ok", status: "ok", items: [] } }, 0],
    ["null in the place of records", { records: "items" }, { json: { items: null } }, 0],
    ["an empty object at a path", { records: "items" }, { json: { items: {} } }, 0],
    ["positions for keys", {}, { json: { items: { 0: { id: 1 }, 1: { id: 2 } } } }, 2],
    ["CSV in brackets", { response_format: "csv" }, { text: "<DATE>,<OPEN>\n20240102,3\n" }, 1],
    ["CSV without a row", { response_format: "csv" }, { text: "id,name\n" }, 0],
    ["CSV of one column", { response_format: "csv" }, { text: "id\n1\n2\n" }, 2],
    ["an element without children", { response_format: "xml", records: "item" }, { text: '<items count="0"/>' }, 0],
    [
      "elements of another prefix",
      { response_format: "xml", records: "item" },
      { text: '<x:items xmlns:x="u"><x:item><x:id>1</x:id></x:item></x:items>' },
      1,
    ],
  ])("%s", async (_what, operation, reply, count) => {
    expect(await pulled(reply, operation)).toMatchObject({ status: "success", rows: count, error: null });
  });

  test("keys with gaps may be ids, so they are kept", async () => {
    const { rows } = await pullFrom({ operations: [{ url: URL_OF_ROWS }] }, () => ({
      json: { 17: { a: 1 }, 23: { a: 2 } },
    }));
    expect(rows).toEqual([
      { a: "1", key: "17" },
      { a: "2", key: "23" },
    ]);
  });

  test("beside an error they are kept, with a warning", async () => {
    const partly = { data: { items: [{ id: 1 }] }, errors: [{ message: "One part is missing" }] };
    expect(await pulled({ json: partly }, { records: "data.items" })).toMatchObject({
      status: "success",
      rows: 1,
      warnings: ["An answer reports an error beside its rows. Rows may be missing. The API says: One part is missing"],
    });
  });
});

describe("bytes", () => {
  const names = (bytes: Uint8Array, headers = {}, operation: object = {}) =>
    pullFrom({ operations: [{ url: URL_OF_ROWS, ...operation }] }, () => ({ bytes, headers }));
  const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

  test("that are not UTF-8, and of which nothing names the charset, are found as those of uploads are", async () => {
    const lines = latin('{"town":"Ulm"}\n{"town":"München"}\n{"town":"Köln"}\n{"town":"Nürnberg"}\n');
    for (const chunks of [1, 7, 1_000]) {
      const pieces = async function* () {
        for (let at = 0; at < lines.length; at += chunks) yield lines.subarray(at, at + chunks);
      };
      const operation = { url: URL_OF_ROWS, response_format: "ndjson" };
      const { rows, result } = await pullFrom({ operations: [operation] }, () => ({ chunks: pieces() }));
      expect([rows.map((row) => row["town"]), result.warnings]).toEqual([["Ulm", "München", "Köln", "Nürnberg"], []]);
    }
  });

  test("of UTF-16, with a mark or without, are read", async () => {
    const text = '[{"town":"Köln"}]';
    const utf16 = (given: string) => new Uint8Array(Uint16Array.from(given, (char) => char.charCodeAt(0)).buffer);
    for (const bytes of [utf16(text), utf16(`\ufeff${text}`)])
      expect((await names(bytes)).rows).toEqual([{ town: "Köln" }]);
  });

  test("that cannot be read are said with their place", async () => {
    const { rows, result } = await names(latin('[{"a":"x","town":"K\xffln"}]'), {
      "content-type": "application/json; charset=utf-8",
    });
    expect(rows).toEqual([{ a: "x", town: "K\ufffdln" }]);
    expect(result.warnings).toEqual([
      '1 value has a character that cannot be read, which is stored as \ufffd: the first is in "town" of row 1.',
    ]);
  });
});
