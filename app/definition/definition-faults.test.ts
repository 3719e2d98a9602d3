import { describe, expect, test } from "vitest";
import { definitionFaults } from "./definition-faults.ts";

/** The faults, each with the text at its place. */
const faults = (text: string) =>
  definitionFaults(text).map(({ from, to, line, column, message }) => [line, column, text.slice(from, to), message]);
const on = (operation: string, rest = "") =>
  `{\n  "protocol": "rest",${rest}\n  "operations": [\n    { "url": "https://api.example.com/x"${operation} }\n  ]\n}`;

describe("the faults of a definition, at their places", () => {
  test("finds none in a good one", () => {
    expect(faults(on(""))).toEqual([]);
  });

  test.each<[string, unknown[][]]>([
    ['{ "protocol": "rest" "operations": [] }', [[1, 20, '"', "Invalid JSON in connector spec. A comma is missing."]]],
    ['{\n  "protocol": "rest",\n}', [[2, 21, ",", "Invalid JSON in connector spec. There is a comma too many."]]],
    [
      '{ "protocol": "rest',
      [
        [1, 15, '"rest', "Invalid JSON in connector spec. The quote is not closed."],
        [1, 1, "{", "Invalid JSON in connector spec. The bracket is not closed: a } is missing."],
      ],
    ],
    ["{ protocol: 1 }", [[1, 3, "protocol", "Invalid JSON in connector spec. A name must be in double quotes."]]],
    ['{ "a" }', [[1, 3, '"a"', "Invalid JSON in connector spec. A colon and a value are missing."]]],
    ['{ "a": }', [[1, 6, ":", "Invalid JSON in connector spec. A value is missing."]]],
    ["{} x", [[1, 4, "x", "Invalid JSON in connector spec. Something follows the end."]]],
    ["", [[1, 1, "", "Invalid JSON in connector spec. A definition is missing."]]],
  ])("no JSON: %s", (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  test.each([
    ["[]", "[", "Connector must define protocol: 'rest'."],
    [
      '{"protocol": "soap", "operations": [{"url": "https://a.example"}]}',
      '"soap"',
      "Connector must define protocol: 'rest'.",
    ],
    ['{"protocol": "rest"}', "{", "Connector must include at least one operation."],
    ['{"protocol": "rest", "operations": []}', '"operations"', "Connector must include at least one operation."],
    ['{"protocol": "rest", "operations": [{"id": "a"}]}', "{", "First operation must include a 'url'."],
  ])("the product's sentences: %s", (text, at, sentence) => {
    expect(faults(text)).toEqual([[1, expect.any(Number), at, sentence]]);
  });

  test.each([
    [on(', "method": "PUT"'), 4, '"PUT"', /^This must be one of/],
    [on(', "shape": 1'), 4, '"shape"', /"shape" is not known/],
    [on(', "shape": { "a": 1 }'), 4, '"shape"', /"shape" is not known/],
    [on(', "query": { "a": "{b}" }'), 4, '"{b}"', /No field declares {b}\./],
    [
      on("", '\n  "base_url": "https://{b}.example.com/v1",\n  "query": { "a": "{c}" },').replace(
        "https://api.example.com/x",
        "/x",
      ),
      3,
      '"https://{b}.example.com/v1"',
      /No field declares {b}\./,
    ],
    [on(', "pagination": { "strategy": "odd" }'), 4, '"odd"', /one of "none"/],
    [on(', "headers": { "X.Y": "a", "Host": "b" }'), 4, '"Host"', /Host cannot be set/],
    [on("", '\n  "headers": { "Host": "b" },'), 3, '"Host"', /Host cannot be set/],
    [on(', "headers": { "X.Y": "a\\nb" }'), 4, '"a\\nb"', /must not hold line breaks/],
    [
      on(', "params_fields": [{ "key": "b" }, { "key": "b" }]', '\n  "params_fields": [{ "key": "a" }],'),
      5,
      '"b"',
      /declared twice/,
    ],
    [on(', "params_fields": [{ "key": "a" }, { "key": "a" }]'), 4, '"a"', /declared twice/],
    [on("", '\n  "check": { "operation": "none" },'), 3, '"none"', /no operation "none"/],
  ])("the language's own faults: %s", (text, line, at, message) => {
    expect(faults(text)[0]).toEqual([line, expect.any(Number), at, expect.stringMatching(message)]);
  });

  test("are all told, from the top down", () => {
    const text =
      '{\n  "protocol": "soap",\n  "shape": 1,\n  "operations": [\n    { "url": "https://api.example.com/{nmae}", "methud": "GET" }\n  ]\n}';
    expect(faults(text)).toEqual([
      [2, 15, '"soap"', "Connector must define protocol: 'rest'."],
      [3, 3, '"shape"', 'The key "shape" is not known here.'],
      [5, 14, '"https://api.example.com/{nmae}"', "No field declares {nmae}."],
      [5, 48, '"methud"', 'The key "methud" is not known here.'],
    ]);
  });
});
