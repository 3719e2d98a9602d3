import { setTimeout as wait } from "node:timers/promises";
import type { Engine, Engines } from "#domain/core/ports/engines.ts";
import type { Log } from "../observability/logger.ts";
import { engineOf } from "./engine-unavailable.ts";
import type { Probe } from "./probe.ts";

const LOOK_EVERY_MS = 1_000;
/** Interval of log lines while an engine is away. */
const REMIND_EVERY_MS = 10_000;
const GOODBYE_MS = 1_000;

export type EngineWatch = Engines & {
  /** The engines that are known to be away, and without which a process cannot work. */
  away(): readonly Engine[];
  /** The others that are away, each with what happens meanwhile. */
  missed(): readonly { readonly engine: Engine; readonly meanwhile: string }[];
  /** Every watched engine, and whether it answers. */
  states(): ReadonlyMap<Engine, boolean>;
  stop(): Promise<void>;
};

/**
 * Checks each engine every second (or as its probe says) over a connection of its own. While one does not answer, calls that need it are
 * refused at once instead of waiting for timeouts. Logs one line when an engine goes away, one every ten seconds, and
 * one when it is back.
 */
export function watchEngines(probes: ReadonlyMap<Engine, Probe>, log: Log): EngineWatch {
  const stopping = new AbortController();
  const watches = new Map([...probes].map(([engine, probe]) => [engine, watch(engine, probe, log, stopping.signal)]));
  const silent = () =>
    [...watches].filter(([, { away }]) => away()).map(([engine, { meanwhile }]) => ({ engine, meanwhile }));
  return {
    isAway: (engine) => watches.get(engine)?.away() ?? false,
    away: () => silent().flatMap(({ engine, meanwhile }) => (meanwhile === undefined ? [engine] : [])),
    missed: () => silent().flatMap(({ engine, meanwhile }) => (meanwhile === undefined ? [] : [{ engine, meanwhile }])),
    states: () => new Map([...watches].map(([engine, { away }]) => [engine, !away()])),
    unavailable(error) {
      const found = engineOf(error);
      if (found?.because === "away") watches.get(found.engine)?.look();
      return found;
    },
    async stop() {
      stopping.abort();
      // Does not wait for the check of an engine that hangs.
      await Promise.race([
        Promise.all([...watches.values()].map(({ finished }) => finished)),
        wait(GOODBYE_MS, undefined, { ref: false }),
      ]);
      await Promise.all([...probes.values()].map((probe) => probe.close()));
    },
  };
}

function watch(engine: Engine, probe: Probe, log: Log, stopping: AbortSignal) {
  let awaySince: number | null = null;
  let said = 0;
  let pause = new AbortController();

  const back = (): void => {
    if (awaySince !== null)
      log.warn({ engine, durationMs: Math.round(performance.now() - awaySince) }, `The ${engine} answers again`);
    awaySince = null;
  };
  const reportAway = (error: unknown): void => {
    const now = performance.now();
    if (awaySince !== null && now - said < REMIND_EVERY_MS) return;
    said = now;
    awaySince ??= now;
    log.error(
      { engine, durationMs: Math.round(now - awaySince), reason: probe.describe(error).words },
      `The ${engine} does not answer. ${probe.meanwhile ?? "Requests that need it are answered 503 until it is back."}`,
    );
  };

  const run = async (): Promise<void> => {
    while (!stopping.aborted) {
      await probe.ask().then(back, reportAway);
      await wait(probe.everyMs ?? LOOK_EVERY_MS, undefined, {
        signal: AbortSignal.any([stopping, pause.signal]),
      }).catch(() => undefined);
      pause = new AbortController();
    }
  };
  return {
    away: () => awaySince !== null,
    /** Checks now, unless the engine is known to be away. */
    look: () => {
      if (awaySince === null) pause.abort();
    },
    meanwhile: probe.meanwhile,
    finished: run(),
  };
}
