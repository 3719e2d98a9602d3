import type { Pool } from "pg";

/** Deletes expired rows of schema `identity`; safe at any moment, for a recurring job. */
export async function sweepIdentity(
  pool: Pick<Pool, "query">,
  { keyCallsKeptDays }: { readonly keyCallsKeptDays: number },
): Promise<void> {
  for (const table of ["sessions", "one_time_tokens", "access_keys", "excel_tokens"]) {
    await pool.query(`delete from identity.${table} where expires < now()`);
  }
  await pool.query(`delete from identity.known_logins where seen < now() - interval '90 days'`);
  await pool.query(`delete from identity.key_calls where at < now() - make_interval(days => $1)`, [keyCallsKeptDays]);
  await pool.query(`delete from identity.access_looks where at < now() - make_interval(days => $1)`, [
    keyCallsKeptDays,
  ]);
  // Written by rate-limiter-flexible, in milliseconds of the process's clock: an hour allows for clocks that differ. The
  // index serves only a comparison with a bigint.
  await pool.query(
    `delete from identity.rate_limits where expire < ((extract(epoch from now()) - 3600) * 1000)::bigint`,
  );
}
