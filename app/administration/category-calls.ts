import { aggregate } from "#domain/core/aggregate.ts";
import { categories, type CategoryCommand } from "#domain/category/decider.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import { type CallResult, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** Adds, renames or removes a category. Returns the names of all. */
export async function changeCategories(
  platform: Platform,
  command: CategoryCommand,
  cause: Cause,
): Promise<CallResult<readonly string[]>> {
  const changed = await toCallResult(
    platform,
    await aggregate(platform.ports.log, categories).handle(null, command, step(cause, "change-categories")),
  );
  return changed.ok ? { ok: true, value: await platform.categories.fresh() } : changed;
}
