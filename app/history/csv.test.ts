import { expect, test } from "vitest";
import { csvOfList } from "./csv.ts";

test("cells are quoted where a reader needs it, and no formula is run", async () => {
  const read = async () => ({ items: [["a", 'b"c', "d,e", null, -7, "=1+1", "-x"]], total: 1, next: null });
  let file = "";
  for await (const part of csvOfList(["=n"], { read, cells: (item) => item })) file += part;
  expect(file).toBe(`'=n\r\na,"b""c","d,e",,-7,'=1+1,'-x\r\n`);
});

test("a list is read page by page", async () => {
  const read = async ({ after }: { after?: unknown }) =>
    after === null ? { items: [1, 2], total: 3, next: [2] } : { items: [3], total: 3, next: null };
  let file = "";
  for await (const part of csvOfList(["n"], { read, cells: (item: number) => [item] })) file += part;
  expect(file).toBe("n\r\n1\r\n2\r\n3\r\n");
});
