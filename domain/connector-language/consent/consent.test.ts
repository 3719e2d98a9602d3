import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import { canonicalConsent, consentOf, hostSettings, isWithin, originAllowed, sameConsent } from "./consent.ts";
import { authForm, settingsForm, withoutPrivateDefaults } from "../settings/form-fields.ts";
import type { JsonObject } from "../json/json.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { checkAuthData, checkSettings } from "../settings/settings.ts";

function definitionOf(input: object) {
  const parsed = parseDefinition({ protocol: "rest", ...input });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
}

const BASE = {
  auth: { type: "bearer" },
  base_url: "https://api.test/v1",
  operations: [
    { url: "/a", params_fields: [{ key: "q" }, { key: "pin", private: true }], query: { p: "{pin}", q: "{q}" } },
  ],
};

describe("consentOf", () => {
  test("names hosts, auth and the place of every secret", () => {
    expect(consentOf(definitionOf(BASE))).toEqual({
      hosts: ["https://api.test"],
      authType: "bearer",
      authFields: ["token"],
      places: [
        { field: "pin", host: "https://api.test", where: "query p" },
        { field: "token", host: "https://api.test", where: "header authorization" },
      ],
    });
  });

  test("holds the hosts of signing in and of options", () => {
    const definition = definitionOf({
      auth: { type: "oauth2", token_url: "https://id.test/t", authorization_url: "https://login.test/a" },
      operations: [
        {
          url: "https://api.test/a",
          params_fields: [
            { key: "o", type: "options_endpoint", options_endpoint: { url: "https://opt.test/o" } },
            { key: "r", options_endpoint: { url: "/rel" } },
          ],
        },
      ],
    });
    const consent = consentOf(definition);
    expect(consent.hosts).toEqual(["https://api.test", "https://id.test", "https://login.test", "https://opt.test"]);
    expect(consent.places.map((place) => `${place.field} ${place.where}`)).toContain("client_secret token request");
    expect(consent.places.filter((place) => place.host === "https://login.test").map((place) => place.field)).toEqual([
      "client_id",
    ]);
  });

  test("fills a host from the user's settings, and allows nothing while they are missing", () => {
    const definition = definitionOf({
      operations: [
        { url: "https://{shop}.example.com/a", params_fields: [{ key: "shop" }] },
        { id: "b", url: "{base}/b", params_fields: [{ key: "base" }] },
      ],
    });
    const open = consentOf(definition);
    expect(open.hosts).toEqual(["https://{shop}.example.com", "{base}"]);
    const filled = consentOf(definition, 0, { shop: "mine", base: "https://own.test:8443/api" });
    expect(filled.hosts).toEqual(["https://mine.example.com", "https://own.test:8443"]);
    expect(originAllowed(open, new URL("https://mine.example.com/a"))).toBe(false);
    expect(originAllowed(filled, new URL("https://mine.example.com/a"))).toBe(true);
    expect(originAllowed(filled, new URL("http://mine.example.com/a"))).toBe(false);
  });

  test("a whole host from a setting is agreed to as the setting makes it, and another value asks again", () => {
    const definition = definitionOf({
      auth: { type: "bearer" },
      base_url: "https://{domain}/api",
      operations: [{ url: "/a", params_fields: [{ key: "domain", required: true }] }],
    });
    const agreed = consentOf(definition, 0, { domain: "shop.test" });
    expect(agreed.hosts).toEqual(["https://shop.test"]);
    expect(agreed.places).toEqual([{ field: "token", host: "https://shop.test", where: "header authorization" }]);
    expect([...hostSettings(definition)]).toEqual(["domain"]);
    for (const domain of [
      "evil.test",
      "shop.test.evil.test",
      "SHOP.test:8443",
      "shop.test@evil.test",
      "",
      "2130706433",
    ])
      expect(isWithin(consentOf(definition, 0, { domain }), agreed)).toBe(false);
    expect(originAllowed(consentOf(definition), new URL("https://shop.test/api/a"))).toBe(false);
  });

  test.each(["https://{pin}/a", "https://api.{pin}/a", "https://{pin}.example.com/a"])(
    "a secret is no part of a host: %s",
    (url) => {
      const parsed = parseDefinition({
        protocol: "rest",
        operations: [{ url, params_fields: [{ key: "pin", private: true }] }],
      });
      expect(JSON.stringify(parsed)).toContain("must not be part of the host");
    },
  );

  test.each([
    ["another host", { base_url: "https://evil.test/v1" }],
    ["an added host", { operations: [...BASE.operations, { id: "b", url: "https://evil.test/x" }] }],
    ["a token moved into the path", { operations: [{ ...BASE.operations[0], url: "/a/{token}" }] }],
    ["a token moved into a query", { auth: { type: "bearer", in: "query", name: "t" } }],
    ["a secret moved to another parameter", { operations: [{ ...BASE.operations[0], query: { x: "{pin}" } }] }],
    [
      "a secret put into the body",
      { operations: [{ ...BASE.operations[0], method: "POST", body_template: { deep: ["{pin}"] } }] },
    ],
    ["another auth", { auth: { type: "basic" } }],
    ["another header", { auth: { type: "bearer", name: "X-Token" } }],
  ])("differs with %s", (_name, change) => {
    expect(sameConsent(consentOf(definitionOf(BASE)), consentOf(definitionOf({ ...BASE, ...change })))).toBe(false);
  });

  test("stays the same with new paths, columns and public settings", () => {
    const changed = definitionOf({
      ...BASE,
      operations: [{ ...BASE.operations[0], url: "/b?z={q}", records: "x", headers: { Accept: "a/b" } }],
    });
    const stored = JSON.parse(JSON.stringify(consentOf(definitionOf(BASE))));
    expect(sameConsent(stored, consentOf(changed))).toBe(true);
    expect(canonicalConsent(stored)).toBe(canonicalConsent(consentOf(changed)));
  });
});

describe("checkSettings", () => {
  const definition = definitionOf({
    operations: [
      {
        url: "https://api.test/a",
        params_fields: [
          { key: "q", label: "Query", required: true },
          { key: "n", type: "number" },
          { key: "on", type: "bool" },
          { key: "day", type: "date" },
          { key: "kind", type: "select", options: ["a", { value: 2, label: "Two" }], default: "a" },
          { key: "two", required: true, visible_if: { kind: [2, "3"] } },
          { key: "tags", multiple: true },
          {
            key: "box",
            type: "group",
            fields: [{ key: "x" }, { key: "y", type: "number" }],
            visible_if: [{ key: "on", equals: true }],
          },
          { key: "places", type: "group", multiple: true, fields: [{ key: "lat", required: true }, { key: "lon" }] },
        ],
      },
    ],
  });
  const check = (values: Record<string, unknown>, requireAll = true) => {
    const checked = checkSettings(definition, values, { requireAll });
    return checked.ok
      ? { ...checked.settings }
      : checked.faults.map((fault) => `${fault.path}: ${findingSentence(fault.finding)}`);
  };

  test("brings values to their types, with defaults", () => {
    expect(
      check({
        q: "x",
        n: "5",
        on: "true",
        day: "2025-01-31",
        tags: "one",
        box: { x: 1, y: "2" },
        places: [{ lat: "1" }],
      }),
    ).toEqual({
      q: "x",
      n: 5,
      on: true,
      day: "2025-01-31",
      kind: "a",
      tags: ["one"],
      x: "1",
      y: 2,
      places: [{ lat: "1" }],
    });
    expect(check({ q: "x", on: true, x: "flat" })).toMatchObject({ x: "flat" });
    expect(check({ q: "x", n: "00123456789012345678901" })).toMatchObject({ n: "00123456789012345678901" });
  });

  test("asks for what is required and visible, and only then", () => {
    expect(check({})).toEqual(['settings.q: "Query" is required.']);
    expect(check({}, false)).toEqual({ kind: "a" });
    expect(check({ q: "x", kind: "2" })).toEqual(['settings.two: "two" is required.']);
    expect(check({ q: "x", two: "hidden", x: "hidden" })).toEqual({ q: "x", kind: "a" });
    expect(check({ q: "x", places: [{}] })).toEqual(['settings.places[0].lat: "lat" is required.']);
  });

  test.each([
    [{ q: { deep: 1 } }, /single value/],
    [{ q: "x", n: "five" }, /must be a number/],
    [{ q: "x", n: Number.NaN }, /must be a number/],
    [{ q: "x", on: "maybe" }, /true or false/],
    [{ q: "x", day: "31.1.2025" }, /must be a date/],
    [{ q: "x", kind: "c" }, /one of its options/],
    [{ q: "a\0b" }, /NUL/],
    [{ q: "\ud800" }, /Unicode/],
    [{ q: "x".repeat(10_001) }, /at most 10000/],
    [{ q: "x", tags: Array.from({ length: 1_001 }, () => "t") }, /more than 1000/],
    [{ q: "x", own: { deep: { er: 1 } } }, /too deep/],
    [{ q: "x", own: ["a\0"] }, /NUL/],
    [JSON.parse('{"q":"x","__proto__":"y"}'), /setting's name/],
  ])("refuses %#", (values, message) => {
    expect(String(check(values))).toMatch(message);
  });

  test("keeps settings of the user's own", () => {
    expect(check({ q: "x", own: "1", list: ["a", "b"], spots: [{ lat: "1" }], none: "" })).toEqual({
      q: "x",
      kind: "a",
      own: "1",
      list: ["a", "b"],
      spots: [{ lat: "1" }],
    });
  });

  test("checks credentials strictly", () => {
    const signed = definitionOf(BASE);
    expect(checkAuthData(signed, 0, { token: "t" })).toMatchObject({ ok: true });
    expect(checkAuthData(signed, 0, {})).toMatchObject({ ok: false, faults: [{ path: "auth_data.token" }] });
    expect(checkAuthData(signed, 0, { token: "t", other: "x" })).toMatchObject({
      ok: false,
      faults: [{ path: "auth_data.other" }],
    });
  });
});

describe("forms", () => {
  test("never show the default of a private field", () => {
    const input: JsonObject = {
      auth: {
        type: "bearer",
        fields: [
          { key: "token", default: "CANARY" },
          { key: "site", private: false, default: "ok" },
        ],
      },
      operations: [
        {
          url: "https://api.test",
          params_fields: [
            { key: "pin", private: true, default: "CANARY" },
            { key: "q", default: "ok" },
          ],
        },
      ],
    };
    const definition = definitionOf(input);
    const shown = JSON.stringify([authForm(definition, 0), settingsForm(definition), withoutPrivateDefaults(input)]);
    expect(shown).not.toContain("CANARY");
    expect(shown.match(/"ok"/g)?.length).toBe(4);
    expect(settingsForm(definition)).toMatchObject([
      { key: "pin", private: true, type: "text" },
      { key: "q", private: false, default: "ok" },
    ]);
  });

  test.each([
    [
      "a member of a private group",
      [{ key: "g", type: "group", private: true, default: { k: "CANARY" }, fields: [{ key: "k", default: "CANARY" }] }],
    ],
    [
      "a list with a private member",
      [
        {
          key: "l",
          type: "group",
          multiple: true,
          default: [{ m: "CANARY" }],
          fields: [{ key: "m", private: true, default: "CANARY" }],
        },
      ],
    ],
  ])("never show the default of %s", (_name, params_fields) => {
    const input: JsonObject = { operations: [{ url: "https://api.test", params_fields }] };
    expect(JSON.stringify([settingsForm(definitionOf(input)), withoutPrivateDefaults(input)])).not.toContain("CANARY");
  });

  test("never show the default of a field that another operation declares as private", () => {
    const input: JsonObject = {
      operations: [
        { url: "https://api.test", params_fields: [{ key: "pin", default: "CANARY" }] },
        { url: "https://api.test", params_fields: [{ key: "pin", private: true }] },
      ],
    };
    expect(JSON.stringify([settingsForm(definitionOf(input)), withoutPrivateDefaults(input)])).not.toContain("CANARY");
  });
});
