import { expect, test } from "vitest";
import { consentChange } from "./consent-change.ts";
import type { Consent } from "./consent.ts";

const before: Consent = {
  hosts: ["https://api.example.org"],
  authType: "bearer",
  authFields: ["token"],
  places: [{ field: "token", host: "https://api.example.org", where: "header authorization" }],
};

test("equal consents differ in nothing", () => {
  expect(consentChange(before, structuredClone(before))).toEqual({
    hosts: { added: [], removed: [] },
    places: { added: [], removed: [] },
    authType: null,
  });
});

test("a new host, another place of a secret and another way of signing in are told, and what they replace", () => {
  const [place] = before.places;
  const elsewhere = { field: "token", host: "https://elsewhere.example", where: "query key" };
  expect(
    consentChange(before, {
      hosts: ["https://elsewhere.example"],
      authType: "apikey",
      authFields: ["token"],
      places: [elsewhere],
    }),
  ).toEqual({
    hosts: { added: ["https://elsewhere.example"], removed: ["https://api.example.org"] },
    places: { added: [elsewhere], removed: [place] },
    authType: { from: "bearer", to: "apikey" },
  });
});
