import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import type { Answer } from "#testing/call.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { endpoints } from "../../api/endpoints.ts";
import { imageEndpoint } from "../byte-routes/image-route.ts";
import { allowedMethods, type EndpointFacts, nameOf } from "../json-api/endpoint.ts";
import { scopeOf } from "../keys/scope-of.ts";

/**
 * What the gate says of a call is the same for every endpoint, whatever transfers its answer. Streams read a key of their own
 * and have filters with any name: what they say of these is in their own tests.
 */
const GATED: readonly EndpointFacts[] = [...endpoints, imageEndpoint];
const NOWHERE = "0197a000-0000-7000-8000-000000000000";
const READS_KEYS = ({ who }: EndpointFacts) => who === "key";
const CHANGES_PER_HOUR = 5;

let db: InstalledDatabase;
let product: Product;
let chief: Person;
const keys = new Map<string, string>();

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "chief@example.org" } });
  chief = await product.person("Chief", 3);
  const { id } = (await chief.upload("a\n1\n", { title: "Rivers" })).json as { id: string };
  const key = async (scopes: readonly string[], limits = {}) => {
    const made = await chief.post("/api/users/api-keys", { scopes, ...limits });
    expect(made.status, made.text).toBe(201);
    return made.json.secret as string;
  };
  for (const scope of SCOPES) keys.set(scope, await key([scope]));
  keys.set("limited", await key(SCOPES, { tables: [id] }));
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const pathOf = ({ path }: EndpointFacts) => path.replace("{file}", "none.csv").replace(/\{\w+\}/g, NOWHERE);
const session = () => ({ cookie: chief.cookie, "sec-fetch-site": "same-origin" });
const bearer = (name: string) => ({ authorization: `Bearer ${keys.get(name)}` });

function ask(
  endpoint: EndpointFacts,
  headers: Readonly<Record<string, string>>,
  { query = "", method = endpoint.method, of = product }: { query?: string; method?: string; of?: Product } = {},
): Promise<Answer> {
  return of.call(method, `${pathOf(endpoint)}${query}`, { headers, ...(method === "GET" ? {} : { body: {} }) });
}

/** Status and code. OData says its errors in a shape of its own, and those of images are read by people. */
function verdict(endpoint: EndpointFacts, { status, json, text }: Answer): readonly [number, string | null] {
  if (endpoint === imageEndpoint) return [status, null];
  const inXml = /<m:code>(.*)<\/m:code>/.exec(text)?.[1];
  return [status, json?.code ?? json?.error?.code ?? inXml ?? null];
}

const expected = (endpoint: EndpointFacts, status: number, code: string) => [
  status,
  endpoint === imageEndpoint ? null : code,
];

/** Asks all of these endpoints, and compares what each says. */
async function walk(
  those: readonly EndpointFacts[],
  send: (endpoint: EndpointFacts) => Promise<Answer>,
  expectedOf: (endpoint: EndpointFacts) => unknown,
): Promise<void> {
  const found = await Promise.all(
    those.map(async (endpoint) => [nameOf(endpoint), verdict(endpoint, await send(endpoint))]),
  );
  expect(found.length).toBeGreaterThan(50);
  expect(found).toEqual(those.map((endpoint) => [nameOf(endpoint), expectedOf(endpoint)]));
}

test("without a credential all refuse that need one", async () => {
  const open = ({ who }: EndpointFacts) => who === "anyone" || who === "reader";
  await walk(
    GATED.filter((each) => !open(each)),
    (endpoint) => ask(endpoint, {}),
    (endpoint) => [401, READS_KEYS(endpoint) ? "key-needed" : "login-needed"],
  );
  for (const endpoint of GATED.filter(open)) {
    const [status] = verdict(endpoint, await ask(endpoint, {}));
    expect([nameOf(endpoint), [401, 403, 405].includes(status)]).toEqual([nameOf(endpoint), false]);
  }
});

test("all refuse a key without the scope", () =>
  walk(
    GATED,
    (endpoint) => ask(endpoint, bearer(SCOPES.find((each) => each !== scopeOf(endpoint))!)),
    (endpoint) => expected(endpoint, 403, scopeOf(endpoint) === "session" ? "session-needed" : "scope-missing"),
  ));

test("all refuse a key that is limited to another thing, unless they say how they treat it", async () => {
  const limited = GATED.filter((each) => !READS_KEYS(each) && scopeOf(each) !== "session");
  await walk(
    limited.filter(({ limitedKeys }) => limitedKeys === undefined),
    (endpoint) => ask(endpoint, bearer("limited")),
    (endpoint) => expected(endpoint, 403, "key-limited"),
  );
  for (const endpoint of limited.filter(({ limitedKeys }) => limitedKeys !== undefined)) {
    const [, code] = verdict(endpoint, await ask(endpoint, bearer("limited")));
    expect([nameOf(endpoint), code]).not.toEqual([nameOf(endpoint), "key-limited"]);
  }
});

const closed = GATED.filter(({ openQuery }) => openQuery === undefined);

test("all refuse an unknown parameter", () =>
  walk(
    closed,
    (endpoint) => ask(endpoint, session(), { query: "?zzz=1" }),
    (endpoint) => expected(endpoint, 400, "parameter-unknown"),
  ));

test("all refuse a key in the address, but streams", () =>
  walk(
    closed,
    (endpoint) => ask(endpoint, session(), { query: "?api_key=x" }),
    (endpoint) => expected(endpoint, 400, "key-in-address"),
  ));

test("all refuse another method, and say which there are", async () => {
  const allowed = (text: string | null) => text?.split(", ").sort().join(", ");
  for (const endpoint of GATED) {
    // The address of a row is one of its set.
    const here = GATED.filter(({ path }) => path === endpoint.path.replace("{set}({row})", "{set}"));
    const isImage = endpoint === imageEndpoint;
    // Of pages, to which images belong, other methods are refused before.
    const other = isImage
      ? "POST"
      : ["PUT", "PATCH", "DELETE"].find((name) => here.every((each) => each.method !== name))!;
    const answer = await ask(endpoint, session(), { method: other });
    const allow = allowed(allowedMethods(here));
    expect([nameOf(endpoint), verdict(endpoint, answer), allowed(answer.headers.get("allow"))]).toEqual([
      nameOf(endpoint),
      expected(endpoint, 405, "method-not-allowed"),
      allow,
    ]);
    if (isImage) continue;
    const options = await fetch(product.url + pathOf(endpoint), { method: "OPTIONS" });
    expect([nameOf(endpoint), options.status, allowed(options.headers.get("allow"))]).toEqual([
      nameOf(endpoint),
      204,
      allow,
    ]);
  }
});

describe("over the limit of changes", () => {
  let own: InstalledDatabase;
  let strict: Product;

  beforeAll(async () => {
    own = await installedDatabase();
    strict = await startProduct({ ...own.installation, env: { RATE_LIMITS: `change=${CHANGES_PER_HOUR}/1h` } });
  });
  afterAll(async () => {
    await strict?.remove();
    await own?.drop();
  });

  test("all refuse a change, but logging out", async () => {
    const ana = await strict.person("Ana");
    for (let calls = 0; calls <= CHANGES_PER_HOUR; calls += 1) await ana.post("/api/users/notices/read", {});
    await walk(
      GATED.filter(({ method, path }) => method !== "GET" && !path.endsWith("/logout")),
      (endpoint) => ask(endpoint, { cookie: ana.cookie, "sec-fetch-site": "same-origin" }, { of: strict }),
      () => [429, "too-many-attempts"],
    );
  });
});

test("an upload takes as many bytes at its address with a slash at the end", async () => {
  const body = new FormData();
  body.append("title", "Long");
  body.append("file", new Blob([`a\n${"123456789\n".repeat(150_000)}`]), "long.csv");
  const answer = await fetch(`${product.url}/api/assets/upload-csv/`, { method: "POST", headers: session(), body });
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
});
