import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reachOf } from "../../use-cases/api-access/agreed-consent.ts";
import { consentOf, hostSettings, isWithin } from "../consent/consent.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { reviewDefinition } from "../validation/review-definition.ts";
import { ok, pullFrom } from "#testing/pull.ts";

const HOST = { host: { from: "region", map: { eu: "api.eu.test", true: "sandbox.test" }, default: "api.test" } };
const connector = (derived: object, more: object = {}) => ({
  auth: { type: "bearer" },
  base_url: "https://{host}",
  derived,
  params_fields: [{ key: "region" }, { key: "ids", multiple: true }, { key: "sandbox", type: "boolean" }],
  operations: [{ url: "/a" }],
  ...more,
});
const definitionOf = (input: object) => {
  const parsed = parseDefinition({ protocol: "rest", ...input });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
};
const faultsOf = (input: object, check = parseDefinition) => {
  const parsed = check({ protocol: "rest", ...input });
  return parsed.ok ? "" : parsed.faults.map(({ path, message }) => `${path}: ${message}`).join("\n");
};
const asked = async (definition: object, settings: Record<string, string | string[] | boolean>) =>
  (await pullFrom(definition, () => ok([]), { settings, secrets: { token: "t" } })).urls;

describe("a derived value", () => {
  test("is a host, a text, or a list joined, in requests as in the consent", async () => {
    expect(await asked(connector(HOST), { region: "eu" })).toEqual(["https://api.eu.test/a"]);
    expect(await asked(connector(HOST), { region: "xx" })).toEqual(["https://api.test/a"]);
    expect(await asked(connector(HOST), {})).toEqual(["https://api.test/a"]);
    const ofSwitch = connector({ host: { ...HOST.host, from: "sandbox" } });
    expect(await asked(ofSwitch, { sandbox: true })).toEqual(["https://sandbox.test/a"]);
    const joined = connector(
      { ids_list: { from: "ids", join: "," } },
      { base_url: "https://api.test", operations: [{ url: "/a", query: { ids: "{ids_list}" } }] },
    );
    expect(await asked(joined, { ids: ["1", "2"] })).toEqual(["https://api.test/a?ids=1%2C2"]);
    expect(await asked(joined, {})).toEqual(["https://api.test/a"]);
  });

  test("takes the place of a setting of the same name that a person adds", async () => {
    expect(await asked(connector(HOST), { region: "eu", host: "evil.test" })).toEqual(["https://api.eu.test/a"]);
  });

  test("of names that every object has is the default", async () => {
    for (const region of ["constructor", "__proto__", "toString"])
      expect(await asked(connector(HOST), { region })).toEqual(["https://api.test/a"]);
  });

  test("of a map leads nowhere but where the map and its default say, whatever is entered", async () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("eu", "true", "evil.test", "{host}", "hasOwnProperty"),
    );
    const allowed = ["https://api.eu.test/a", "https://sandbox.test/a", "https://api.test/a"];
    await fc.assert(
      fc.asyncProperty(value, value, async (region, host) => {
        const urls = await asked(connector(HOST), { region, host });
        expect(urls.filter((url) => !allowed.includes(url))).toEqual([]);
        expect(urls.length).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  test("that stands for no host calls nothing", async () => {
    const definition = connector({ host: { from: "region", map: { eu: "https://evil.test/x" } } });
    expect(await asked(definition, { region: "eu" })).toEqual([]);
    expect(await asked(definition, { region: "us" })).toEqual([]);
  });
});

describe("the consent to a derived host", () => {
  const reach = (input: object, settings: object) =>
    reachOf(definitionOf(input), { authChoice: 0, settings: settings as Record<string, string>, auth: { token: "t" } });

  test("names it as the settings make it, and another value of the setting asks again", () => {
    const agreed = reach(connector(HOST), { region: "eu" });
    expect(agreed).toEqual({
      hosts: ["https://api.eu.test"],
      places: [{ field: "token", host: "https://api.eu.test", where: "header authorization" }],
    });
    expect([...hostSettings(definitionOf(connector(HOST)))]).toEqual(["region"]);
    expect(isWithin(reach(connector(HOST), { region: "us" }), agreed)).toBe(false);
    expect(isWithin(reach(connector(HOST), { region: "eu", host: "evil.test" }), agreed)).toBe(true);
  });

  test("does not cover another map of a later version", () => {
    const later = connector({ host: { from: "region", map: { eu: "evil.test" } } });
    expect(isWithin(reach(later, { region: "eu" }), reach(connector(HOST), { region: "eu" }))).toBe(false);
  });

  test("is a template while no settings are known, whatever the default is", () => {
    expect(consentOf(definitionOf(connector(HOST))).hosts).toEqual(["https://{host}"]);
  });
});

test.each([
  [{ host: { from: "token", map: { a: "b" } } }, /private field "token" must not be carried on/],
  [{ host: { from: "other", map: {} } }, /No field declares \{other\}/],
  [{ host: { from: "region" } }, /either a map or join/],
  [{ host: { from: "region", map: {}, join: "," } }, /either a map or join/],
  [{ region: { from: "ids", join: "," } }, /The name "region" is taken/],
  [{ token: { from: "ids", join: "," } }, /The name "token" is taken/],
  [{ "incremental.start": { from: "region", map: {} } }, /is taken/],
  [{ "row.a": { from: "region", map: {} } }, /is taken/],
  [{ host: HOST.host, more: { from: "host", map: {} } }, /No field declares \{host\}/],
  [{ "a b": { from: "region", map: {} } }, /./],
])("%j is refused", (derived, message) => {
  expect(faultsOf(connector(derived))).toMatch(message);
});

test("a derived name is declared", () => {
  expect(faultsOf(connector(HOST), reviewDefinition)).toBe("");
});
