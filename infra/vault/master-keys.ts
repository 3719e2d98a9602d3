import { createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import type { Secret } from "#domain/core/text/secret.ts";
import { seal, unseal } from "./seal.ts";

export type WrappedKey = { readonly wrapped: Buffer; readonly wrappedBy: string };

export type MasterKeys = {
  /** A new random key of 32 bytes, wrapped by the first secret. */
  make(place: readonly string[]): { key: Buffer } & WrappedKey;
  wrap(place: readonly string[], key: Buffer): WrappedKey;
  /** Throws if none of the secrets wrapped it. */
  unwrap(place: readonly string[], wrapped: WrappedKey): Buffer;
  /** Name of the key that wraps new keys. Reveals nothing about the key itself. */
  readonly current: string;
};

/** Keys derived with HKDF-SHA-256 (RFC 5869) from the installation's secrets: the first wraps, each can unwrap. */
export function masterKeys(secrets: readonly (Secret | string)[]): MasterKeys {
  const keys = secrets.map((secret) => {
    const text = typeof secret === "string" ? secret : secret.reveal();
    return {
      name: derive(text, "tributary/vault/master-key-name/1", 8).toString("hex"),
      key: createSecretKey(derive(text, "tributary/vault/master-key/1", 32)),
    };
  });
  const [first] = keys;
  if (!first) throw new Error("The vault needs a secret to derive its master key from");
  const wrap = (place: readonly string[], key: Buffer): WrappedKey => ({
    wrapped: seal(first.key, place, key),
    wrappedBy: first.name,
  });
  return {
    current: first.name,
    wrap,
    make(place) {
      const key = randomBytes(32);
      return { key, ...wrap(place, key) };
    },
    unwrap(place, { wrapped, wrappedBy }) {
      const master = keys.find(({ name }) => name === wrappedBy);
      if (!master)
        throw new Error(
          "APP_SECRET holds none of the secrets that the vault's keys were made with. Put the old one back, after a comma.",
        );
      return unseal(master.key, place, wrapped);
    },
  };
}

function derive(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, bytes));
}
