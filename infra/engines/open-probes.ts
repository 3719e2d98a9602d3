import type { Engine } from "#domain/core/ports/engines.ts";
import type { Config } from "../config/config.ts";
import { postgresProbe } from "./postgres-probe.ts";
import type { Probe } from "./probe.ts";

/** An engine outside this process: its variable, and how to open a probe of it, which throws if the address cannot be read. */
export type OutsideEngine = {
  readonly engine: Engine;
  readonly variable: string;
  readonly url: string;
  readonly open: () => Promise<Probe>;
};

/** The engines that this configuration names. The drivers of those that it does not name are not loaded. */
export function outsideEngines({ databaseUrl, eventStoreUrl, mongodbUrl, filesUrl }: Config): OutsideEngine[] {
  const engines: readonly (readonly [Engine, string, string | undefined, (url: string) => Promise<Probe>])[] = [
    ["database", "DATABASE_URL", databaseUrl?.reveal(), async (url) => postgresProbe(url)],
    [
      "event log",
      "EVENTSTORE_URL",
      eventStoreUrl?.reveal(),
      async (url) => (await import("./eventstoredb-probe.ts")).eventStoreDbProbe(url),
    ],
    [
      "job queue",
      "MONGODB_URL",
      mongodbUrl?.reveal(),
      async (url) => (await import("./mongodb-probe.ts")).mongoProbe(url),
    ],
    [
      "file store",
      "FILES_URL",
      filesUrl?.reveal(),
      async (url) => (await import("../files/s3/s3-probe.ts")).s3Probe(url),
    ],
  ];
  return engines.flatMap(([engine, variable, url, open]) =>
    url === undefined ? [] : [{ engine, variable, url, open: () => open(url) }],
  );
}
