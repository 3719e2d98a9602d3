import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pullFrom } from "#testing/pull.ts";
import { consentOf, sameConsent } from "../consent/consent.ts";
import type { Reach } from "../consent/consent.ts";
import { definitionJsonSchema } from "../definition/json-schema.ts";
import type { JsonSchema } from "../definition/json-schema.ts";
import type { PullNote } from "../engine/engine-ports.ts";
import { stringifyJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import type { OutgoingRequest } from "../request/request.ts";
import { parseDefinition } from "../validation/parse-definition.ts";

const CANARY = "CANARY-of-the-user-4711";
const HOME = "https://api.test";

type Step = string | number;
type Loose = Record<string, unknown>;

const schema = definitionJsonSchema();
const resolved = (node: JsonSchema): JsonSchema =>
  node.$ref === undefined ? node : (schema.$defs?.[node.$ref.replace("#/$defs/", "")] ?? {});

/** The paths of the language at which a text may be written, each part of it once on a path. */
function textPaths(node: JsonSchema, path: Step[] = [], above: readonly JsonSchema[] = []): Step[][] {
  const part = resolved(node);
  if (above.includes(part)) return [];
  const below = (child: JsonSchema, step: Step) => textPaths(child, [...path, step], [...above, part]);
  const isAnyJson = part === schema.$defs?.["json"];
  return [
    ...(part.type === "string" || isAnyJson ? [path] : []),
    ...(isAnyJson ? [] : (part.anyOf ?? []).flatMap((each) => textPaths(each, path, [...above, part]))),
    ...Object.entries(part.properties ?? {}).flatMap(([key, child]) => below(child, key)),
    ...(typeof part.additionalProperties === "object" ? below(part.additionalProperties, "named") : []),
    ...(part.items === undefined ? [] : below(part.items, 0)),
  ];
}

/** The parts that a key needs beside it to be accepted at all. */
const NEEDED: Record<string, Loose> = {
  auth: { type: "bearer" },
  columns: { name: "c" },
  params_fields: { key: "extra" },
  fields: { key: "inner" },
  pagination: { strategy: "cursor" },
  incremental: { cursor_field: "id" },
  response_actions: { action: "ignore", status: 404 },
  login: { url: "https://api.test/login" },
  rate_limit: { requests: 100, per: "second" },
  check: { operation: "items" },
  operations: { url: "/more" },
};

/** A definition with this text at this path, which signs in with the field `token`. */
function withText(path: readonly Step[], text: string, more: Loose = {}): Loose {
  const definition: Loose = {
    protocol: "rest",
    base_url: HOME,
    auth: { type: "bearer" },
    params_fields: [{ key: "shop" }],
    ...more,
    operations: [
      { id: "items", url: "/items", method: "POST", body_template: { a: 1 } },
      { id: "ref", url: "https://other.test/ref", method: "POST", body_template: { b: 1 } },
    ],
  };
  let at: unknown = definition;
  path.forEach((step, index) => {
    const holder = at as Record<Step, unknown>;
    if (index === path.length - 1) holder[step] = text;
    else {
      const next = path[index + 1];
      if (typeof holder[step] !== "object" || holder[step] === null)
        holder[step] =
          typeof next === "number"
            ? []
            : structuredClone(NEEDED[String(typeof step === "number" ? path[index - 1] : step)] ?? {});
      if (typeof next === "number" && !Array.isArray(holder[step])) holder[step] = [];
      at = holder[step];
    }
  });
  return definition;
}

const parsed = (definition: object) => parseDefinition(definition);
const consentFor = (definition: object): Reach & ReturnType<typeof consentOf> => {
  const result = parsed(definition);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return consentOf(result.definition, 0, SETTINGS);
};

const SETTINGS = { shop: "mine" };

/** An API whose rows hold nothing of the request. */
const plain = () => ({ json: [{ id: 1, name: "a" }] });
/** An API that repeats the request in its rows, as some do to help with testing. */
const echo = (request: OutgoingRequest) => ({
  json: [
    {
      id: 1,
      headers: Object.fromEntries(request.headers),
      seen: Object.fromEntries(request.headers)["Authorization"] ?? "none",
    },
  ],
});

/** Runs a definition with the canary as token, and returns what left and what stays. */
async function run(definition: object, consent: Reach, api: (request: OutgoingRequest) => { json: unknown } = plain) {
  const notes: PullNote[] = [];
  const { requests, rows, result } = await pullFrom(definition, api, {
    settings: SETTINGS,
    secrets: { token: CANARY, username: "ada", password: CANARY, client_id: "me", client_secret: CANARY },
    consent,
    observe: (note) => void notes.push(note),
  });
  return { requests, kept: stringifyJson([rows, result, notes] as unknown as Json) };
}

/** Where the canary was sent besides the header that signs the request. */
function strayPlaces(requests: readonly OutgoingRequest[]): string[] {
  return requests.flatMap(({ url, headers, body }) =>
    [url.href, ...headers.map(([name, value]) => (name === "Authorization" ? "" : value)), body ?? ""]
      .filter((text) =>
        decodeURIComponent(text.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "%25")).includes(CANARY),
      )
      .map(() => url.origin),
  );
}

/** Nothing of the canary stays, and it is sent only where the consent of the definition names a place. */
async function judge(definition: object, consent: Reach) {
  const { requests, kept } = await run(definition, consent);
  expect(kept, "rows, results and notes").not.toContain(CANARY);
  const named = new Set(consent.places.map(({ host }) => host));
  for (const { url, headers, body } of requests)
    if (JSON.stringify([url.href, headers, body]).includes(CANARY)) expect(named).toContain(url.origin);
  return strayPlaces(requests);
}

const paths = textPaths(schema);
const BASE = withText([], "");
const before = consentFor(BASE);

describe("a credential in any text of the language", () => {
  test("the paths cover every part", () => {
    expect(paths.length).toBeGreaterThan(150);
    const text = paths.map((path) => path.join("."));
    for (const known of [
      "operations.0.incremental.initial_value",
      "columns.0.value",
      "for_each.named",
      "headers.named",
    ])
      expect(text).toContain(known);
  });

  const accepted = paths.filter((path) => parsed(withText(path, "{token}")).ok);

  test("most texts are plain, and may say what they like", () => {
    expect(accepted.length).toBeGreaterThan(40);
    expect(accepted.length).toBeLessThan(paths.length);
  });

  test.each(accepted.map((path) => [path.join("."), path] as const))("%s", async (_name, path) => {
    const definition = withText(path, "{token}");
    const consent = consentFor(definition);
    const stray = await judge(definition, consent);
    if (stray.length > 0) expect(sameConsent(consent, before)).toBe(false);
    // As the version that users are asked to move to: with the earlier consent nothing leaves that it does not name.
    if (sameConsent(consent, before)) expect(await judge(definition, before)).toEqual([]);
    else expect((await run(definition, before)).kept).not.toContain(CANARY);
  });
});

/** The ways in which a name can be carried on under another: each adds to an operation and returns the new name. */
const ALIASES: Record<string, (operation: Loose, source: string, number: number) => string> = {
  for_each: (operation, source, number) => {
    operation["for_each"] = { ...(operation["for_each"] as Loose), [`each${number}`]: `{${source}}` };
    return `each${number}`;
  },
  "for_each and include_from_parent": (operation, source, number) => {
    operation["for_each"] = { ...(operation["for_each"] as Loose), [`kept${number}`]: `{${source}}` };
    operation["include_from_parent"] = [
      ...((operation["include_from_parent"] as string[] | undefined) ?? []),
      `kept${number}`,
    ];
    return `kept${number}`;
  },
  "a start": (operation, source) => {
    operation["incremental"] = { cursor_field: "id", initial_value: `{${source}}` };
    return "incremental.start";
  },
  "an end": (operation, source) => {
    operation["incremental"] = {
      cursor_field: "id",
      initial_value: `{${source}}`,
      window: "P1D",
      start_param: "s",
      end_param: "e",
    };
    return "incremental.end";
  },
  "a default": (operation, source, number) => {
    operation["params_fields"] = [
      ...((operation["params_fields"] as Loose[] | undefined) ?? []),
      { key: `d${number}`, default: `{${source}}` },
    ];
    return `d${number}`;
  },
};

/** The places at which a name is used. */
const USES: Record<string, (operation: Loose, name: string) => void> = {
  nothing: () => undefined,
  "a column": (operation, name) => (operation["columns"] = [{ name: "leak", value: `{${name}}` }, { name: "id" }]),
  "a query": (operation, name) => (operation["query"] = { leak: `{${name}}` }),
  "a header": (operation, name) => (operation["headers"] = { "X-Leak": `x {${name}}` }),
  "a body": (operation, name) => Object.assign(operation, { method: "POST", body_template: { leak: [`{${name}}`] } }),
  "a path": (operation, name) => (operation["url"] = `${String(operation["url"])}/{${name}}`),
  "a start's parameter": (operation) => {
    const own = (operation["incremental"] as Loose | undefined) ?? { cursor_field: "id" };
    operation["incremental"] = { ...own, start_param: "since" };
  },
};

describe("a credential under other names", () => {
  const chain = fc.array(fc.constantFrom(...Object.keys(ALIASES)), { minLength: 0, maxLength: 3 });
  const auths = [
    { type: "bearer" },
    { type: "bearer", fields: [{ key: "token", private: false }] },
    {
      type: "apikey",
      in: "query",
      name: "k",
      fields: [
        { key: "token", private: false },
        { key: "region", private: false },
      ],
    },
    {
      type: "apikey",
      format: "key {token}",
      fields: [{ key: "g", type: "group", fields: [{ key: "token", private: false }] }],
    },
    {
      type: "basic",
      fields: [
        { key: "username", private: false },
        { key: "password", private: false },
      ],
    },
  ];

  test("is refused or named in the consent, however long the chain", async () => {
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(
        chain,
        fc.constantFrom(...Object.keys(USES)),
        fc.constantFrom(...auths),
        fc.boolean(),
        async (aliases, use, auth, elsewhere) => {
          const source = auth.type === "basic" ? "password" : "token";
          const base = { protocol: "rest", auth, base_url: HOME, params_fields: [{ key: "shop" }] };
          const operations: [Loose, Loose] = [
            { id: "items", url: "/items" },
            { id: "ref", url: "https://other.test/ref" },
          ];
          const earlier = consentFor({ ...base, operations: structuredClone(operations) });
          const target = operations[elsewhere ? 1 : 0];
          const name = aliases.reduce(
            (known, alias, number) => (ALIASES[alias] as (typeof ALIASES)[string])(target, known, number),
            source,
          );
          USES[use]?.(target, name);
          const definition = { ...base, operations };
          if (!parsed(definition).ok) return;
          ran += 1;
          const consent = consentFor(definition);
          const { requests, kept } = await run(definition, consent);
          expect(kept).not.toContain(CANARY);
          for (const { url, headers, body } of requests) {
            const holds = JSON.stringify([url.href, headers, body]).includes(CANARY);
            if (holds)
              expect(consent.places.filter(({ field }) => field === source).map(({ host }) => host)).toContain(
                url.origin,
              );
          }
          const moved = await run(definition, earlier);
          expect(moved.kept).not.toContain(CANARY);
          for (const { url, headers, body } of moved.requests)
            if (url.origin !== HOME) expect(JSON.stringify([url.href, headers, body])).not.toContain(CANARY);
        },
      ),
      { numRuns: 500 },
    );
    expect(ran).toBeGreaterThan(40);
  });
});

describe("what an API repeats of a request", () => {
  const child = (more: Loose) => ({
    protocol: "rest",
    auth: { type: "bearer" },
    base_url: HOME,
    operations: [
      { id: "items", url: "/items" },
      { id: "ref", url: "https://other.test/ref", for_each: { v: "items.seen" }, ...more },
    ],
  });

  test.each([
    ["a query", { query: { leak: "{v}" } }],
    ["a path", { url: "https://other.test/ref/{v}" }],
    ["a header", { headers: { "X-Leak": "{v}" } }],
    ["a body", { method: "POST", body_template: { leak: "{v}" } }],
    [
      "a text body",
      { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body_template: "leak={v}" },
    ],
  ])("does not carry a credential to another host in %s", async (_name, more) => {
    const definition = child(more);
    const { requests, kept } = await run(definition, consentFor(definition), echo);
    expect(requests.map(({ url }) => url.origin)).toEqual([HOME]);
    expect(kept).toContain("which was not agreed to. Nothing was sent there.");
  });
});
