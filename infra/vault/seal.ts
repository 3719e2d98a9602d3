import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key of 32 bytes. */
export type Key = Buffer | KeyObject;

/**
 * AES-256-GCM with a random 96-bit IV (NIST SP 800-38D). The result is IV, tag and ciphertext; it can be decrypted only
 * with the same key and the same `place`, the parts that say what the text belongs to.
 */
export function seal(key: Key, place: readonly string[], text: Buffer | string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secretOf(key), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(place));
  const sealed = Buffer.concat([
    typeof text === "string" ? cipher.update(text, "utf8") : cipher.update(text),
    cipher.final(),
  ]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts the result of `seal`. Throws if key, place or text differ. */
export function unseal(key: Key, place: readonly string[], sealed: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", secretOf(key), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(place));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  // In this mode the end adds nothing to the text; it checks the tag.
  decipher.final();
  return text;
}

/** With bytes in place of a key object Node takes five times as long. */
function secretOf(key: Key): KeyObject {
  return Buffer.isBuffer(key) ? createSecretKey(key) : key;
}

/** Each part with its length: no two places have the same encoding. */
function associatedData(place: readonly string[]): Buffer {
  return Buffer.from(place.map((part) => `${Buffer.byteLength(part)}:${part},`).join(""));
}
