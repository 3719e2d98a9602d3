import type { Pool } from "pg";
import { addressKey } from "./address-key.ts";

/** Which accounts have logged in from which client addresses. */
export interface KnownLogins {
  /** Records a successful login. */
  note(account: string, address: string): Promise<void>;
  has(account: string, address: string): Promise<boolean>;
}

/**
 * Stores only keyed hashes, no e-mail and no client address; each for 90 days after the last login (`sweepIdentity`).
 */
export function knownLogins(
  pool: Pick<Pool, "query">,
  fingerprint: (kind: string, value: string) => Promise<string>,
): KnownLogins {
  const keyOf = (account: string, address: string) =>
    fingerprint("known-login", JSON.stringify([account.normalize("NFKC").trim().toLowerCase(), addressKey(address)]));
  return {
    async note(account, address) {
      await pool.query(
        `insert into identity.known_logins (key) values ($1) on conflict (key) do update set seen = now()`,
        [await keyOf(account, address)],
      );
    },
    async has(account, address) {
      const { rowCount } = await pool.query(`select 1 from identity.known_logins where key = $1`, [
        await keyOf(account, address),
      ]);
      return rowCount === 1;
    },
  };
}
