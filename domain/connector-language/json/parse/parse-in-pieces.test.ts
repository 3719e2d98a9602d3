import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../json.ts";
import { parseJsonInPieces } from "./parse-in-pieces.ts";

const noPause = async () => undefined;

test("in pieces of any size a text has the same value as in one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 5 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (json, pieceChars, spaced) => {
        const text = spaced ? json.replace(/[,:[{]/g, (sign) => `${sign} `) : json;
        expect(await parseJsonInPieces(text, noPause, pieceChars)).toEqual(parseJson(text));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a text that was damaged is as invalid in pieces as in one", async () => {
  const damaged = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom(",", "[", "]", "{", "}", ":", '"', "1", "", " "))
    .map(([json, at, sign]) => {
      const place = at % (json.length + 1);
      return sign === ""
        ? json.slice(0, place) + json.slice(place + 1)
        : json.slice(0, place) + sign + json.slice(place);
    });
  await fc.assert(
    fc.asyncProperty(damaged, fc.integer({ min: 1, max: 20 }), async (text, pieceChars) => {
      expect(await parseJsonInPieces(text, noPause, pieceChars)).toEqual(parseJson(text));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ["exact numbers", '{"a":[12345678901234567890,{"b":0.1234567890123456789},9007199254740993,1]}'],
  ["a key like a setter", '{"__proto__":[1,2,3],"a":{"__proto__":1,"b":[1,2,3,4,5]},"__proto__":4}'],
  ["a key twice", '{"a":[1,2,3,4],"b":1,"a":[5,6,7,8]}'],
  ["a key twice in another spelling", '{"a":[1,2,3,4],"b":1,"\\u0061":[5,6,7,8]}'],
  ["keys that are numbers", '{"2":[1,2,3],"1":{"x":[4,5,6],"0":7},"a":[8,9]}'],
  ["a comma too many", "[1,2,3,,4]"],
  ["a comma at the end", "[1,2,3,]"],
  ["a byte order mark", "\ufeff[1,[2,3],4]"],
  ["brackets and commas in texts", '["a,]","b\\",[",{"c,{":"}"}]'],
])("%s: the same in pieces", async (_what, text) => {
  for (let pieceChars = 1; pieceChars < text.length; pieceChars++) {
    const [pieces, whole] = [await parseJsonInPieces(text, noPause, pieceChars), parseJson(text)];
    expect(pieces).toEqual(whole);
    if (pieces.ok && whole.ok)
      expect(String(JSON.stringify(keysOf(pieces.value)))).toBe(JSON.stringify(keysOf(whole.value)));
  }
});

/** Own keys in order: `toEqual` looks at neither the order nor `__proto__`. */
function keysOf(value: unknown): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyNames(value).map((key) => [
        key,
        keysOf(Object.getOwnPropertyDescriptor(value, key)?.value as unknown),
      ])
    : String(value);
}
