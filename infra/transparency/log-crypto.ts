import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign, verify } from "node:crypto";
import type { LogCrypto, Sha256 } from "#domain/transparency/bytes.ts";

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 and SPKI. */
const PRIVATE = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");

/** The result comes as a text: a buffer of its own for each of millions of hashes costs more than the hash. */
const sha256: Sha256 = (...parts) => {
  const whole = parts.every((part) => typeof part === "string")
    ? parts.join("")
    : Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return Buffer.from(hash("sha256", whole, "binary"), "binary");
};

export const logCrypto: LogCrypto = {
  sha256,
  verify(publicKey, message, signature) {
    const key = createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: "der", type: "spki" });
    return verify(null, message, key, signature);
  },
};

/** An Ed25519 key that signs. */
export type SigningKey = { readonly publicKey: Uint8Array; readonly sign: (message: Uint8Array) => Uint8Array };

/** The key of a seed of 32 bytes. */
export function signingKey(seed: Uint8Array): SigningKey {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(PUBLIC.length);
  return { publicKey, sign: (message) => sign(null, message, key) };
}

export function newSeed(): Buffer {
  return randomBytes(32);
}
