import { afterAll, beforeAll, expect, test } from "vitest";
import { type CountedSteps, countedEnv, countedSteps } from "#testing/hostile/counted-steps.ts";
import { hostileFiles } from "#testing/hostile/files.ts";
import { hostileHeaders, hostileQueries } from "#testing/hostile/addresses.ts";
import { hostileJson, hostileMarkdown } from "#testing/hostile/texts.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { endpoints } from "../api/endpoints.ts";
import { exampleOf } from "../api/openapi/examples.ts";
import routes from "../routes.ts";
import { type EndpointFacts, nameOf } from "./json-api/endpoint.ts";

/**
 * Every endpoint and page with hostile bodies of up to its limit, addresses and headers: what the thread that answers
 * requests does for it is counted in steps, which are the same on every machine. Work of other threads does not count.
 */
const BODY_BYTES = 990_000;
const FILE_BYTES = 490_000;
/** Reading JSON takes up to four steps a character. */
const STEPS_A_BYTE = 5;
/** What a request may take besides. */
const STEPS_A_REQUEST = 1_500_000;
/** A file that was taken is loaded afterwards, in many short turns: up to 1,600 columns are reported and measured. */
const STEPS_A_LOAD = 6_000_000;
const GIVEN_UP_AFTER_MS = 60_000;
const BODIES_EACH = 3;
const FILES_EACH = 5;

/** The types of the files that an endpoint takes; one that takes files and is not here is named by a test. */
const TAKES_FILES: Readonly<Record<string, readonly string[]>> = {
  "POST /api/assets/upload-csv": ["multipart"],
  "POST /api/assets/inspect": ["multipart", "text/csv"],
  "POST /api/assets/preview": ["multipart"],
  "PUT /api/assets/{id}/data": ["multipart", "text/csv"],
  "POST /api/assets/{id}/versions": ["multipart"],
  "POST /api/assets/{id}/rows": ["application/json", "application/x-ndjson", "text/csv"],
  "POST /log/witness/add-checkpoint": ["text/plain"],
};

let db: InstalledDatabase;
let product: Product;
let steps: CountedSteps;
let ana: Person;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  db = await installedDatabase();
  const port = await freePort();
  const env = { ADMIN_EMAILS: "ana@example.org", ...countedEnv(port) };
  [product, steps] = await Promise.all([startProduct({ ...db.installation, env }), countedSteps(port)]);
  ana = await product.person("Ana", 3);
  const read_me = hostileMarkdown(49_900).find(({ name }) => name === "long table")!.text;
  const dataset = (await ana.upload("a,b\n1,2\n", { title: "Rows", read_me })).json as {
    id: string;
    table_name: string;
  };
  const connector = (await ana.get("/api/connectors")).json[0].id as string;
  ids = { dataset: dataset.id, table: dataset.table_name, connector };
});
afterAll(async () => {
  steps?.close();
  await product?.remove();
  await db?.drop();
});

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
};

/** Sends each, and says how many steps beyond the budget they took together; null: none. */
async function beyondBudget(name: string, requests: readonly Sent[], isFile = false): Promise<string | null> {
  await steps.since();
  let budget = 0;
  for (const { method, path, body, headers } of requests) {
    const own = { cookie: ana.cookie, "sec-fetch-site": "same-origin", ...headers };
    const signal = AbortSignal.timeout(GIVEN_UP_AFTER_MS);
    const request = {
      method,
      headers: own,
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body }),
    } as const;
    const answer = await fetch(product.url + path, request).catch((error: unknown) => error as Error);
    if (answer instanceof Response) await answer.arrayBuffer();
    // A refusal may end the connection before all of it was sent.
    else if (answer.name === "TimeoutError" || body === undefined) return `${name}: no answer (${answer.message})`;
    if (isFile) budget += STEPS_A_LOAD;
    budget += STEPS_A_REQUEST + STEPS_A_BYTE * ((body === undefined ? 0 : bytesOf(body)) + path.length);
  }
  const taken = await steps.since();
  return taken <= budget ? null : `${name}: ${taken} steps of ${budget}`;
}

const bytesOf = (body: BodyInit): number =>
  typeof body === "string" ? body.length : body instanceof FormData ? FILE_BYTES : (body as Uint8Array).length;

function addressOf({ path, about }: EndpointFacts): string {
  let first = true;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const own =
      first && about ? ids[about] : name === "file" ? `${ids["table"]}.csv` : name === "set" ? ids["table"] : "1";
    first = false;
    return own ?? "1";
  });
}

/** Some of a list, beginning where the one before ended. */
let dealt = 0;
function deal<T>(all: readonly T[], count: number): T[] {
  dealt += count;
  return Array.from({ length: count }, (_, at) => all[(dealt + at) % all.length]!);
}

const takesFiles = ({ isMultipart, types }: EndpointFacts) => isMultipart === true || types !== undefined;
const json = { "content-type": "application/json" };

/** The example of a body with long texts in all of its fields. */
function longTexts(value: unknown, chars: number): unknown {
  if (typeof value === "string") return "a".repeat(chars);
  if (Array.isArray(value)) return value.map((each) => longTexts(each, chars));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, longTexts(each, chars)]));
}

test("every endpoint that takes files has a case", () => {
  const without = endpoints.filter((each) => takesFiles(each) && !Object.hasOwn(TAKES_FILES, nameOf(each)));
  expect(without.map(nameOf)).toEqual([]);
  const known = new Set(endpoints.map(nameOf));
  expect(Object.keys(TAKES_FILES).filter((name) => !known.has(name))).toEqual([]);
});

test("the steps of a megabyte of JSON are counted", async () => {
  await steps.since();
  await ana.call("POST", "/api/connectors/draft", { body: `[${"0,".repeat(50_000)}0]`, headers: json });
  expect(await steps.since()).toBeGreaterThan(100_000);
});

test(
  "every endpoint stays within its steps with hostile addresses, headers and bodies",
  { timeout: 600_000 },
  async () => {
    const texts = hostileJson(BODY_BYTES);
    const beyond: (string | null)[] = [];
    for (const endpoint of endpoints) {
      const { method } = endpoint;
      const path = addressOf(endpoint);
      const requests: Sent[] = [
        ...deal(hostileQueries(), 2).map((query) => ({ method, path: `${path}?${query}` })),
        ...deal(hostileHeaders(), 1).map((headers) => ({
          method: method === "DELETE" ? "GET" : method,
          path: `${path}?x=1`,
          headers,
        })),
      ];
      if (endpoint.body !== null && !takesFiles(endpoint)) {
        for (const { text } of deal(texts, BODIES_EACH)) requests.push({ method, path, body: text, headers: json });
        const example = exampleOf(endpoint)?.body;
        if (example !== undefined && method !== "DELETE")
          requests.push({ method, path, body: JSON.stringify(longTexts(example, 50_000)), headers: json });
      }
      beyond.push(await beyondBudget(nameOf(endpoint), requests));
    }
    expect(beyond.filter((each) => each !== null)).toEqual([]);
  },
);

test("every endpoint that takes files stays within its steps with hostile files", { timeout: 600_000 }, async () => {
  const files = hostileFiles(FILE_BYTES, 32_000_000);
  const beyond: (string | null)[] = [];
  for (const endpoint of endpoints.filter(takesFiles))
    for (const type of TAKES_FILES[nameOf(endpoint)] ?? []) {
      const requests = deal(files, FILES_EACH).map(({ bytes }): Sent => {
        const sent = new Uint8Array(bytes);
        const path = addressOf(endpoint);
        if (type !== "multipart")
          return { method: endpoint.method, path, body: sent, headers: { "content-type": type } };
        const form = new FormData();
        if (nameOf(endpoint) === "POST /api/assets/upload-csv") form.append("title", "Hostile");
        form.append("file", new Blob([sent]), "rows.csv");
        return { method: endpoint.method, path, body: form };
      });
      beyond.push(await beyondBudget(`${nameOf(endpoint)} as ${type}`, requests, true));
    }
  expect(beyond.filter((each) => each !== null)).toEqual([]);
});

test("every page stays within its steps with hostile addresses, headers and forms", { timeout: 600_000 }, async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const beyond: (string | null)[] = [];
  for (const { path: route = "" } of routes) {
    const id = route.startsWith("connector") ? ids["connector"] : ids["dataset"];
    const path = `/${route
      .replace(":kind", "dataset")
      .replace(/:\w+/g, () => id ?? "none")
      .replace("*", "a/".repeat(5_000))}`;
    const requests: Sent[] = [
      ...deal(hostileQueries(), 2).map((query) => ({ method: "GET", path: `${path}?${query}` })),
      ...deal(hostileHeaders(), 1).map((headers) => ({ method: "GET", path, headers })),
      { method: "POST", path, body: "a=1&".repeat(BODY_BYTES / 4), headers: form },
      { method: "POST", path, body: `intent=x&title=${"%C3%A9".repeat(BODY_BYTES / 7)}`, headers: form },
    ];
    beyond.push(await beyondBudget(path.slice(0, 80), requests));
  }
  expect(beyond.filter((each) => each !== null)).toEqual([]);
});
