import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Secret } from "#domain/core/text/secret.ts";
import { derivedKey } from "../identity/tokens/derived-key.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface MailSeal {
  seal(id: string, text: string): Buffer;
  /** The text, or null if none of our keys decrypts it under this id. */
  open(id: string, sealed: Buffer): string | null;
}

/**
 * Encryption of waiting mails, whose links give access: AES-256-GCM, nonce, ciphertext and tag in one, bound to the
 * mail's id. The first secret encrypts, all decrypt. The vault's keys are not used: a mail may go to an address without
 * an account.
 */
export function mailSeal(secrets: readonly [Secret, ...Secret[]]): MailSeal {
  const keys = secrets.map((secret) => derivedKey(secret, "mail-queue"));
  const [sealing = Buffer.alloc(0)] = keys;
  return {
    seal(id, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      cipher.setAAD(Buffer.from(id));
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(id, sealed) {
      for (const key of keys) {
        const text = opened(key, id, sealed);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function opened(key: Buffer, id: string, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    return null;
  }
}
