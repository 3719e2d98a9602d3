import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { definitionJsonSchema } from "#domain/connector-language/definition/json-schema.ts";
import { choicesAt, helpAt } from "./definition-help.ts";
import { outlineOf } from "./json-outline.ts";

const schema = definitionJsonSchema();
/** A text with the cursor at `|`. */
function at(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.replace("|", ""), offset };
}
function choices(marked: string) {
  const { text, offset } = at(marked);
  return choicesAt(schema, text, offset);
}
/** The text after a choice was accepted, with the cursor as `|`. */
function taken(marked: string, label: string): string | null {
  const { text } = at(marked);
  const found = choices(marked);
  const choice = found?.choices.find((each) => each.label === label);
  if (!found || !choice) return null;
  const { insert, cursor } = choice;
  return `${text.slice(0, found.from)}${insert.slice(0, cursor)}|${insert.slice(cursor)}${text.slice(found.to)}`;
}

describe("what may be written here", () => {
  test("keys that are not there yet, the required ones first, with their words", () => {
    const found = choices('{ "protocol": "rest", | }')!.choices;
    expect(found[0]).toMatchObject({ label: "operations", detail: "list of objects, required" });
    expect(found.map(({ label }) => label)).not.toContain("protocol");
    expect(found.find(({ label }) => label === "base_url")!.info).toContain("one slash between");
  });

  test.each([
    ["{ | }", "protocol", '{ "protocol": | }'],
    ['{ "pro|" }', "protocol", '{ "protocol": | }'],
    ["{ pro| }", "protocol", '{ "protocol": | }'],
    ['{ |\n "operations": [] }', "base_url", '{ "base_url": "|",\n "operations": [] }'],
    ['{ "ba|": 1 }', "base_url", '{ "base_url"|: 1 }'],
    ['{ "operations": [{ | }] }', "params_fields", '{ "operations": [{ "params_fields": [|] }] }'],
    ['{ "operations": [{ "pagination": {|', "strategy", '{ "operations": [{ "pagination": {"strategy": |'],
    [
      '{ "operations": [{ "pagination": { "strategy": | } }] }',
      "cursor",
      '{ "operations": [{ "pagination": { "strategy": "cursor"| } }] }',
    ],
    [
      '{ "operations": [{ "pagination": { "strategy": "pa|" } }] }',
      "page",
      '{ "operations": [{ "pagination": { "strategy": "page"| } }] }',
    ],
    ['{ "operations": [{ "pagination": | }] }', "link", '{ "operations": [{ "pagination": "link"| }] }'],
    ['{ "auth": [{ "type": | }] }', "oauth2", '{ "auth": [{ "type": "oauth2"| }] }'],
    ['{ "auth": { "pkce": | } }', "false", '{ "auth": { "pkce": false| } }'],
    [
      '{ "operations": [{ "params_fields": [{ "type": "group", "fields": [{ "type": | }] }] }] }',
      "date",
      '{ "operations": [{ "params_fields": [{ "type": "group", "fields": [{ "type": "date"| }] }] }] }',
    ],
    [
      '{ "operations": [{ "url": "/a/{|", "params_fields": [{ "key": "id" }] }] }',
      "id",
      '{ "operations": [{ "url": "/a/{id}|", "params_fields": [{ "key": "id" }] }] }',
    ],
    [
      '{ "operations": [{ "url": "/a/{i|}", "params_fields": [{ "key": "id" }] }] }',
      "id",
      '{ "operations": [{ "url": "/a/{id}|", "params_fields": [{ "key": "id" }] }] }',
    ],
  ])("%s and %s", (before, label, after) => {
    expect(taken(before, label)).toBe(after);
  });

  test.each(["|", "{} |", '{ "headers": { | } }', '{ "unheard_of": { | } }', '{ "operations": [{ "url": "a|b" }] }'])(
    "nothing of ours: %s",
    (marked) => {
      const labels = choices(marked)?.choices.map(({ kind }) => kind) ?? [];
      expect(labels).not.toContain("key");
    },
  );

  test("no text and no cursor break it", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      " ",
      "\n",
      "\\",
      "protocol",
      "operations",
      '"auth"',
      "{id",
      "1",
      "true",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.nat(60), (pieces, position) => {
        const text = pieces.join("");
        const offset = Math.min(position, text.length);
        const found = choicesAt(schema, text, offset);
        if (found) expect(found.from <= offset && offset <= found.to && found.to <= text.length).toBe(true);
        helpAt(schema, text, offset);
      }),
    );
  });
});

describe("what is JSON and what is not", () => {
  test("agrees with the parser on any text", () => {
    const loose = fc
      .array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"', "1", "01", "-", "null", "x", " ", "\n", "\\n"), {
        maxLength: 12,
      })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        fc.oneof(
          loose,
          fc.json(),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (text) => {
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          expect([text, outlineOf(text).faults.length === 0]).toEqual([text, valid]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("a hover", () => {
  test.each([
    ['{ "oper|ations": [] }', { key: "operations", form: "list of objects", default: null }],
    ['{ "operations": [{ "pagination": { "lim|it": 5 } }] }', { key: "limit", form: "whole number", default: "100" }],
    ['{ "operations": [{ "method": "PO|ST" }] }', { key: "method", form: '"GET", "POST"', default: '"GET"' }],
    ['{ "auth": { "scopes": ["re|ad"] } }', { key: "scopes", form: "list of texts or text" }],
    ['{ "operations": [{ "records": "da|ta" }] }', { key: "records", form: "path or object" }],
  ])("%s", (marked, expected) => {
    const { text, offset } = at(marked);
    expect(helpAt(schema, text, offset)).toMatchObject(expected);
  });

  test.each(['{ "unheard|_of": 1 }', "{ | }", "|"])("says nothing at %s", (marked) => {
    const { text, offset } = at(marked);
    expect(helpAt(schema, text, offset)).toBeNull();
  });
});
