import type { Pool } from "pg";
import type { RateLimitState } from "#domain/core/ports/rate-limits.ts";
import type { AllowanceRefusal } from "#domain/core/ports/uploads.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";

export type AllowanceLimits = {
  /** Bytes that one user may upload within 24 hours; decompressed bytes for a gzip file. */
  readonly uploadBytesPerDay: number;
  /** Uploads that one user may begin within 24 hours. */
  readonly uploadsPerDay: number;
};

/** A claim that is not renewed for so long belongs to a process that died. */
const LEASE_SECONDS = 600;
const DAY_SECONDS = 86_400;

type AllowanceOptions = { readonly pool: Pool; readonly limits: AllowanceLimits };

/** How many bytes are claimed now, or why there is no room. */
type Claimed = { readonly bytes: number } | AllowanceRefusal;

export type DailyAllowance = ReturnType<typeof createDailyAllowance>;

/**
 * What each user may upload within 24 hours. Bytes are claimed before they are written, under a lock per user, so that
 * concurrent uploads cannot exceed the limit together. An upload that is refused or aborted gives its bytes back and
 * still counts as one of the day's uploads.
 */
export function createDailyAllowance({ pool, limits }: AllowanceOptions) {
  return {
    /** Whether an upload of so many bytes could begin now; claims nothing. */
    async check(userId: string, bytes: number): Promise<AllowanceRefusal | null> {
      const used = await usedToday(pool, userId);
      if (used.uploads >= limits.uploadsPerDay) return refusal(pool, limits, "uploads-of-day-used", userId);
      const most = limits.uploadBytesPerDay;
      return used.bytes + bytes > most || used.bytes >= most
        ? refusal(pool, limits, "bytes-of-day-used", userId)
        : null;
    },
    /** How many uploads may still begin, and when the oldest that counts is a day old. */
    async left(userId: string): Promise<RateLimitState> {
      const limit = limits.uploadsPerDay;
      const used = await usedToday(pool, userId);
      return { limit, remaining: Math.max(0, limit - used.uploads), resetSeconds: await secondsToReset(pool, userId) };
    },
    /**
     * Claims `toBytes` in total for this upload, and `portion` more if there is room. Returns how many are claimed now,
     * or why there is no room.
     */
    claim: (upload: string, userId: string, toBytes: number, portion: number): Promise<Claimed> =>
      claimWithPortion({ pool, limits }, upload, userId, toBytes, portion, {
        uploads: limits.uploadsPerDay,
        leaseSeconds: LEASE_SECONDS,
      }),
    /** The same for the decompressed file of a dataset; this claim does not expire with a lease. */
    claimUnpacked: (datasetId: string, userId: string, toBytes: number, portion: number): Promise<Claimed> =>
      claimWithPortion({ pool, limits }, datasetId, userId, toBytes, portion, {
        uploads: Number.MAX_SAFE_INTEGER,
        leaseSeconds: null,
      }),
    /** Renews the claim of an upload that is still arriving. */
    async renew(upload: string): Promise<void> {
      await pool.query(
        "update uploads.received set open_until = now() + make_interval(secs => $2) where dataset_id = $1 and open_until is not null",
        [upload, LEASE_SECONDS],
      );
    },
    /** The upload has ended with so many bytes; from now on its id is `datasetId`. */
    async settle(upload: string, datasetId: string, bytes: number): Promise<void> {
      if (upload !== datasetId) await pool.query("delete from uploads.received where dataset_id = $1", [datasetId]);
      await pool.query(
        "update uploads.received set dataset_id = $2, bytes = $3, open_until = null where dataset_id = $1",
        [upload, datasetId, bytes],
      );
    },
    /** The upload was refused for a fault of ours: it counts no more, as one that is a day old. */
    async uncount(upload: string): Promise<void> {
      await pool.query(
        "update uploads.received set received_at = received_at - interval '1 day' where dataset_id = $1",
        [upload],
      );
    },
    /** Who uploaded this dataset, and how many bytes it has claimed; null if unknown. */
    async claimed(datasetId: string): Promise<{ readonly userId: string; readonly bytes: number } | null> {
      const { rows } = await pool.query<{ userId: string; bytes: number }>(
        `select user_id as "userId", bytes::float8 as bytes from uploads.received where dataset_id = $1`,
        [datasetId],
      );
      return rows[0] ?? null;
    },
    /** Removes records that no limit counts any more, and the bytes of uploads whose process died. */
    async sweep(until: AbortSignal): Promise<Swept> {
      await pool.query(
        "update uploads.received set bytes = 0, open_until = null where open_until < now() - interval '1 minute'",
      );
      return deleteRows(pool, { table: "uploads.received", where: "received_at < now() - interval '2 days'" }, until);
    },
  };
}

async function usedToday(pool: Pool, userId: string): Promise<{ readonly bytes: number; readonly uploads: number }> {
  const { rows } = await pool.query<{ bytes: number; uploads: number }>(
    `select coalesce(sum(bytes) filter (where open_until is null or open_until > now()), 0)::float8 as bytes, count(*)::int as uploads
     from uploads.received where user_id = $1 and received_at > now() - interval '1 day'`,
    [userId],
  );
  return rows[0]!;
}

type ClaimTerms = { readonly uploads: number; readonly leaseSeconds: number | null };

async function claimWithPortion(
  options: AllowanceOptions,
  upload: string,
  userId: string,
  toBytes: number,
  portion: number,
  terms: ClaimTerms,
): Promise<Claimed> {
  const withPortion = toBytes + portion;
  if ((await claim(options, upload, userId, withPortion, terms)) === null) return { bytes: withPortion };
  return (await claim(options, upload, userId, toBytes, terms)) ?? { bytes: toBytes };
}

async function claim(
  { pool, limits }: AllowanceOptions,
  upload: string,
  userId: string,
  toBytes: number,
  { uploads, leaseSeconds }: ClaimTerms,
): Promise<AllowanceRefusal | null> {
  const { rows } = await pool.query<{ answer: "ok" | "bytes" | "uploads" }>(
    "select uploads.claim($1, $2, $3, $4, $5, make_interval(secs => $6)) as answer",
    [upload, userId, toBytes, limits.uploadBytesPerDay, uploads, leaseSeconds],
  );
  const { answer } = rows[0]!;
  return answer === "ok"
    ? null
    : refusal(pool, limits, answer === "bytes" ? "bytes-of-day-used" : "uploads-of-day-used", userId);
}

/** Seconds until the oldest upload of the last day counts no more; a day if there is none. */
async function secondsToReset(pool: Pool, userId: string): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    "select extract(epoch from min(received_at) + interval '1 day' - now())::float8 as seconds from uploads.received where user_id = $1 and received_at > now() - interval '1 day'",
    [userId],
  );
  return Math.ceil(rows[0]?.seconds ?? DAY_SECONDS);
}

async function refusal(
  pool: Pool,
  { uploadsPerDay }: AllowanceLimits,
  code: AllowanceRefusal["code"],
  userId: string,
): Promise<AllowanceRefusal> {
  const retryAfterSeconds = Math.max(60, await secondsToReset(pool, userId));
  return code === "uploads-of-day-used"
    ? { code, limit: uploadsPerDay, retryAfterSeconds }
    : { code, retryAfterSeconds };
}
