import { expect, test } from "vitest";
import { offersOf } from "./dataset-offer.ts";

const stranger = { signedIn: true, owned: false, hasAccess: false, onRequest: false, isUpload: true, version: 2 };

test.each([
  ["a stranger", {}, ["connect"]],
  ["a visitor", { signedIn: false }, ["log-in"]],
  ["a stranger, of rows on request", { onRequest: true }, ["ask"]],
  ["one with access", { hasAccess: true, onRequest: true }, ["remove"]],
  ["the owner", { owned: true, hasAccess: true }, ["edit", "new-version", "add-rows", "delete"]],
  ["the owner, of rows of a connection", { owned: true, isUpload: false }, ["edit", "delete"]],
  ["the owner, before rows are loaded", { owned: true, version: 0 }, ["edit", "new-version", "delete"]],
])("%s is offered what is theirs to do", (_, who, offers) => {
  expect(offersOf({ ...stranger, ...who })).toEqual(offers);
});
