import type { Pool } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { deleteEach } from "../clean-up/delete-rows.ts";

/** Deletes expired rows of schema `identity`; safe at any moment, for a recurring job. */
export function sweepIdentity(
  pool: Pick<Pool, "query">,
  { keyCallsKeptDays }: { readonly keyCallsKeptDays: number },
  until: AbortSignal,
): Promise<Swept> {
  const expiring = ["sessions", "one_time_tokens", "access_keys", "excel_tokens"];
  const calls = { where: "at < now() - make_interval(days => $1)", values: [keyCallsKeptDays] };
  return deleteEach(
    pool,
    [
      ...expiring.map((table) => ({ table: `identity.${table}`, where: "expires < now()" })),
      { table: "identity.known_logins", where: "seen < now() - interval '90 days'" },
      { table: "identity.key_calls", ...calls },
      { table: "identity.access_looks", ...calls },
      {
        table: "identity.rate_limits",
        // Written by rate-limiter-flexible, in milliseconds of the process's clock: an hour allows for clocks that differ.
        // The index serves only a comparison with a bigint.
        where: "expire < ((extract(epoch from now()) - 3600) * 1000)::bigint",
      },
    ],
    until,
  );
}
