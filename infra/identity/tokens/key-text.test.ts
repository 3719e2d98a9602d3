import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyLabel, looksValid, newKey } from "./key-text.ts";

describe("keys", () => {
  test("look valid and differ", () => {
    const keys = Array.from({ length: 200 }, newKey);
    expect(keys.every(looksValid)).toBe(true);
    expect(new Set(keys).size).toBe(200);
    expect(keys[0]).toMatch(/^trib_[0-9A-Za-z]{49}$/);
  });

  test("show a mistyped character", () => {
    const key = newKey();
    for (let at = 5; at < key.length; at += 1) {
      const wrong = key[at] === "x" ? "y" : "x";
      expect(looksValid(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false);
    }
  });

  test("are never any other text", () => {
    const key = newKey();
    for (const text of ["", "trib_", key.slice(1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase()])
      expect(looksValid(text)).toBe(false);
    fc.assert(fc.property(fc.string(), (text) => !looksValid(text)));
  });

  test("are labelled by prefix and last four, not enough to use them", () => {
    const key = newKey();
    expect(keyLabel(key)).toEqual({ prefix: key.slice(0, 9), lastFour: key.slice(50) });
  });
});
