import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import { statementFacts } from "./database-client.ts";

const textOf = (sql: unknown) => statementFacts(sql).attributes?.["db.query.text"];

test("the span of a statement has its text without any literal, whatever is in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "grapheme-ascii" }), (one, other) => {
      const [a, b] = [one, other].map((text) => pg.escapeLiteral(text).trim());
      expect(textOf(`SELECT ${a} AS a, ${b} AS b`)).toBe("SELECT '…' AS a, '…' AS b");
      expect(textOf({ text: `DELETE FROM t WHERE a = ${a}` })).toBe("DELETE FROM t WHERE a = '…'");
    }),
  );
});

test("a literal that is cut off does not appear either", () => {
  const text = textOf(`SELECT '${"secret ".repeat(500)}'`);
  expect(text).toBe("SELECT '…'");
  expect(statementFacts({ text: "  begin" })).toMatchObject({ name: "begin", kind: "client" });
});
