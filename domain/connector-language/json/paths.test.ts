import { describe, expect, test } from "vitest";
import { parsePath, pathText, readPath, valueAt } from "./paths.ts";

describe("readPath", () => {
  const answer = {
    data: {
      items: [
        { id: 1, tags: ["a"] },
        { id: 2, tags: ["b", "c"] },
      ],
      "odd.key": 5,
    },
    none: null,
  };

  test.each([
    ["data.items[0].id", 1],
    ["data.items[-1].id", 2],
    ["data.items[*].id", [1, 2]],
    ["data.items[*].tags", ["a", "b", "c"]],
    ["data.items[*]", answer.data.items],
    ["$", answer],
    ["$.none", null],
    ["none.deeper", null],
  ])("follows %s", (path, value) => {
    expect(readPath(answer, path)).toEqual({ found: true, value });
  });

  test("takes keys with dots as an array, and roots that are arrays", () => {
    expect(valueAt(answer, ["data", "odd.key"])).toBe(5);
    expect(valueAt([[{ page: 1 }], null], "[0][0].page")).toBe(1);
    expect(valueAt([1, 2], "$[1]")).toBe(2);
  });

  test("says where a path ends, and what is there instead", () => {
    expect(readPath(answer, "data.rows.x")).toEqual({
      found: false,
      missing: {
        code: "path-missing",
        facts: { path: "data.rows", there: { code: "there-are-keys", facts: { keys: ["items", "odd.key"], more: 0 } } },
      },
    });
    expect(readPath(answer, "data.items[5]")).toMatchObject({ found: false });
    expect(readPath(answer, "data[*]")).toMatchObject({ found: false });
    expect(readPath({ list: [{ a: 1 }] }, "list[*].b")).toMatchObject({ found: false });
    expect(readPath({ list: [] }, "list[*].b")).toEqual({ found: true, value: [] });
  });

  test("never reads inherited properties", () => {
    for (const path of ["constructor", "__proto__", "toString.name", "data.items.length"]) {
      expect(readPath(answer, path).found).toBe(false);
    }
  });
});

describe("parsePath", () => {
  test.each(["", "a..b", "a[", "a[x]", "[1", ".", "a[1]b[", "a[1.5]"])("refuses %j", (path) => {
    expect(parsePath(path).ok).toBe(false);
  });

  test("is written back as it was read", () => {
    expect(pathText("a.b[0][*].c")).toBe("a.b[0][*].c");
    expect(pathText("$")).toBe("$");
    expect(pathText(["x.y", "z"])).toBe("x.y.z");
  });
});
