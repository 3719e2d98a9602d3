import { expect, test } from "vitest";
import { reviewDefinition } from "../validation/review-definition.ts";

const API = { protocol: "rest", base_url: "https://api.test" };
const rows = (more: object = {}) => ({ id: "rows", url: "/rows", ...more });

function faultsOf(definition: object): string[] {
  const reviewed = reviewDefinition({ ...API, operations: [rows()], ...definition });
  return reviewed.ok ? [] : reviewed.faults.map(({ message }) => message);
}

test.each([
  ["a key alone", ["api_key"], true],
  ["a key and a password", ["token", "password"], true],
  ["a key and a secret", ["account_key", "secret"], true],
  ["a field alone that nothing is known of", ["code"], true],
  ["a user name alone", ["username"], false],
  ["a user name of the API's own", ["customer", "password"], false],
  ["the id of an account", ["sid", "auth_token"], false],
  ["a mail address", ["email", "api_token"], false],
])("basic whose user name is %s", (_name, [user = "", ...others], signsIn) => {
  const fields = [{ key: user, private: false }, ...others.map((key) => ({ key }))];
  const auth = { type: "basic", fields };
  expect(faultsOf({ auth })).toEqual(signsIn ? [`The field "${user}" signs in, so it is private.`] : []);
});

test("a key that is the user name of basic may not be written into the rows", () => {
  const auth = { type: "basic", fields: [{ key: "api_key", private: false }] };
  expect(faultsOf({ auth, operations: [rows({ columns: [{ name: "leak", value: "{api_key}" }] })] })).toContain(
    'The private field "api_key" must not be written into the rows.',
  );
});

const needsPrivate = (name: string) => [`The field "${name}" is sent as a credential, so it needs "private": true.`];

test.each([
  ["a header", "token", { headers: { Authorization: "Bearer {token}" } }],
  ["a header, whatever its name is", "t", { headers: { Authorization: "OAuth {t}" } }],
  ["a cookie", "session", { headers: { Cookie: "s={session}" } }],
  ["a header of the API's own", "api_key", { headers: { "X-Api-Key": "{api_key}" } }],
  ["a parameter", "api_key", { query: { key: "{api_key}" } }],
  ["a parameter in the URL", "access_token", { operations: [rows({ url: "/rows?access_token={access_token}" })] }],
  ["a body", "password", { operations: [rows({ method: "POST", body_template: { password: "{password}" } })] }],
])("a setting that is sent as a credential is private: %s", (_name, key, definition) => {
  expect(faultsOf({ ...definition, params_fields: [{ key }] })).toEqual(needsPrivate(key));
  expect(faultsOf({ ...definition, params_fields: [{ key, private: true }] })).toEqual([]);
  const group = { key: "g", type: "group", fields: [{ key }] };
  expect(faultsOf({ ...definition, params_fields: [group] })).toEqual(needsPrivate(key));
  expect(faultsOf({ ...definition, params_fields: [{ ...group, private: true }] })).toEqual([]);
});

test.each([
  ["a series", "series_key", { query: { key: "{series_key}" } }],
  ["a page", "page_token", { query: { page_token: "{page_token}" } }],
  ["a language in a cookie", "language", { headers: { Cookie: "lang={language}" } }],
  ["a word that is looked for", "secret", { query: { q: "{secret}" } }],
  ["a header of another kind", "region", { headers: { "X-Region": "{region}" } }],
])("a setting may be shown that is none: %s", (_name, key, definition) => {
  expect(faultsOf({ ...definition, params_fields: [{ key }] })).toEqual([]);
});
