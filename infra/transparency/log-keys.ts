import type { Pool } from "pg";
import type { Vault } from "#domain/core/ports/ports.ts";
import { utf8 } from "#domain/transparency/bytes.ts";
import {
  cosignedMessage,
  formatVerifierKey,
  KEY_TYPES,
  timedSignature,
  type VerifierKey,
  verifierKey,
} from "#domain/transparency/notes/signed-note.ts";
import type { LogIdentity, LogSigner } from "#domain/transparency/ports.ts";
import { logCrypto, newSeed, type SigningKey, signingKey } from "./log-crypto.ts";

const OWNER = "transparency-log";
const SECRETS = { log: "log-keys", witness: "witness-keys" } as const;

/** `series`: counts how often the log was begun anew after a fork. `seeds`: in base64, the newest first. */
type StoredKeys = { readonly series: number; readonly seeds: readonly string[] };
type Kind = keyof typeof SECRETS;

export type LogKeysOptions = {
  readonly vault: Pick<Vault, "get" | "put">;
  readonly pool: Pick<Pool, "query">;
  readonly appUrl: string;
};

/** The address of the log without its scheme, which is its name in checkpoints. */
export function originOf(appUrl: string, series = 1): string {
  return `${new URL(appUrl).host}/log${series === 1 ? "" : `/${series}`}`;
}

/** The keys of this server as a log and as a witness; they are secrets of the vault. */
export function createLogKeys({ vault, pool, appUrl }: LogKeysOptions) {
  const read = async (kind: Kind): Promise<StoredKeys | null> => {
    const text = await vault.get(OWNER, SECRETS[kind]);
    return text === null ? null : (JSON.parse(text) as StoredKeys);
  };
  const write = (kind: Kind, keys: StoredKeys) => vault.put(OWNER, SECRETS[kind], JSON.stringify(keys));
  const made = async (kind: Kind): Promise<StoredKeys> => {
    const stored = await read(kind);
    if (stored) return stored;
    await write(kind, { series: 1, seeds: [newSeed().toString("base64")] });
    return (await read(kind))!;
  };
  const identityOf = ({ series, seeds }: StoredKeys): LogIdentity => {
    const origin = originOf(appUrl, series);
    return { origin, signers: seeds.map((seed) => signerOf(origin, keyOf(seed))) };
  };
  const witnessKey = ({ seeds }: StoredKeys) => {
    const { publicKey, sign } = keyOf(seeds[0]!);
    const key = verifierKey(logCrypto.sha256, `${originOf(appUrl)}/witness`, KEY_TYPES.witness, publicKey);
    const cosign = (text: string, time: number) => timedSignature(time, sign(cosignedMessage(text, time)));
    return { key, cosign };
  };

  return {
    /** Makes missing keys, and lists the public ones. For the active follower, which is the only one to do so. */
    async prepare(): Promise<LogIdentity> {
      const identity = identityOf(await made("log"));
      const logKeys = identity.signers.map(({ key }) => key);
      const { key } = witnessKey(await made("witness"));
      await list(pool, "log", logKeys);
      await list(pool, "witness", [key]);
      return identity;
    },
    /** The key with which this server cosigns for others; null before the first start has made it. */
    async witness() {
      const stored = await read("witness");
      return stored && witnessKey(stored);
    },
    /** Adds a key that signs beside the present one, until that is retired. False if there are two already. */
    async rotate(): Promise<boolean> {
      const { series, seeds } = await made("log");
      if (seeds.length > 1) return false;
      await write("log", { series, seeds: [newSeed().toString("base64"), ...seeds] });
      return true;
    },
    /** Ends the older of two keys. False if there is one only. */
    async retire(): Promise<boolean> {
      const { series, seeds } = await made("log");
      if (seeds.length < 2) return false;
      await write("log", { series, seeds: seeds.slice(0, 1) });
      return true;
    },
    /** A new key under a new origin: a log that begins anew, after a fork. */
    async beginAnew(): Promise<void> {
      const { series } = await made("log");
      await write("log", { series: series + 1, seeds: [newSeed().toString("base64")] });
    },
  };
}

export type LogKeys = ReturnType<typeof createLogKeys>;

const keyOf = (seed: string): SigningKey => signingKey(Buffer.from(seed, "base64"));

function signerOf(origin: string, { publicKey, sign }: SigningKey): LogSigner {
  const key = verifierKey(logCrypto.sha256, origin, KEY_TYPES.log, publicKey);
  return { key, sign: (text) => ({ name: key.name, id: key.id, signature: sign(utf8(text)) }) };
}

async function list(pool: Pick<Pool, "query">, kind: Kind, keys: readonly VerifierKey[]): Promise<void> {
  await pool.query(
    `WITH retired AS (UPDATE transparency.keys SET retired_at = clock_timestamp()
       WHERE kind = $1 AND retired_at IS NULL AND vkey <> ALL ($2))
     INSERT INTO transparency.keys (vkey, kind) SELECT unnest($2::text[]), $1
     ON CONFLICT (vkey) DO UPDATE SET retired_at = NULL WHERE keys.retired_at IS NOT NULL`,
    [kind, keys.map(formatVerifierKey)],
  );
}
