import { isoWeek } from "#domain/quota/iso-week.ts";
import type { Platform } from "../platform.ts";

/** The user's use of the plan; runs count per ISO week (UTC, database clock). */
export async function usageOf(platform: Platform, userId: string) {
  const week = isoWeek(await platform.ports.clock.now());
  const used = await platform.queries.usage.ofUser(userId, week.name);
  return { ...used, resetsAt: week.resetsAt.toISOString() };
}
