import { expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import { unsubscribeTokens } from "./unsubscribe-tokens.ts";

const [old, fresh] = ["the old secret of the test, 32 characters", "the new secret of the test, 32 characters"].map(
  (text) => new Secret(text),
) as [Secret, Secret];
const ben = { userId: "ben", kind: "schema" } as const;

test("a link names its user and its kind, also after the secret was changed", () => {
  const token = unsubscribeTokens([old]).make(ben);
  expect(token).toMatch(/^[\w.-]+$/);
  expect(unsubscribeTokens([old]).read(token)).toEqual(ben);
  expect(unsubscribeTokens([fresh, old]).read(token)).toEqual(ben);
  expect(unsubscribeTokens([fresh]).read(token)).toBeNull();
});

test("a link cannot be changed to another user or kind", () => {
  const tokens = unsubscribeTokens([old]);
  const token = tokens.make(ben);
  const [kind, user, signed] = token.split(".");
  const ada = tokens.make({ userId: "ada", kind: "schema" }).split(".")[1];
  for (const forged of ["", "a.b.c", `runs.${user}.${signed}`, `${kind}.${ada}.${signed}`, `${token}.x`, `${token}A`])
    expect(tokens.read(forged), forged).toBeNull();
});
