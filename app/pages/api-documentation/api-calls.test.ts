import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "../../routes.ts";
import { exactNumbersQuery, pageQuery, searchQuery } from "../../http/json-api/query.ts";
import { apiCalls } from "./api-calls.ts";

/** Express routes, which move bytes and so stand outside the table of routes. */
const BYTE_ROUTES = [
  "POST /api/assets/upload-csv",
  "GET /api/assets/{id}/original",
  "GET /api/assets/{id}/rejected",
  "GET /api/stream/data",
  "GET /api/stream/data/excel",
  "GET /d/{file}",
];
const APP = path.resolve(import.meta.dirname, "../..");

/** Parameters by the name under which a call declares them. */
const QUERIES: Readonly<Record<string, object>> = { pageQuery, searchQuery, exactNumbersQuery };

function callsOf({ path: at, file }: RouteConfigEntry): { call: string; who: string; query: string | undefined }[] {
  const address = `/${(at ?? "").replace(/:(\w+)/g, "{$1}")}`;
  const source = readFileSync(path.join(APP, file), "utf8");
  return [
    ...source.matchAll(/\b(GET|POST|PATCH|DELETE): call\(\{\s*who: "(\w+)",?(?:\s*query: z\.strictObject\((\w+)\))?/g),
  ].map(([, method, who, query]) => ({
    call: `${method} ${address}`,
    who: who === "user" ? "session" : "anyone",
    query,
  }));
}

const real = routes.filter(({ path: at }) => at?.startsWith("api/")).flatMap(callsOf);
const told = apiCalls.flatMap(({ calls }) => calls);

test("the page names every call of the API, and no other", () => {
  expect(told.map(({ method, path: at }) => `${method} ${at}`).sort()).toEqual(
    [...real.map(({ call }) => call), ...BYTE_ROUTES].sort(),
  );
});

test("the page says who may call", () => {
  const who = new Map(told.map((one) => [`${one.method} ${one.path}`, one.who]));
  for (const one of real) expect([one.call, who.get(one.call)]).toEqual([one.call, one.who]);
});

test("the page names the parameters of a call", () => {
  const fields = new Map(told.map((one) => [`${one.method} ${one.path}`, one.fields ?? ""]));
  const declared = real.filter(({ query }) => query !== undefined);
  expect(declared.length).toBeGreaterThan(8);
  for (const { call, query } of declared)
    expect([call, fields.get(call)?.split(", ").sort()]).toEqual([
      call,
      Object.keys(QUERIES[query ?? ""] ?? {})
        .map((name) => `${name}?`)
        .sort(),
    ]);
});
