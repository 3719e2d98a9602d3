import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimits, RateLimitState, RateLimitSubject } from "#domain/core/ports/rate-limits.ts";
import { addressKey } from "./address-key.ts";

/**
 * Limits shared by all processes, in Postgres, with `rate-limiter-flexible`: `points` attempts within `seconds` from
 * the first one. The table holds hashes only, no e-mail and no client address.
 */
export function rateLimits<Name extends string>(
  pool: pg.Pool,
  figures: Readonly<Record<Name, { readonly points: number; readonly seconds: number }>>,
): RateLimits<Name> {
  const storeClient = { query: (asked: pg.QueryConfig) => pool.query({ ...asked, text: withoutFlush(asked.text) }) };
  const limiters = new Map(
    Object.entries<{ points: number; seconds: number }>(figures).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: "pool",
        schemaName: "identity",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    ]),
  );
  const limiter = (name: Name) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`There is no rate limit called ${name}`);
    return found;
  };
  return {
    async consume(name, subject) {
      try {
        const used = await limiter(name).consume(subjectKey(subject));
        return { allowed: true, state: stateOf(figures[name].points, used) };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const state = stateOf(figures[name].points, refused);
        return { allowed: false, retryAfterSeconds: state.resetSeconds, state };
      }
    },
    async reset(name, subject) {
      await limiter(name).delete(subjectKey(subject));
    },
    async giveBack(name, subject) {
      await limiter(name).reward(subjectKey(subject));
    },
  };
}

/**
 * A change whose commit does not wait for the disk: every change that a user makes is counted, and a crash of the
 * database loses the attempts of its last moments only.
 */
function withoutFlush(text: string): string {
  return text.replace(/RETURNING points, expire(?=;\s*$)/, "$&, set_config('synchronous_commit', 'off', true)");
}

function stateOf(limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): RateLimitState {
  return { limit, remaining: Math.max(0, remainingPoints), resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}

function subjectKey({ account, address }: RateLimitSubject): string {
  const parts = [
    account?.normalize("NFKC").trim().toLowerCase() ?? null,
    address === undefined ? null : addressKey(address),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
