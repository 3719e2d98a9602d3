import type { Readiness } from "#app/http/server/operations.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import type { Follower } from "#runners/follower/follower.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { describeFork } from "#app/log/describe-fork.ts";
import { watchBuilding } from "./building-models.ts";
import { answerWithin } from "#infra/platform/answer-within.ts";

const ANSWER_WITHIN_MS = 5_000;

/**
 * Whether this process can do the work of its role: its engines answer and the read models are followed. A follower
 * also reports whether it is the active one, and how many events the model furthest behind has still to apply. While a
 * model is rebuilt beside tables that have shown the whole log, the process is ready and says so; one whose tables have
 * never shown it is not.
 */
export function createReadiness(
  infra: InfraPlatform,
  readModels: WatchedReadModels,
  follower: Follower | null,
): () => Promise<Readiness> {
  const { role } = infra.config;
  const building = watchBuilding(readModels, infra.store);
  const ask = async (): Promise<Readiness> => {
    await infra.clock.now();
    await infra.store.head();
    const full = await infra.room.problems();
    const models = await readModels.status();
    const { unbuilt, rebuilding } = await building(models);
    const served = new Set([...unbuilt, ...rebuilding].map(({ model }) => model));
    const halted = models
      .filter(({ model, state, haltedAt }) => state !== "following" && (haltedAt !== null || !served.has(model)))
      .map(
        ({ model, state, haltedAt, error }) =>
          `The read model ${model} is ${state}${haltedAt === null ? "." : ` at ${haltedAt}: ${error ?? ""}. Admins see the event under /admin/read-models.`}`,
      );
    const empty = unbuilt.map(
      ({ model, percent }) => `The read model ${model} is being made: ${percent} % of the log.`,
    );
    const reasons = [...full, ...halted, ...empty];
    const [slowest] = [...unbuilt, ...rebuilding].sort((a, b) => a.percent - b.percent);
    const common = { role, ...(slowest ? { rebuilding: slowest } : {}) };
    const { fork } = await infra.transparency.signed.last();
    const damage = infra.damage.last();
    const warnings = [
      ...(fork === null ? [] : [describeFork(fork)]),
      ...infra.engines.missed().map(({ engine, meanwhile }) => `The ${engine} does not answer. ${meanwhile}`),
      ...(damage === null
        ? []
        : [`The database found damaged data at ${damage.at.toISOString()}: ${damage.place}. See docs/operations.md.`]),
    ];
    if (!follower || role === "all") return { reasons, warnings, facts: common };
    const lags = [...(await readModels.lags()).values()];
    return {
      reasons,
      warnings,
      facts: { ...common, follower: follower.active() ? "active" : "standby", lag: Math.max(0, ...lags) },
    };
  };
  return async () => {
    const away = infra.engines.away().map((engine) => `The ${engine} does not answer.`);
    if (away.length > 0) return { reasons: away, facts: { role } };
    const silent = { reasons: ["The database or the log does not answer."], facts: { role } };
    try {
      return await answerWithin(ANSWER_WITHIN_MS, ask(), silent);
    } catch (error) {
      infra.engines.unavailable(error);
      return silent;
    }
  };
}
