import type { Request } from "express";
import { cutText } from "#domain/core/text/text.ts";
import type { RateLimits } from "#domain/core/ports/rate-limits.ts";
import type { RequestKey } from "../../platform.ts";
import { type Refused, tooMany } from "../call-result.ts";
import { WRONG_KEY } from "./key-refusals.ts";
import { onOneLine } from "#domain/core/text/lines.ts";

export type FoundKey = Omit<RequestKey, "reach"> & {
  readonly userId: string;
  readonly lastUsed: Date | null;
  readonly lastUsedClient: string | null;
};

/** Where keys are stored. `checkToken`: short-lived tokens of spreadsheets, which open streams only. */
export type KeyReader = {
  find(key: string): Promise<FoundKey | null>;
  touch(id: string, client: string | null): Promise<void>;
  checkToken(token: string): Promise<{ readonly userId: string } | null>;
};

/** A use is recorded once a minute. */
const RECORDED_EVERY_MS = 60_000;

/** The valid key with this text, with its use recorded. */
export async function usedKey(req: Request, keys: KeyReader, text: string): Promise<FoundKey | null> {
  const key = await keys.find(text);
  if (!key) return null;
  const client = clientName(req.headers["user-agent"]);
  const recorded = key.lastUsed !== null && new Date().getTime() - key.lastUsed.getTime() < RECORDED_EVERY_MS;
  if (!recorded || key.lastUsedClient !== client) await keys.touch(key.id, client);
  return key;
}

/** The refusal of a wrong key, counted by client address: nobody tries keys without end. */
export async function wrongKey(limits: RateLimits, address: string): Promise<Refused> {
  const limit = await limits.consume("key", { address });
  return limit.allowed ? WRONG_KEY : tooMany(limit.retryAfterSeconds);
}

/** The program's own name, without version and details. */
export function clientName(userAgent: string | undefined): string | null {
  return cutText(onOneLine(userAgent?.split(/[\s(;]/)[0] ?? ""), 80) || null;
}
