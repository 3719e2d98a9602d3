import type { HostileText } from "./texts.ts";

/** Names under which an answer of an API may hold its rows. */
const RECORDS =
  "data results items records rows list entries content values hits objects elements value result response embedded";

/** Descriptions of APIs whose schemas refer to themselves. `count`: of operations and of properties. */
export function hostileApis(): readonly HostileText[] {
  const selfReferring = (operations: number, properties: number) => {
    const names = [...RECORDS.split(" "), ...Array.from({ length: properties }, (_, at) => `p${at}`)];
    const s = {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { $ref: "#/s" }])),
      allOf: Array(7).fill({ $ref: "#/s" }),
    };
    const o = { responses: { 200: { content: { "application/json": { schema: { $ref: "#/s" } } } } } };
    const paths = Object.fromEntries(
      Array.from({ length: operations }, (_, at) => [`/${at}`, { get: { $ref: "#/o" } }]),
    );
    return JSON.stringify({ openapi: "3.0.0", paths, o, s });
  };
  const nested = `${'{"properties":{"data":'.repeat(20_000)}{}${"}}".repeat(20_000)}`;
  return [
    { name: "a schema that refers to itself", text: selfReferring(1, 184) },
    { name: "three operations of it", text: selfReferring(3, 184) },
    {
      name: "a schema nested deep",
      text: `{"openapi":"3.0.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":${nested}}}}}}}}}`,
    },
  ];
}

/** Definitions of at most 256 kB that wait for each other's rows in every way. */
export function hostileDefinitions(): readonly HostileText[] {
  const url = "https://api.example.com/rows";
  const definition = (operations: readonly object[]) => JSON.stringify({ protocol: "rest", operations });
  const layers = Array.from({ length: 48 }, (_, at) => ({
    ...{ id: `o${at}`, method: "GET", url },
    ...(at === 0
      ? {}
      : { for_each: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, `o${n % at}.id`])) }),
  }));
  const wide = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: `w${at}`, method: "GET", url: `${url}?${"a={k}&".repeat(400)}` },
    params_fields: Array.from({ length: 40 }, (_, n) => ({ key: `f${n}`, label: "F" })),
  }));
  return [
    { name: "operations that wait for each other", text: definition(layers) },
    { name: "long addresses", text: definition(wide) },
  ];
}
