import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** How the files of a dataset are read goes on from version to version. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  ben = await product.person("Ben", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const MAY = "Mai\n\nTag;Besucher;Betrag\n1.05.2025;10;2.103,91\n2.05.2025;k.A.;1,5\n";
const JUNE = "Juni\n\nTag;Besucher;Betrag\n1.06.2025;11;3,00\n2.06.2025;viele;4,00\n3.06.2025;k.A.;5,00\n";
const CHOSEN = {
  types: JSON.stringify({ Tag: "day-first", Betrag: "thousands-point(12,2)" }),
  empty: '["k.A."]',
};

type Made = { readonly json: { readonly columns: readonly { readonly type: string }[] } };
const types = ({ json }: Made) => json.columns.map(({ type }) => type);
const put = (id: string, body: string | Uint8Array<ArrayBuffer>, query = "") =>
  ana.call("PUT", `/api/assets/${id}/data${query}`, { body, headers: { "content-type": "text/csv" } });
const wordList = (to: number, from = 0) => Array.from({ length: to - from }, (_, at) => `w${from + at}`);
const schemaOf = async (id: string) => (await ana.get(`/api/assets/${id}/schema`)).json;
const rowsOf = async (id: string) => (await ana.get(`/api/assets/${id}/data`)).json.rows;

describe("the next version", () => {
  test("is read as the first one, and what does not fit is set aside with its line, column and value", async () => {
    const made = await ana.upload(MAY, CHOSEN);
    const { id } = made.json;
    expect([types(made), made.json.rowCount]).toEqual([["date", "bigint", "numeric"], 2]);
    const june = await put(id, JUNE);
    expect([june.status, types(june as Made), june.json.rowCount, june.json.rejected]).toEqual([
      200,
      ["date", "bigint", "numeric"],
      2,
      1,
    ]);
    const aside = await ana.get(`/api/assets/${id}/rejected`);
    expect(aside.text).toContain("Besucher: 'viele' is not a whole number");
    expect((await rowsOf(id)).at(-1)).toMatchObject({ Tag: "2025-06-03", Besucher: null, Betrag: 5 });
    // Rows that are added are read so too, also without the lines above and the semicolons.
    const added = await ana.call("POST", `/api/assets/${id}/rows`, {
      body: 'Tag,Besucher,Betrag\n4.06.2025,12,"6,00"\n5.06.2025,x,"7,00"\n',
      headers: { "content-type": "text/csv" },
    });
    expect([added.status, added.json.rowCount, added.json.rejected]).toEqual([200, 3, 1]);
  });

  test("is refused, if the owner wants that", async () => {
    const made = await ana.upload(MAY, { ...CHOSEN, on_misfit: "refuse" });
    const june = await put(made.json.id, JUNE);
    expect([june.status, june.json.code, june.json.error]).toEqual([
      422,
      "cell-misfit",
      "Line 5, Besucher: the cell is not a whole number.",
    ]);
    expect(await rowsOf(made.json.id)).toHaveLength(2);
  });

  test("has other types only if its columns may change", async () => {
    const made = await ana.upload("a,b\n1,x\n2,y\n");
    const { id } = made.json;
    expect((await put(id, "a,b\n1.5,x\n7,1\n")).json).toMatchObject({ rowCount: 1, rejected: 1 });
    expect(types((await put(id, "a,b\n1.5,x\n", "?columns=change")) as Made)).toEqual(["double precision", "text"]);
    const none = await put(id, "a,b\nlots,x\n");
    expect([none.status, none.json.error]).toEqual([422, "Line 2, a: the cell is not a number."]);
  });

  test("has the same decimals in its Parquet file", async () => {
    const wide = (fraction: string) => `n\n12345678901234567${fraction}\n1\n`;
    const made = await ana.upload(wide(".25"));
    const { id, table_name: table } = made.json;
    await put(id, wide(".5"));
    await put(id, "n\n7\n8\n");
    const stored = await db.pool.query<{ decimals: unknown }>(
      "select report -> 'decimals' as decimals from registry.tables where columns @> '[{\"name\":\"n\"}]' order by ready_at",
    );
    expect(stored.rows.map(({ decimals }) => decimals)).toEqual(
      Array.from({ length: 3 }, () => [{ column: "n", precision: 38, scale: 2 }]),
    );
    const key = await ana.key();
    const decimalOf = async (version: number) => {
      const file = await fetch(`${product.url}/d/${table}@${version}.parquet?api_key=${key}`);
      expect(file.status).toBe(200);
      const [, column] = parquetMetadata(await file.arrayBuffer()).schema;
      return [column?.name, column?.precision, column?.scale];
    };
    expect(await decimalOf(2)).toEqual(["n", 38, 2]);
    expect(await decimalOf(3)).toEqual(["n", 38, 2]);
  });
});

describe("rows of a request", () => {
  test("are read by their types where they are JSON, and files in their notation again", async () => {
    const types = JSON.stringify({ p: "thousands-point(12,3)" });
    const { id } = (await ana.upload("k;p\na;1,250\n", { types })).json;
    const sent = {
      body: [
        { k: "b", p: 2.5 },
        { k: "c", p: 12.125 },
      ],
    };
    expect((await ana.call("POST", `/api/assets/${id}/rows`, sent)).json).toMatchObject({ rowCount: 3 });
    expect((await rowsOf(id)).map(({ p }: { p: number }) => p)).toEqual([1.25, 2.5, 12.125]);
    expect((await ana.call("POST", `/api/assets/${id}/rows`, sent)).json).toMatchObject({ unchanged: true });
    await put(id, "k;p\nd;2.500,5\n");
    expect(await rowsOf(id)).toMatchObject([{ k: "d", p: 2500.5 }]);
  });

  test("are none where a file has their name", async () => {
    const { id } = (await ana.upload("k;p\na|b;1\n", { delimiter: "semicolon" })).json;
    const form = new FormData();
    form.append("file", new Blob(["k;p\na,b,c;1\nd,e,f;2\n"]), "rows.csv");
    const sent = await ana.call("POST", `/api/assets/${id}/versions`, { body: form });
    expect([sent.status, sent.json.load_report?.delimiter, (await rowsOf(id)).length]).toEqual([200, ";", 2]);
  });
});

describe("the dialect of one file", () => {
  const latin = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

  test("is the encoding of the next one only where that is no Unicode", async () => {
    const { id } = (await ana.upload("k,p\na,Rom\n", { encoding: "windows-1250" })).json;
    const sent = await put(id, "k,p\na,Zürich\n");
    expect([await rowsOf(id), sent.json.load_report]).toMatchObject([
      [{ k: "a", p: "Zürich" }],
      { encoding: "utf-8", encoding_by: "valid" },
    ]);
    // That file was loaded without a choice, and ends the one before.
    expect((await put(id, latin("k,p\na,Z\xfcrich\n"))).json.load_report).toMatchObject({ encoding_by: "detected" });
    const other = (await ana.upload("k,p\na,Rom\n", { encoding: "windows-1250" })).json.id;
    await put(other, latin("k,p\na,Z\xfcrich \xe0\n"));
    expect(await rowsOf(other)).toMatchObject([{ p: "Zürich ŕ" }]);
    const marked = (await ana.upload("k,p\na,Rom\n", { encoding: "windows-1252" })).json.id;
    await put(marked, Uint8Array.from(Buffer.from("\ufeffk,p\na,é\n", "utf16le")));
    expect(await rowsOf(marked)).toMatchObject([{ p: "é" }]);
  });

  test("skips lines of the next one only where its header stands behind them", async () => {
    const { id } = (await ana.upload("1,2\nk,p\na,1\n", { skip_lines: "1", header: "yes" })).json;
    await put(id, "k,p\nb,2\nc,3\n");
    expect(await rowsOf(id)).toMatchObject([{ k: "b" }, { k: "c" }]);
    const again = (await ana.upload("1,2\nk,p\na,1\n", { skip_lines: "1", header: "yes" })).json.id;
    await put(again, "3,4\nk,p\nb,2\n");
    expect(await rowsOf(again)).toMatchObject([{ k: "b", p: 2 }]);
    const bare = (await ana.upload("title\n1,x\n2,y\n", { skip_lines: "1", header: "no" })).json.id;
    await put(bare, "4,w\n5,v\n");
    expect(await rowsOf(bare)).toMatchObject([{ column_1: 4 }, { column_1: 5 }]);
  });

  test("stays with its file when that is read again", async () => {
    const { id } = (await ana.upload("1,2\nk,p\na,1\n", { skip_lines: "1", header: "yes" })).json;
    for (const type of ["string", "integer"])
      await ana.call("PUT", `/api/assets/${id}/schema`, { body: { fields: [{ name: "p", type }] } });
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ k: "a", p: 1 })]);
  });
});

describe("the schema", () => {
  test("is a Table Schema with the dialect, for those who may read the rows", async () => {
    const { id } = (await ana.upload(MAY, CHOSEN)).json;
    expect(await schemaOf(id)).toEqual({
      fields: [
        { name: "Tag", title: "Tag", type: "date", reading: "day-first", format: "any" },
        { name: "Besucher", title: "Besucher", type: "integer", reading: "integer" },
        {
          ...{ name: "Betrag", title: "Betrag", type: "number", reading: "thousands-point(12,2)" },
          ...{ decimalChar: ",", groupChar: ".", precision: 12, scale: 2 },
        },
      ],
      missingValues: ["", "k.A."],
      primaryKey: [],
      dialect: { delimiter: ";", quoteChar: '"', header: true, encoding: "utf-8", skipLines: 2 },
      on_misfit: "set-aside",
    });
    expect((await ben.get(`/api/assets/${id}/schema`)).status).toBe(403);
  });

  test("is changed by its owner: the file is read again, and the next one so too", async () => {
    const { id } = (await ana.upload(MAY)).json;
    const asked = {
      fields: [
        { name: "Tag", type: "date", format: "%d.%m.%Y" },
        { name: "Besucher", type: "integer" },
        { name: "Betrag", type: "number", decimalChar: ",", groupChar: ".", precision: 12, scale: 2 },
      ],
      missingValues: ["", "k.A."],
      primaryKey: ["Tag"],
      on_misfit: "refuse",
    };
    const changed = await ana.call("PUT", `/api/assets/${id}/schema`, { body: asked });
    expect([changed.status, changed.json.version, types(changed as Made), changed.json.rowCount]).toEqual([
      200,
      2,
      ["date", "bigint", "numeric"],
      2,
    ]);
    expect(await schemaOf(id)).toMatchObject({ missingValues: ["", "k.A."], primaryKey: ["Tag"], on_misfit: "refuse" });
    expect((await put(id, JUNE)).json.code).toBe("cell-misfit");
    // Words are words again, where that is said.
    const back = await ana.call("PUT", `/api/assets/${id}/schema`, {
      body: { fields: [{ name: "Besucher", type: "string" }], missingValues: [""] },
    });
    expect([back.json.version, types(back as Made)]).toEqual([3, ["date", "text", "numeric"]]);
  });

  test.each([
    [{ fields: [{ name: "Ort", type: "string" }] }, 400, "schema-column-unknown"],
    [{ fields: [{ name: "Tag", type: "geopoint" }] }, 400, "schema-field-unclear"],
    [{ fields: [], primaryKey: ["Ort"] }, 400, "version-key-unknown"],
    [{ fields: [], missingValues: wordList(21) }, 400, "input-invalid"],
    [
      { fields: [{ name: "Tag", missingValues: wordList(11) }], missingValues: wordList(22, 11) },
      400,
      "schema-empty-words",
    ],
    [{ fields: [], dialect: { encoding: "foo" } }, 400, "input-invalid"],
    [{ fields: [{ name: "Tag", reading: "currency(EURO)" }] }, 400, "schema-field-unclear"],
  ])("%j is refused", async (body, status, code) => {
    const { id } = (await ana.upload(MAY, CHOSEN)).json;
    const refused = await ana.call("PUT", `/api/assets/${id}/schema`, { body: body });
    expect([refused.status, refused.json.code]).toEqual([status, code]);
    expect(
      (await readdir(path.join(product.dataDir, "uploads", id))).filter((name) => name.endsWith(".received")),
    ).toEqual([]);
  });

  test("stays where the file is gone", async () => {
    const { id } = (await ana.upload(MAY, CHOSEN)).json;
    await rm(path.join(product.dataDir, "uploads", id, "original"));
    const refused = await ana.call("PUT", `/api/assets/${id}/schema`, { body: { fields: [] } });
    expect([refused.status, refused.json.error]).toEqual([
      410,
      "The file of these rows is no longer kept. Upload it again.",
    ]);
  });

  test("of rows of several files stays", async () => {
    const { id } = (await ana.upload("a\n1\n")).json;
    expect((await put(id, "a\n2\n", "?mode=append")).status).toBe(200);
    const refused = await ana.call("PUT", `/api/assets/${id}/schema`, {
      body: { fields: [{ name: "a", type: "string" }] },
    });
    expect([refused.status, refused.json.code]).toEqual([409, "schema-of-several-files"]);
    // Also where they are restored.
    await put(id, "a\n9\n");
    expect((await ana.call("POST", `/api/assets/${id}/versions/2/restore`, { body: {} })).status).toBe(200);
    const still = await ana.call("PUT", `/api/assets/${id}/schema`, {
      body: { fields: [{ name: "a", type: "string" }] },
    });
    expect([still.json.code, (await rowsOf(id)).length]).toEqual(["schema-of-several-files", 2]);
  });
});
