import { createHmac } from "node:crypto";
import jwt from "jsonwebtoken";
import { describe, expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import { derivedKey } from "./derived-key.ts";
import { signedTokens } from "./signed-token.ts";

const old = new Secret("an old secret with more than thirty-two characters");
const recent = new Secret("a recent secret with more than thirty-two characters");
const issuer = "https://data.example.org";
const base = { secrets: [old] as const, issuer, audience: "session", idClaim: "sid" } as const;
const tokens = signedTokens(base);
const now = new Date();
const later = new Date(now.getTime() + 60_000);
const mine = { subject: "ada", id: "row-1" };
const token = tokens.sign(mine, now, later);
const header = jwt.decode(token, { complete: true })?.header;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = { sub: "ada", sid: "row-1", iss: issuer, aud: "session", exp: Math.floor(later.getTime() / 1_000) };

/** A token signed with our own key, to show that each claim is checked and not only the signature. */
function withOurKey(payload: object, options: jwt.SignOptions = {}): string {
  return jwt.sign(payload, derivedKey(old, "token/session"), {
    algorithm: "HS256",
    keyid: header?.kid,
    noTimestamp: true,
    ...options,
  });
}

describe("signedTokens", () => {
  test("reads what it signed, with the claims that the standard names", () => {
    expect(tokens.verify(token)).toEqual(mine);
    expect(jwt.decode(token)).toMatchObject(claims);
    expect(header).toMatchObject({ alg: "HS256", kid: expect.stringMatching(/^[\w-]{8}$/) as string });
    expect(tokens.verify(withOurKey(claims))).toEqual(mine);
  });

  test("refuses every other algorithm", () => {
    for (const alg of ["none", "HS384", "HS512", "RS256", "ES256"]) {
      const signed = `${encode({ alg, typ: "JWT", kid: header?.kid })}.${encode(claims)}`;
      const hash = alg === "HS384" ? "sha384" : alg === "HS512" ? "sha512" : "sha256";
      expect(tokens.verify(`${signed}.`)).toBeNull();
      expect(
        tokens.verify(
          `${signed}.${createHmac(hash, derivedKey(old, "token/session")).update(signed).digest("base64url")}`,
        ),
      ).toBeNull();
    }
  });

  test.each([
    ["another issuer", { ...claims, iss: "https://elsewhere.example" }],
    ["another audience", { ...claims, aud: "stream" }],
    ["an end in the past", { ...claims, exp: Math.floor(now.getTime() / 1_000) - 5 }],
    ["no end", { ...claims, exp: undefined }],
    ["no subject", { ...claims, sub: undefined }],
    ["no session", { ...claims, sid: undefined }],
    ["a session that is no text", { ...claims, sid: { $ne: "" } }],
  ])("refuses %s, although our key signed it", (_, payload) => {
    expect(tokens.verify(withOurKey(JSON.parse(JSON.stringify(payload)) as object))).toBeNull();
  });

  test("refuses a key that is not ours and headers that bring their own", () => {
    expect(tokens.verify(jwt.sign(claims, "x".repeat(32), { keyid: header?.kid }))).toBeNull();
    expect(tokens.verify(withOurKey(claims, { keyid: "../../dev/null" }))).toBeNull();
    expect(tokens.verify(jwt.sign(claims, derivedKey(old, "token/session"), { algorithm: "HS256" }))).toBeNull();
    const [, payload, signature] = token.split(".");
    expect(tokens.verify(`${encode({ ...header, jku: "https://evil.example" })}.${payload}.${signature}`)).toBeNull();
    expect(tokens.verify(token.slice(0, -2))).toBeNull();
  });

  test.each(["", ".", "..", "...", "a.b.c", "null", "{}", "e30.e30.e30", "\0", "x".repeat(1_000_000)])(
    "answers null for junk",
    (junk) => {
      expect(tokens.verify(junk)).toBeNull();
    },
  );

  test("verifies tokens of an older secret, and signs with the first", () => {
    const rotated = signedTokens({ ...base, secrets: [recent, old] });
    expect(rotated.verify(token)).toEqual(mine);
    const fresh = rotated.sign(mine, now, later);
    expect(tokens.verify(fresh)).toBeNull();
    expect(signedTokens({ ...base, secrets: [recent] }).verify(fresh)).toEqual(mine);
    expect(signedTokens({ ...base, secrets: [recent] }).verify(token)).toBeNull();
  });

  test("keeps audiences apart by key as well", () => {
    expect(signedTokens({ ...base, audience: "stream" }).verify(token)).toBeNull();
  });
});
