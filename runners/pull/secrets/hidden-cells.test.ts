import fc from "fast-check";
import { expect, test } from "vitest";
import { finding } from "#domain/core/findings/finding.ts";
import { cellOf, cellText } from "#domain/connector-language/json/cells.ts";
import { ExactNumber, type Json, parseJson } from "#domain/connector-language/json/json.ts";
import { Row } from "#domain/connector-language/table/row.ts";
import { hiddenCells, hiddenCellsWarning } from "./hidden-cells.ts";
import { knownSecrets } from "./known-secrets.ts";

/** What becomes of one cell, and of the column's name in the warning. */
function hidden(value: Json, ...list: string[]) {
  const secrets = knownSecrets();
  secrets.list.push(...list);
  const cells = hiddenCells(secrets);
  const row = new Row();
  row.add("c", cellOf(value));
  cells.hide([row]);
  return { text: cellText(row.cells[0]), warning: hiddenCellsWarning(cells) };
}

const SECRET = 's3cr"et/\\täg-4711';
const WARNING = finding("credential-in-cells", { columns: ["c"], more: 0 });

test("a credential is hidden in texts, lists and names of members, in any spelling", () => {
  expect(hidden(`a ${SECRET} b`, SECRET)).toEqual({ text: "a ••• b", warning: WARNING });
  expect(hidden(encodeURIComponent(SECRET), SECRET).text).toBe("•••");
  expect(hidden([{ [SECRET]: [SECRET, JSON.stringify(SECRET)] }], SECRET).text).toBe('[{"•••":["•••","\\"•••\\""]}]');
});

test("two members whose names are a credential stay two", () => {
  expect(hidden([{ [SECRET]: 1, [btoa("credential-x")]: 2, "credential-x": 3 }], "credential-x", SECRET).text).toBe(
    '[{"•••":1,"••••••":2,"•••••••••":3}]',
  );
});

test("numbers, longer digits, short credentials and names of accounts stay", () => {
  const digits = "12345678";
  for (const value of [12345678, 12345678n, new ExactNumber("1234567890.50"), "912345678", "123456789"] as Json[])
    expect(hidden(value, digits)).toEqual({ text: String(value), warning: null });
  expect(hidden([12345678, 912345678], digits)).toEqual({ text: "[12345678,912345678]", warning: null });
  expect(hidden(["no. 12345678"], digits).text).toBe('["no. •••"]');
  for (const name of ["seven77", "ada@example.org"]) expect(hidden(name, name).warning).toBeNull();
});

test("whatever a cell holds, what is left of it is JSON as before", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(SECRET, "12345678", "e+308e+308", '","\\u0041x'), (value, secret) => {
      const { text } = hidden([value, secret, { [secret]: value }] as Json, secret);
      expect(parseJson(text ?? "").ok).toBe(true);
      expect(text).not.toContain(JSON.stringify(secret));
    }),
  );
});
