import { parseDuration } from "../../connector-language/json/durations.ts";
import type { LooseObject } from "../imported.ts";
import type { Component } from "./manifest.ts";

/** The one limit of a manifest that holds for all its requests; null if there is none, or several. */
export function rateLimitOf(root: Component): LooseObject | null {
  const policies = root.component("api_budget")?.components("policies") ?? [];
  const [policy] = policies;
  if (policy === undefined || policies.length > 1 || policy.list("matchers").length > 0) return null;
  const rates = policy.components("rates");
  const rate = policy.type() === "MovingWindowCallRatePolicy" && rates.length === 1 ? rates[0] : policy;
  const requests = Number(rate?.text("limit") ?? rate?.text("call_limit") ?? Number.NaN);
  const period = parseDuration(rate?.text("interval") ?? rate?.text("period") ?? "");
  const seconds = period === null || period.months > 0 ? 0 : period.ms / 1_000;
  return requests >= 1 && requests <= 1_000_000 && seconds > 0 && seconds <= 86_400 ? { requests, per: seconds } : null;
}
