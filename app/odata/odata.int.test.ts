import { parse } from "@sap-ux/edmx-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** The product behind a proxy of this address. */
const APP_URL = "https://data.example.org:8443";
const ROOT = `${APP_URL}/odata/`;
/** More than a page has. */
const MANY = 12_000;
const TYPED = [
  '"Level, in cm",2nd,wet,day,at,seen,clock,exact,count,name',
  "1.5,x,true,2026-01-31,2026-01-31T08:00:00,2026-01-31T08:00:00+02:00,08:00:00.5,0.1234567890123456789,9007199254740993,Ann",
  ",z,,,,,,,,",
  '-2e-3,y,false,0001-01-01,9999-12-31T23:59:59.123456,2026-01-31T08:00:00Z,23:59:59,12,1,"Größe ""<&>"""',
  "",
].join("\n");

let db: InstalledDatabase;
let product: Product;
let owner: Person;
let reader: Person;
let key: string;
let typed: { id: string; table_name: string };
let many: { id: string; table_name: string };
let hidden: { id: string; table_name: string };

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { APP_URL, TRUST_PROXY: "1" } });
  owner = await product.person("Owner", 3);
  reader = await product.person("Reader", 3);
  typed = await uploaded(TYPED, { title: "Typed <values> & more" });
  many = await uploaded(["n,rest", ...Array.from({ length: MANY }, (_, at) => `${at},${at % 7}`), ""].join("\n"), {
    title: "Many",
  });
  hidden = await uploaded("a\n1\n", { title: "Hidden", is_public: "false" });
  for (const { id } of [typed, many]) await reader.post("/api/access/grant", { assetId: id });
  key = await reader.key();
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

async function uploaded(csv: string, fields: Record<string, string>) {
  const { status, json, text } = await owner.upload(csv, fields);
  if (status !== 201) throw new Error(text);
  return json;
}

const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`any:${secret}`).toString("base64")}` });
/** What Power Query sends with each request of `OData.Feed(root, null, [Implementation = "2.0"])`. */
const MASHUP = {
  "user-agent": "Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)",
  accept: "application/json;odata.metadata=minimal;q=1.0,application/xml;q=0.8,text/plain;q=0.7",
  "accept-encoding": "gzip, deflate",
  "odata-maxversion": "4.0",
  "mashup-supports-content-encoding": "true",
};
const ask = (target: string, headers: Record<string, string> = {}): Promise<Answer> =>
  product.call("GET", target.replace(APP_URL, ""), { headers: { ...basic(key), ...headers } });
const rows = (target: string, headers?: Record<string, string>) => ask(`/odata/${target}`, headers);

/** What an answer of rows may have at its top, and how a value of a type is written (OASIS JSON format 4.0). */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  "Edm.String": (value) => typeof value === "string",
  "Edm.Int64": (value) => Number.isInteger(value),
  "Edm.Decimal": (value) => typeof value === "number",
  "Edm.Double": (value) => typeof value === "number",
  "Edm.Boolean": (value) => typeof value === "boolean",
  "Edm.Date": (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  "Edm.DateTimeOffset": (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(String(value)),
  "Edm.TimeOfDay": (value) => /^\d\d:\d\d:\d\d(\.\d{1,6})?$/.test(String(value)),
};

/** What is used of a parsed $metadata. */
type Edmx = {
  readonly version: string;
  readonly references: readonly { readonly namespace: string }[];
  readonly schema: {
    readonly entitySets: readonly { readonly name: string; readonly entityTypeName: string }[];
    readonly entityTypes: readonly {
      readonly fullyQualifiedName: string;
      readonly keys: readonly Property[];
      readonly entityProperties: readonly Property[];
    }[];
  };
};
type Property = { readonly name: string; readonly type: string; readonly nullable?: boolean; readonly scale?: unknown };
async function metadata() {
  const { text, headers, status } = await ask("/odata/$metadata", MASHUP);
  expect([status, headers.get("content-type"), headers.get("odata-version")]).toEqual([
    200,
    "application/xml; charset=utf-8",
    "4.0",
  ]);
  const { schema, version, references } = parse(text) as unknown as Edmx;
  const propertiesOf = (set: string): readonly Property[] => {
    const type = schema.entitySets.find(({ name }) => name === set)?.entityTypeName;
    return schema.entityTypes.find(({ fullyQualifiedName }) => fullyQualifiedName === type)?.entityProperties ?? [];
  };
  return { text, schema, version, references, propertiesOf };
}

function expectValid(answer: Answer, properties: readonly Property[], select?: readonly string[]): void {
  expect([answer.status, answer.headers.get("odata-version")]).toEqual([200, "4.0"]);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json; odata\.metadata=minimal;/);
  const { "@odata.context": context, "@odata.nextLink": next, "@odata.count": count, value, ...others } = answer.json;
  expect(others).toEqual({});
  expect(context).toMatch(new RegExp(`^${ROOT.replace(/[.$]/g, "\\$&")}\\$metadata#\\w+(\\([\\w,]+\\))?$`));
  if (next !== undefined) expect([new URL(next).origin, next.length < 2_048]).toEqual([APP_URL, true]);
  if (count !== undefined) expect(Number.isInteger(count)).toBe(true);
  for (const row of value as Record<string, unknown>[]) {
    expect(Object.keys(row)).toEqual(select ?? properties.map(({ name }) => name));
    for (const [name, cell] of Object.entries(row)) {
      const { type, nullable } = properties.find((property) => property.name === name)!;
      if (cell === null) expect(nullable, name).not.toBe(false);
      else expect([name, cell, VALUES[type]!(cell)]).toEqual([name, cell, true]);
    }
  }
}

describe("what Excel and Power BI ask, in their order", () => {
  test("without a key each address asks for one, in the same way, and none redirects", async () => {
    for (const target of ["/odata", "/odata/", "/odata/$metadata", `/odata/${typed.table_name}`, "/odata/none"]) {
      const { status, headers } = await product.call("GET", target, { headers: MASHUP });
      expect([target, status, headers.get("www-authenticate"), headers.get("odata-version")]).toEqual([
        target,
        401,
        'Basic realm="Tributary", charset="UTF-8", Bearer realm="Tributary"',
        "4.0",
      ]);
      const wrong = await product.call("GET", target, { headers: basic("trib_wrong") });
      expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, expect.stringMatching(/^Basic /)]);
    }
  });

  test("the root lists the tables of the key", async () => {
    for (const target of ["/odata", "/odata/", "/odata/?$format=json"]) {
      const { status, json, headers } = await ask(target, MASHUP);
      expect([status, headers.get("content-type"), headers.get("odata-version"), headers.get("location")]).toEqual([
        200,
        "application/json; odata.metadata=minimal; charset=utf-8",
        "4.0",
        null,
      ]);
      const sets = [
        { name: many.table_name, title: "Many", kind: "EntitySet", url: many.table_name },
        { name: typed.table_name, title: "Typed <values> & more", kind: "EntitySet", url: typed.table_name },
      ];
      expect(json).toEqual({ "@odata.context": `${ROOT}$metadata`, value: sets });
    }
  });

  test("a key that opens no table gets an empty list", async () => {
    const nobody = await product.person("Nobody", 1);
    const { status, json } = await product.call("GET", "/odata/", { headers: basic(await nobody.key()) });
    expect([status, json.value]).toEqual([200, []]);
  });

  test("$metadata describes what the root lists, with types, keys and labels", async () => {
    const { schema, version, references, text, propertiesOf } = await metadata();
    expect(version).toBe("4.0");
    // A client without a way out reads the document too.
    expect([
      references,
      [...text.matchAll(/https?:[^"]+/g)].map(([uri]) => uri).filter((uri) => !uri.includes("docs.oasis-open.org")),
    ]).toEqual([[], []]);
    expect(schema.entitySets.map(({ name }) => name)).toEqual([many.table_name, typed.table_name]);
    for (const { keys } of schema.entityTypes)
      expect(keys).toMatchObject([{ name: "_row_id", type: "Edm.Int64", nullable: false }]);
    expect(propertiesOf(typed.table_name).map(({ name, type, scale }) => [name, type, scale])).toEqual([
      ["_row_id", "Edm.Int64", undefined],
      ["Level_in_cm", "Edm.Double", undefined],
      ["_2nd", "Edm.String", undefined],
      ["wet", "Edm.Boolean", undefined],
      ["day", "Edm.Date", undefined],
      ["at", "Edm.DateTimeOffset", undefined],
      ["seen", "Edm.DateTimeOffset", undefined],
      ["clock", "Edm.TimeOfDay", undefined],
      ["exact", "Edm.Decimal", 16_383],
      ["count", "Edm.Int64", undefined],
      ["name", "Edm.String", undefined],
    ]);
    expect(text).toContain('String="Level, in cm"');
    expect(text).toContain('String="Typed &lt;values&gt; &amp; more"');
    expect(text).toContain('<Annotation Term="Org.OData.Capabilities.V1.BatchSupported" Bool="false"/>');
    for (const accept of ["application/json", "text/html", "*/*"])
      expect((await ask("/odata/$metadata?$format=json", { accept })).text).toBe(text);
  });

  test("rows have the types that $metadata says", async () => {
    const { propertiesOf } = await metadata();
    const answer = await rows(typed.table_name, MASHUP);
    expectValid(answer, propertiesOf(typed.table_name));
    expect(answer.json.value[0]).toMatchObject({ seen: "2026-01-31T06:00:00Z", clock: "08:00:00.5", _2nd: "x" });
    expect(answer.json.value.at(-1).name).toBe('Größe "<&>"');
    expect(answer.json["@odata.nextLink"]).toBeUndefined();
    expect(answer.text).toContain('"exact":0.1234567890123456789');
    expect(answer.text).toContain('"count":9007199254740993');
  });

  test("all rows of a large table come, page by page, each once", async () => {
    const { propertiesOf } = await metadata();
    const seen: number[] = [];
    const sizes: number[] = [];
    let next: string | undefined = `/odata/${many.table_name}?$count=true`;
    while (next !== undefined) {
      const answer: Answer = await ask(next, MASHUP);
      expectValid(answer, propertiesOf(many.table_name));
      expect(answer.json["@odata.count"]).toBe(MANY);
      seen.push(...answer.json.value.map(({ n }: { n: number }) => n));
      sizes.push(answer.json.value.length);
      next = answer.json["@odata.nextLink"];
    }
    expect(sizes).toEqual([10_000, 2_000]);
    expect(seen).toEqual(Array.from({ length: MANY }, (_, at) => at));
  });

  test("the preview and the folded steps of Power Query", async () => {
    const { propertiesOf } = await metadata();
    const properties = propertiesOf(many.table_name);
    const preview = await rows(`${many.table_name}?$top=1000`, MASHUP);
    expectValid(preview, properties);
    expect([preview.json.value.length, preview.json["@odata.nextLink"]]).toEqual([1_000, undefined]);
    const target = `${many.table_name}?$filter=rest eq 3 and n gt 100&$orderby=n desc&$select=n&$top=3&$skip=1`;
    const folded = await rows(target, MASHUP);
    expectValid(folded, properties, ["n"]);
    expect(folded.json).toEqual({
      "@odata.context": `${ROOT}$metadata#${many.table_name}(n)`,
      value: [{ n: 11987 }, { n: 11980 }, { n: 11973 }],
    });
    expect((await rows(`${many.table_name}/$count?$filter=rest eq 3`, MASHUP)).text).toBe("1714");
    expect((await rows(`${many.table_name}/$count`)).headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });
});

test("a client may prefer smaller pages; links keep the query and what is left of $top", async () => {
  const found: number[] = [];
  const prefer = { prefer: "return=minimal, odata.maxpagesize=40" };
  let next: string | undefined =
    `/odata/${many.table_name}?$filter=rest eq 1&$orderby=rest,n desc&$top=100&$skip=5&other=1`;
  const links: string[] = [];
  while (next !== undefined) {
    const { json, headers } = await ask(next, prefer);
    expect(headers.get("preference-applied")).toBe("odata.maxpagesize=40");
    found.push(...json.value.map(({ n }: { n: number }) => n));
    next = json["@odata.nextLink"];
    if (next) links.push(next);
  }
  expect(found).toEqual(Array.from({ length: 100 }, (_, at) => 11_964 - 7 * at));
  expect(links).toHaveLength(2);
  for (const link of links) {
    expect(link).toMatch(/\?\$filter=rest%20eq%201&\$orderby=rest,n%20desc&other=1&\$skiptoken=[\w-]+$/);
    expect(link).not.toMatch(/\$top|\$skip=/);
  }
});

test("a link goes on in the version that it began with, as long as that is kept", async () => {
  const { id, table_name: name } = await uploaded("a\n1\n2\n3\n", { title: "Changing" });
  const mine = basic(await owner.key());
  const page = (target: string) =>
    product.call("GET", target.replace(APP_URL, ""), { headers: { ...mine, prefer: "maxpagesize=2" } });
  const first = await page(`/odata/${name}`);
  const link = first.json["@odata.nextLink"] as string;
  await owner.call("PUT", `/api/assets/${id}/data`, { body: "a\n7\n8\n9\n", headers: { "content-type": "text/csv" } });
  expect((await page(link)).json.value).toEqual([{ _row_id: 3, a: 3 }]);
  expect((await page(`/odata/${name}`)).json.value[0]).toEqual({ _row_id: 1, a: 7 });
  const token = (text: string) => Buffer.from(text).toString("base64url");
  expect((await page(`/odata/${name}?$skiptoken=${token("2.1.")}`)).json.value[0].a).toBe(8);
  expect((await page(`/odata/${name}?$skiptoken=${token("99.1.")}`)).json).toEqual({
    error: {
      code: "odata-version-gone",
      message:
        "The version of the table that this link continues is no longer kept. Read the table from its beginning.",
    },
  });
});

test("one row by its key", async () => {
  const name = typed.table_name;
  const one = await rows(`${name}(2)?$select=name,_row_id`);
  expect(one.json).toEqual({
    "@odata.context": `${ROOT}$metadata#${name}(_row_id,name)/$entity`,
    _row_id: 2,
    name: null,
  });
  expect((await rows(`${name}(_row_id=1)`)).json.name).toBe("Ann");
  expect((await rows(`${name}%281%29`)).json.name).toBe("Ann");
  for (const key of ["0", "99", "999999999999999"]) expect((await rows(`${name}(${key})`)).status).toBe(404);
  expect((await rows(`${name}('a')`)).json.error.message).toBe(
    "A row is named by its _row_id, a whole number, as in (1).",
  );
});

test("numbers are texts for clients that would round them; metadata may be left out", async () => {
  const name = typed.table_name;
  for (const target of [`${name}?$format=application/json;IEEE754Compatible=true&$count=true`]) {
    const { json, headers } = await rows(target);
    expect(headers.get("content-type")).toContain("IEEE754Compatible=true");
    expect([json["@odata.count"], json.value[0].count, json.value[0].exact, json.value[0].Level_in_cm]).toEqual([
      ...["3", "9007199254740993", "0.1234567890123456789"],
      1.5,
    ]);
  }
  const none = await rows(name, { accept: "application/json;odata.metadata=none" });
  expect([Object.keys(none.json), none.headers.get("content-type")]).toEqual([
    ["value"],
    "application/json; odata.metadata=none; charset=utf-8",
  ]);
});

test("full metadata says of each row what it is, and which types JSON does not tell", async () => {
  const name = typed.table_name;
  const full = { accept: "application/json;odata.metadata=full" };
  const { json, headers } = await rows(`${name}?$top=1`, full);
  expect(headers.get("content-type")).toBe("application/json; odata.metadata=full; charset=utf-8");
  expect(json.value[0]).toMatchObject({
    "@odata.type": `#Tributary.${name}_row`,
    "@odata.id": `${ROOT}${name}(1)`,
    "_row_id@odata.type": "#Int64",
    "count@odata.type": "#Int64",
    "exact@odata.type": "#Decimal",
    "day@odata.type": "#Date",
    "at@odata.type": "#DateTimeOffset",
    "seen@odata.type": "#DateTimeOffset",
    "clock@odata.type": "#TimeOfDay",
    name: "Ann",
  });
  const chosen = await rows(`${name}(2)?$select=day,name`, full);
  expect(chosen.json).toEqual({
    "@odata.context": `${ROOT}$metadata#${name}(day,name)/$entity`,
    "@odata.type": `#Tributary.${name}_row`,
    "@odata.id": `${ROOT}${name}(2)`,
    "day@odata.type": "#Date",
    day: null,
    name: null,
  });
});

test("the functions that BI tools send, and groups", async () => {
  const { table_name: name } = await uploaded(
    "id,name,at\n1,Ann,2016-03-01T10:00:00Z\n2,ann,2017-03-01T10:00:00Z\n3,Bo,2016-12-31T23:30:00Z\n",
    { title: "Times", is_public: "false" },
  );
  const mine = basic(await owner.key());
  const get = (query: string) => product.call("GET", `/odata/${name}?${query}`, { headers: mine });
  const ids = async (filter: string) =>
    (await get(`$filter=${filter}`)).json.value.map(({ id }: { readonly id: number }) => id);
  expect(await ids("year(at) eq 2016")).toEqual([1, 3]);
  expect(await ids("date(at) gt 2016-12-30")).toEqual([2, 3]);
  expect(await ids("tolower(name) eq 'ann'")).toEqual([1, 2]);
  expect((await get("$filter=contains(tolower(name),'an')&$count=true&$top=0")).json["@odata.count"]).toBe(2);
  expect(await ids("length(name) eq 3")).toEqual([1, 2]);
  const groups = await get("$apply=groupby((name),aggregate(id with sum as total,$count as n))&$orderby=total desc");
  expect(groups.json).toEqual({
    "@odata.context": `${ROOT}$metadata#${name}(name,total,n)`,
    value: [
      { name: "Bo", total: 3, n: 1 },
      { name: "ann", total: 2, n: 1 },
      { name: "Ann", total: 1, n: 1 },
    ],
  });
});

test("a number that no double can hold is refused in a function", async () => {
  const { table_name: name } = await uploaded("d\n1.5\n2.5\n", { title: "Large", is_public: "false" });
  const answer = await product.call("GET", `/odata/${name}?$filter=d gt round(1e400)`, {
    headers: basic(await owner.key()),
  });
  expect([answer.status, answer.json.error.message]).toEqual([400, 'round takes a number, not "1e400".']);
});

test("an option that an address does not take is refused there, not left out", async () => {
  const name = typed.table_name;
  for (const target of [
    `${name}(1)?$filter=wet`,
    `${name}/$count?$apply=aggregate($count as n)`,
    "?$top=1",
    "$metadata?$filter=wet",
  ])
    expect([target, (await rows(target)).status]).toEqual([target, 501]);
});

test("gzip and HEAD", async () => {
  expect((await rows(typed.table_name, { "accept-encoding": "gzip" })).headers.get("content-encoding")).toBe("gzip");
  const head = await product.call("HEAD", `/odata/${typed.table_name}`, { headers: basic(key) });
  expect([head.status, head.text, head.headers.get("odata-version")]).toEqual([200, "", "4.0"]);
});

test("a key in the address works too, and its links have it", async () => {
  const target = `/odata/${many.table_name}?api_key=${key}&$filter=n lt 5`;
  const { json } = await product.call("GET", target, { headers: { prefer: "maxpagesize=2" } });
  expect(json["@odata.nextLink"]).toContain(`api_key=${key}`);
  expect(json["@odata.context"]).not.toContain(key);
});

describe("a key limited to tables", () => {
  test("lists, describes and opens these alone", async () => {
    const { json } = await reader.post("/api/users/api-keys", { name: "One", tables: [typed.table_name] });
    const headers = basic(json.secret);
    const get = (target: string) => product.call("GET", `/odata/${target}`, { headers });
    expect((await get("")).json.value.map(({ name }: { name: string }) => name)).toEqual([typed.table_name]);
    expect((await get("$metadata")).text).not.toContain(many.table_name);
    expect((await get(typed.table_name)).status).toBe(200);
    expect((await get(many.table_name)).status).toBe(403);
    expect((await get(hidden.table_name)).status).toBe(404);
  });
});

test("what the key may not read is missing, and what it could get says how", async () => {
  const unknown = await rows("none");
  const secret = await rows(hidden.table_name);
  expect([secret.status, secret.json]).toEqual([404, unknown.json]);
  const offered = await uploaded("a\n1\n", { title: "Offered" });
  expect((await rows(offered.table_name)).json).toEqual({
    error: {
      code: "access-needed-to-stream",
      message: "You have no access to this dataset yet: add it in the DataStore, then stream it with the same key.",
    },
  });
});

describe("is refused with a status and one sentence", () => {
  const deep = `${"(".repeat(400)}n eq 1${")".repeat(400)}`;
  test.each([
    ["$search=a", {}, 501, "odata-option-unsupported", "The query option $search is not supported."],
    ["$expand=x", {}, 501, "odata-option-unsupported", "The query option $expand is not supported."],
    ["$filter=n lt now()", {}, 501, "odata-unsupported", '$filter cannot use the function "now" here.'],
    ["$filter=tolower(n) eq 'a'", {}, 400, "odata-query-invalid", 'tolower takes a text in quotes, and "n" is none.'],
    ["$apply=topcount(1,n)", {}, 501, "odata-unsupported", '$apply cannot use the transformation "topcount" here.'],
    ["$apply=groupby((n))", {}, 413, "odata-groups-too-many", "$apply makes more groups than one answer may have"],
    [`$filter=${deep}`, {}, 400, "odata-query-invalid", "$filter has more than 50 brackets within each other."],
    [
      `$filter=n eq '${"a".repeat(9_000)}'`,
      {},
      400,
      "odata-query-invalid",
      '"n" can only be compared with a number, not with',
    ],
    ["$filter=n eq 1' or '1'='1", {}, 400, "odata-query-invalid", `$filter has "' or '" at character 7`],
    ["$filter=n eq 1;drop table x", {}, 400, "odata-query-invalid", "$filter cannot be read from"],
    ["$filter=n eq 1) or (true", {}, 400, "odata-query-invalid", '$filter has ")" at character 7'],
    ["$filter=n eq 'x'", {}, 400, "odata-query-invalid", '"n" can only be compared with a number'],
    ["$filter=none eq 1", {}, 400, "odata-query-invalid", 'There is no property "none".'],
    ["$select=none", {}, 400, "odata-query-invalid", '$select names "none", and there is no such property.'],
    ["$top=x", {}, 400, "odata-query-invalid", "$top must be a whole number from 0."],
    ["$skiptoken=x", {}, 400, "odata-token-invalid", "This $skiptoken is not one of a nextLink."],
    ["$top=1&$top=2", {}, 400, "parameter-repeated", "$top"],
    ["$format=atom", {}, 406, "odata-format-unknown", "There is no format atom here: use json."],
    [
      "",
      { "odata-maxversion": "3.0" },
      400,
      "odata-version-too-old",
      "Answers are in OData 4.0. Send OData-MaxVersion 4.0, or leave it out.",
    ],
  ] as const)("%s", async (query, headers, status, code, sentence) => {
    const answer = await rows(`${many.table_name}?${query.replaceAll(" ", "%20")}`, headers);
    expect([answer.status, answer.json]).toEqual([
      status,
      { error: { code, message: expect.stringContaining(sentence) } },
    ]);
    expect([answer.headers.get("odata-version"), answer.headers.get("content-type")]).toEqual([
      "4.0",
      "application/json; charset=utf-8",
    ]);
  });

  test("errors of $metadata are XML", async () => {
    const { text, headers } = await ask("/odata/$metadata?$search=x");
    expect([headers.get("content-type"), headers.get("odata-version")]).toEqual([
      "application/xml; charset=utf-8",
      "4.0",
    ]);
    expect(text).toContain("<m:message>The query option $search is not supported.</m:message>");
    expect((await product.call("GET", "/odata/$metadata")).text).toContain("<m:code>key-needed</m:code>");
  });

  test("other methods and addresses", async () => {
    for (const [method, target, status] of [
      ["POST", `/odata/${many.table_name}`, 405],
      ["DELETE", `/odata/${many.table_name}(1)`, 405],
      ["POST", "/odata/$batch", 405],
      ["GET", `/odata/${many.table_name}/n`, 404],
      ["GET", `/odata/${many.table_name}(1)/n/$value`, 404],
    ] as const) {
      const { json, ...answer } = await product.call(method, target, {
        headers: { ...basic(key), origin: APP_URL },
        ...(method === "GET" ? {} : { body: {} }),
      });
      expect([target, answer.status, json]).toEqual([
        target,
        status,
        { error: { code: expect.any(String), message: expect.any(String) } },
      ]);
    }
  });
});

test("parameters without a $ are ignored, and may be repeated", async () => {
  expect((await rows(`${typed.table_name}?a=1&a=2&n=eq.5`)).json.value).toHaveLength(3);
});
