import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import { ExactNumber, jsonEquals, parseJson, stringifyJson } from "./json.ts";

function valueOf(text: string) {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(findingSentence(parsed.finding));
  return parsed.value;
}

describe("parseJson", () => {
  test("keeps integers beyond 2^53", () => {
    expect(valueOf("[9007199254740993,-9223372036854775808,9007199254740991]")).toEqual([
      9007199254740993n,
      -9223372036854775808n,
      9007199254740991,
    ]);
  });

  test("keeps numbers that no double or 64-bit integer holds, as written", () => {
    const value = valueOf('{"a":0.1234567890123456789,"b":9223372036854775808,"c":1e400,"d":1e-400}');
    expect(value).toEqual({
      a: new ExactNumber("0.1234567890123456789"),
      b: new ExactNumber("9223372036854775808"),
      c: new ExactNumber("1e400"),
      d: new ExactNumber("1e-400"),
    });
  });

  test("leaves doubles that survive the round trip as numbers", () => {
    expect(valueOf("[13.419998168945312,0.30000000000000004,1.5e3,1.50,-0.0,100.000000000000000]")).toEqual([
      13.419998168945312, 0.30000000000000004, 1500, 1.5, -0, 100,
    ]);
  });

  test("writes exact numbers back digit by digit", () => {
    const text = '{"id":9007199254740993,"x":[0.1234567890123456789,1e400]}';
    expect(stringifyJson(valueOf(text))).toBe(text);
  });

  test("refuses depth without touching the stack", () => {
    expect(parseJson("[".repeat(64) + "]".repeat(64)).ok).toBe(true);
    expect(parseJson("[".repeat(65) + "]".repeat(65))).toMatchObject({ ok: false, fault: "depth" });
    expect(parseJson('{"a":'.repeat(1_000_000))).toMatchObject({ ok: false, fault: "depth" });
  });

  test("is not fooled by brackets and digits in strings", () => {
    const text = JSON.stringify({ a: `${"[".repeat(200)}\\"{`, b: "12345678901234567890" });
    expect(valueOf(text)).toEqual(JSON.parse(text));
  });

  test("says when a text is no JSON, and drops a byte order mark", () => {
    expect(parseJson("<html>")).toMatchObject({ ok: false, fault: "syntax" });
    expect(parseJson("")).toMatchObject({ ok: false, fault: "syntax" });
    expect(valueOf('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test("makes no broken text valid, and is not fooled by its own mark", () => {
    for (const text of [
      "{12345678901234567890 : 1}",
      "[12345678901234567890.1.2]",
      "[012345678901234567890]",
      "[1 12345678901234567890]",
      "[-]",
      "[12345678901234567890",
      "[1e+]",
    ]) {
      expect(parseJson(text)).toMatchObject({ ok: false, fault: "syntax" });
    }
    const marked = '["\\uE0001","\ue000\\ue0002",12345678901234567890,{"\ue0003":9007199254740993}]';
    expect(valueOf(marked)).toEqual([
      "\ue0001",
      "\ue000\ue0002",
      new ExactNumber("12345678901234567890"),
      { "\ue0003": 9007199254740993n },
    ]);
  });

  test("does not change any prototype", () => {
    const value = valueOf('{"__proto__":{"polluted":1},"n":9007199254740993}');
    expect(Object.hasOwn(value as object, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("agrees with JSON.parse on everything a double can hold", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(stringifyJson(valueOf(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  test("round-trips integers of any size", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (n) => {
        expect(stringifyJson(valueOf(`[${n}]`))).toBe(`[${n}]`);
      }),
    );
  });
});

describe("jsonEquals", () => {
  test("compares deeply and without coercion", () => {
    expect(jsonEquals({ a: [1, 2n] }, { a: [1, 2] })).toBe(true);
    expect(jsonEquals("1", 1)).toBe(false);
    expect(jsonEquals(0, false)).toBe(false);
    expect(jsonEquals(undefined, null)).toBe(false);
  });
});
