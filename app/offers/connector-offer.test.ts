import { expect, test } from "vitest";
import { connectorOffers } from "./connector-offer.ts";

const stranger = { signedIn: true, owned: false, connected: false, active: true };

test.each([
  ["a stranger", {}, ["connect"]],
  ["a visitor", { signedIn: false }, ["log-in"]],
  ["a stranger, of an inactive version", { active: false }, []],
  ["one who is connected", { connected: true, active: false }, ["remove"]],
  ["the owner", { owned: true }, ["connect", "edit", "make-inactive", "delete"]],
  ["the owner, of an inactive version", { owned: true, active: false }, ["make-active", "delete"]],
])("%s is offered what is theirs to do", (_, who, offers) => {
  expect(connectorOffers({ ...stranger, ...who })).toEqual(offers);
});
