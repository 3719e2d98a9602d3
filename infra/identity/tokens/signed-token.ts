import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import type { Secret } from "#domain/core/text/secret.ts";
import { derivedKey } from "./derived-key.ts";

/** The claims of our tokens: the user (`subject`), the row that must still exist (`id`), and the expiry. */
export interface TokenClaims {
  readonly subject: string;
  readonly id: string;
}

export interface SignedTokens {
  sign(claims: TokenClaims, issued: Date, expires: Date): string;
  /** The claims of a token of this audience that we signed and that has not expired; null for anything else. */
  verify(token: string): TokenClaims | null;
}

const MAX_TOKEN_CHARS = 2_048;

/**
 * JSON Web Tokens (RFC 7519), HS256 only, with `jsonwebtoken`. Each audience has keys of 256 bits of its own, derived
 * from every secret of APP_SECRET: the first signs, all of them verify, `kid` says which. `idClaim` names the claim
 * with the row's id.
 */
export function signedTokens(options: {
  readonly secrets: readonly [Secret, ...Secret[]];
  readonly issuer: string;
  readonly audience: string;
  readonly idClaim: "sid" | "jti";
}): SignedTokens {
  const { issuer, audience, idClaim } = options;
  const [signing, ...older] = options.secrets.map((secret) => ({
    kid: derivedKey(secret, `token-kid/${audience}`).toString("base64url").slice(0, 8),
    // A key object once; from bytes jsonwebtoken first tries to read a public key, at each request.
    key: createSecretKey(derivedKey(secret, `token/${audience}`)),
  }));
  if (!signing) throw new Error("A secret is needed to sign tokens");
  const keys = new Map([...older.reverse(), signing].map(({ kid, key }) => [kid, key]));

  return {
    sign({ subject, id }, issued, expires) {
      const claims = { [idClaim]: id, iat: seconds(issued), exp: seconds(expires) };
      return jwt.sign(claims, signing.key, { algorithm: "HS256", keyid: signing.kid, issuer, audience, subject });
    },
    verify(token) {
      if (token.length > MAX_TOKEN_CHARS) return null;
      try {
        const key = keys.get(jwt.decode(token, { complete: true })?.header.kid ?? "");
        if (!key) return null;
        const claims = jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience });
        if (typeof claims === "string" || typeof claims.exp !== "number" || typeof claims.sub !== "string") return null;
        const id: unknown = claims[idClaim];
        return typeof id === "string" ? { subject: claims.sub, id } : null;
      } catch (error) {
        if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError) return null;
        throw error;
      }
    },
  };
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
