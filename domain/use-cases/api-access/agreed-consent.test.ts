import fc from "fast-check";
import { expect, test } from "vitest";
import { type Definition } from "../../connector-language/definition/definition.ts";
import { pullDefinition } from "../../connector-language/engine/pull-definition.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";
import type { JsonValue } from "../../core/values/json.ts";
import {
  agreedReach,
  consentToStore,
  reachOf,
  reachWithOwnRows,
  refuseOtherOrigins,
  sameOrigins,
} from "./agreed-consent.ts";
import { EMPTY_CONFIG, type InstanceConfig, withRunSettings } from "./instance-config.ts";
import { valuesOfPull } from "./pull-input.ts";

const HOSTS = ["https://a.example.com", "https://b.example.com", "https://c.example.com"];
const SECRET = "CANARY-SECRET";

function definitionOf(dsl: object): Definition {
  const parsed = parseDefinition({ protocol: "rest", ...dsl });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
}

function configOf(settings: InstanceConfig["settings"], more: Partial<InstanceConfig> = {}): InstanceConfig {
  return { ...EMPTY_CONFIG, auth: { token: SECRET }, settings, ...more };
}

const BEARER = { type: "bearer", fields: [{ key: "token", required: true, private: true }] };
const server = (more: object = {}) =>
  definitionOf({
    base_url: "{server}",
    auth: BEARER,
    params_fields: [{ key: "server", ...more }, { key: "eu", type: "boolean" }, { key: "path" }],
    operations: [{ id: "rows", url: "/rows" }],
  });

const A = HOSTS[0]!;
const B = HOSTS[1]!;

test.each<[string, Definition, InstanceConfig["settings"], InstanceConfig["settings"], boolean]>([
  ["no settings", server(), { server: A }, {}, true],
  ["the same", server(), { server: A }, { server: A }, true],
  ["another path of the host", server(), { server: A }, { server: `${A}/v2` }, true],
  ["a setting that is no host", server(), { server: A }, { path: B }, true],
  ["another host", server(), { server: A }, { server: B }, false],
  ["null, which clears it", server(), { server: A }, { server: null }, false],
  ["null, with a default of the same host", server({ default: A }), { server: A }, { server: null }, true],
  ["null, with a default of another", server({ default: B }), { server: A }, { server: null }, false],
  ["a list", server(), { server: A }, { server: [B] }, false],
  ["a group with the field", server(), { server: A }, { server: { server: B } }, false],
  ["what hides it", server({ visible_if: { eu: true } }), { server: A, eu: true }, { eu: false }, false],
  ["what shows it", server({ visible_if: { eu: true } }), { server: A, eu: false }, { eu: true }, false],
])("settings of a call with %s", (_what, definition, stored, called, allowed) => {
  const config = configOf(stored);
  expect(refuseOtherOrigins(definition, config, withRunSettings(config, called)) === null).toBe(allowed);
});

test("a field of the sign-in that is part of a host decides it too, and a typed one under a setting's name", () => {
  const definition = definitionOf({
    base_url: "https://{tenant}.example.com",
    auth: { ...BEARER, fields: [...BEARER.fields, { key: "tenant", private: false }] },
    operations: [{ id: "rows", url: "/rows" }],
  });
  const a = configOf({}, { auth: { token: SECRET, tenant: "a" } });
  expect(reachOf(definition, a).hosts).toEqual([A]);
  expect(sameOrigins(definition, a, { ...a, auth: { token: SECRET, tenant: "b" } })).toBe(false);
  const typed = configOf({ server: A }, { auth: { token: SECRET, server: B } });
  expect(sameOrigins(server(), configOf({ server: A }), typed)).toBe(false);
});

test("a number is part of a host as its text", () => {
  const definition = definitionOf({
    base_url: "https://{shop}.example.com",
    params_fields: [{ key: "shop", type: "number" }],
    operations: [{ id: "rows", url: "/rows" }],
  });
  expect(reachOf(definition, configOf({ shop: 12 })).hosts).toEqual(["https://12.example.com"]);
});

test("consents of before version 2 resolve with the stored settings, later ones with those that were agreed to", () => {
  const definition = server();
  const stored = configOf({ server: A });
  const agreed = consentToStore(definition, stored);
  const { version: _version, resolved: _resolved, ...old } = agreed;
  expect(agreedReach(old, definition, stored)).toEqual(agreed.resolved);
  expect(agreedReach(agreed, definition, stored)?.hosts).toEqual([A]);
  expect(agreedReach(agreed, definition, configOf({ server: B }))).toBeNull();
});

/** A URL of a definition: a host of its own, a setting, a label, or what rounds go through. */
const url = fc.constantFrom(...HOSTS, "{one}", "{two}", "https://{label}.example.com", "{each}");
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<JsonValue>(...HOSTS, `${A}/v2`, "a", "b", "HTTPS://B.example.com:443") },
  { weight: 2, arbitrary: fc.constantFrom<JsonValue>(null, "", 1, true, [A], [B, A], ["b"], { server: B }) },
);
const settings = fc.dictionary(fc.constantFrom("one", "two", "label", "bases", "shown", "each"), value, { maxKeys: 6 });
/** Beside a base URL only what begins with https:// is a URL of its own; all else is a path. */
const absolute = fc.constantFrom(...HOSTS, "https://{label}.example.com", "https://{each}.example.com", undefined);
const operation = fc.record({ base: url, own: absolute, secretHeader: fc.boolean() });

/** Every request of a pull that carries a secret, by origin, with nothing else in the way: all hosts are allowed. */
async function credentialsSent(definition: Definition, config: InstanceConfig): Promise<string[]> {
  const sent: string[] = [];
  const send = async (request: OutgoingRequest) => {
    const text = JSON.stringify([request.url.href, request.headers, request.body]);
    if (text.includes("CANARY")) sent.push(request.url.origin);
    return { ok: true as const, status: 200, headers: [], body: Buffer.from("[]"), url: request.url };
  };
  const everything = { hosts: [...HOSTS], places: allPlaces };
  const pull = pullDefinition({
    ...valuesOfPull(definition, config, null),
    consent: everything,
    userAgent: "test",
    send: send,
    sleep: () => Promise.resolve(),
    now: () => 0,
    random: () => 0.5,
    encodingOf: () => "windows-1252",
  });
  for (let step = await pull.next(); !step.done; step = await pull.next());
  return [...new Set(sent)].sort();
}

const allPlaces = HOSTS.flatMap((host) =>
  [
    ["token", "header authorization"],
    ["token", "header x-token"],
    ["pin", "header x-pin"],
    ["your header row", "header x-own"],
  ].map(([field = "", where = ""]) => ({ field, host, where })),
);

test("whatever the settings of a call say, no secret goes to an origin to which the stored ones send none", async () => {
  let allowed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 3 }),
      settings,
      settings,
      fc.boolean(),
      async (operations, stored, called, hides) => {
        const parsed = parseDefinition({
          protocol: "rest",
          auth: BEARER,
          params_fields: [
            { key: "one", default: B, ...(hides ? { visible_if: { shown: "a" } } : {}) },
            { key: "two" },
            { key: "label" },
            { key: "shown" },
            { key: "bases", multiple: true },
          ],
          operations: operations.map(({ base, own, secretHeader }, at) => ({
            id: `o${at}`,
            base_url: base,
            url: own === undefined ? "/rows" : `${own}/rows`,
            ...(secretHeader ? { headers: { "X-Token": "{token}" } } : {}),
            ...(`${base} ${own}`.includes("{each}") ? { for_each: { each: "{bases}" } } : {}),
            retry: { max_attempts: 1 },
          })),
        });
        if (!parsed.ok) return;
        const { definition } = parsed;
        const config = configOf(stored, { headers: { "X-Own": "CANARY-OWN-ROW" } });
        const own = withRunSettings(config, called);
        if (refuseOtherOrigins(definition, config, own) !== null) return;
        allowed += 1;
        const { places } = reachWithOwnRows(definition, config);
        const before = [...places.map(({ host }) => host), ...(await credentialsSent(definition, config))];
        for (const origin of await credentialsSent(definition, own)) expect(before).toContain(origin);
      },
    ),
    { numRuns: 600 },
  );
  expect(allowed).toBeGreaterThan(50);
});
