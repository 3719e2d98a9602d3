import { createHmac, timingSafeEqual } from "node:crypto";
import { NOTICE_KINDS, type NoticeKind } from "#domain/core/notices.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { derivedKey } from "./derived-key.ts";

/** Whose mails of which kind a link ends. */
export type Unsubscription = { readonly userId: string; readonly kind: NoticeKind };

export interface UnsubscribeTokens {
  make(of: Unsubscription): string;
  /** null for a text that we did not sign. */
  read(token: string): Unsubscription | null;
}

/**
 * Signed texts for the links in mails that end these mails, without a login. They do not expire, because mails are kept
 * for years, and allow nothing else: HMAC-SHA-256 under a key of their own. The first secret signs, all verify.
 */
export function unsubscribeTokens(secrets: readonly [Secret, ...Secret[]]): UnsubscribeTokens {
  const keys = secrets.map((secret) => derivedKey(secret, "unsubscribe"));
  const signature = (key: Buffer, of: string) => createHmac("sha256", key).update(of).digest();
  return {
    make({ userId, kind }) {
      const of = `${kind}.${Buffer.from(userId).toString("base64url")}`;
      return `${of}.${signature(keys[0] ?? Buffer.alloc(0), of).toString("base64url")}`;
    },
    read(token) {
      const [kindText = "", user = "", signed = "", ...more] = token.split(".");
      const kind = NOTICE_KINDS.find((each) => each === kindText);
      const given = Buffer.from(signed, "base64url");
      const isOurs = keys.some((key) => {
        const expected = signature(key, `${kindText}.${user}`);
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      return kind && isOurs && more.length === 0 ? { userId: Buffer.from(user, "base64url").toString(), kind } : null;
    },
  };
}
