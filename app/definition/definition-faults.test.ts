import { describe, expect, it } from "vitest";
import { definitionFaults } from "./definition-faults.ts";

/** What is wrong, with the text at its place. */
const faults = (text: string) => definitionFaults(text).map(({ from, to, line, column, message }) => [line, column, text.slice(from, to), message]);
const on = (operation: string, rest = "") => `{\n  "protocol": "rest",${rest}\n  "operations": [\n    { "url": "https://api.example.com/x"${operation} }\n  ]\n}`;

describe("the faults of a definition, at their places", () => {
  it("finds none in a good one", () => {
    expect(faults(on(""))).toEqual([]);
  });

  it.each<[string, unknown[][]]>([
    ['{ "protocol": "rest" "operations": [] }', [[1, 20, '"', "Invalid JSON in connector spec. A comma is missing."]]],
    ['{\n  "protocol": "rest",\n}', [[2, 21, ",", "Invalid JSON in connector spec. There is a comma too many."]]],
    ['{ "protocol": "rest', [[1, 15, '"rest', "Invalid JSON in connector spec. The quote is not closed."], [1, 1, "{", "Invalid JSON in connector spec. The bracket is not closed: a } is missing."]]],
    ["{ protocol: 1 }", [[1, 3, "protocol", "Invalid JSON in connector spec. A name must stand in double quotes."]]],
    ['{ "a" }', [[1, 3, '"a"', "Invalid JSON in connector spec. A colon and a value are missing."]]],
    ['{ "a": }', [[1, 6, ":", "Invalid JSON in connector spec. A value is missing."]]],
    ["{} x", [[1, 4, "x", "Invalid JSON in connector spec. Something follows the end."]]],
    ["", [[1, 1, "", "Invalid JSON in connector spec. A definition is missing."]]],
  ])("no JSON: %s", (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it.each([
    ["[]", "[", "Connector must define protocol: 'rest'."],
    ['{"protocol": "soap"}', '"soap"', "Connector must define protocol: 'rest'."],
    ['{"protocol": "rest"}', "{", "Connector must include at least one operation."],
    ['{"protocol": "rest", "operations": []}', '"operations"', "Connector must include at least one operation."],
    ['{"protocol": "rest", "operations": [{"id": "a"}]}', "{", "First operation must include a 'url'."],
  ])("the product's sentences: %s", (text, at, sentence) => {
    expect(faults(text)).toEqual([[1, expect.any(Number), at, sentence]]);
  });

  it.each([
    [on(', "method": "PUT"'), 4, '"PUT"', /^This must be one of/],
    [on(', "shape": 1'), 4, "1", /"shape" is not known/],
    [on(', "pagination": { "strategy": "odd" }'), 4, '"odd"', /one of "none"/],
    [on(', "headers": { "X.Y": "a", "Host": "b" }'), 4, '"b"', /Host cannot be set/],
    [on("", '\n  "headers": { "Host": "b" },'), 3, '"b"', /Host cannot be set/],
    [on(', "params_fields": [{ "key": "a" }, { "key": "a" }]'), 4, '"a"', /declared twice/],
    [on("", '\n  "check": { "operation": "none" },'), 3, '"none"', /no operation "none"/],
  ])("the language's own faults: %s", (text, line, at, message) => {
    expect(faults(text)).toEqual([[line, expect.any(Number), at, expect.stringMatching(message)]]);
  });
});
