import type { Pool, PoolClient } from "pg";
import type { Clock } from "#domain/core/ports/ports.ts";
import { toHex, utf8 } from "#domain/transparency/bytes.ts";
import {
  type AddCheckpoint,
  judgeAddCheckpoint,
  keysOfLog,
  parseAddCheckpoint,
} from "#domain/transparency/notes/add-checkpoint.ts";
import { formatNote, signatureLine, type VerifierKey } from "#domain/transparency/notes/signed-note.ts";
import type { TransparencyLog } from "#domain/transparency/ports.ts";
import { inTransaction } from "../vault/owner-keys.ts";
import { logCrypto } from "./log-crypto.ts";
import type { LogKeys } from "./log-keys.ts";

export type LogWitnessOptions = {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly keys: Pick<LogKeys, "witness">;
  /** The logs that are cosigned. */
  readonly logs: readonly VerifierKey[];
};

type Cosigner = NonNullable<Awaited<ReturnType<LogKeys["witness"]>>> & {
  readonly logKeys: readonly VerifierKey[];
  /** In seconds since 1970. */
  readonly time: number;
};
type Answer = { readonly status: number; readonly text: string };

/** Cosigns log checkpoints of other servers, each only if it continues the one before (c2sp.org/tlog-witness). */
export function createLogWitness({
  pool,
  clock,
  keys,
  logs,
}: LogWitnessOptions): Pick<TransparencyLog, "addCheckpoint" | "cosigned"> {
  /** Judges and stores while no other request of the log does; what is stored is committed before it is cosigned. */
  const cosign = async (client: PoolClient, asked: AddCheckpoint, by: Cosigner): Promise<Answer> => {
    const { origin, size, root } = asked.checkpoint;
    const before = await lockedState(client, origin);
    const verdict = judgeAddCheckpoint(logCrypto, asked, { keys: by.logKeys, known: before });
    if (!verdict.ok) return { status: verdict.status, text: verdict.status === 409 ? `${verdict.size}\n` : "" };
    const { text } = asked.note;
    const { name, id } = by.key;
    const signature = { name, id, signature: by.cosign(text, by.time) };
    await client.query(
      "UPDATE transparency.witnessed SET size = $2, root = $3, note = $4, cosigned_at = clock_timestamp() WHERE origin = $1",
      [origin, size, root, formatNote({ text, signatures: [...verdict.signatures, signature] })],
    );
    return { status: 200, text: signatureLine(signature) };
  };

  return {
    async addCheckpoint(body) {
      const asked = parseAddCheckpoint(body);
      if (asked === null) return { status: 400, text: "" };
      const logKeys = keysOfLog(logs, asked);
      if (logKeys.length === 0) return { status: 404, text: "" };
      const witness = await keys.witness();
      if (witness === null) return { status: 503, text: "" };
      const time = Math.floor((await clock.now()).getTime() / 1000);
      return inTransaction(pool, (client) => cosign(client, asked, { ...witness, logKeys, time }));
    },
    async cosigned(originHash) {
      const { rows } = await pool.query<{ note: string | null }>(
        "SELECT note FROM transparency.witnessed WHERE origin_hash = $1",
        [originHash],
      );
      return rows[0]?.note ?? null;
    },
  };
}

async function lockedState(client: PoolClient, origin: string): Promise<{ size: number; root: Uint8Array }> {
  await client.query(
    "INSERT INTO transparency.witnessed (origin, origin_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [origin, toHex(logCrypto.sha256(utf8(origin)))],
  );
  const { rows } = await client.query<{ size: string; root: Buffer | null }>(
    "SELECT size, root FROM transparency.witnessed WHERE origin = $1 FOR UPDATE",
    [origin],
  );
  return { size: Number(rows[0]!.size), root: rows[0]!.root ?? logCrypto.sha256() };
}
