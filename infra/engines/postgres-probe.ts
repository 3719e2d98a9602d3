import pg from "pg";
import { describeDatabaseFault } from "./describe-fault.ts";
import { ANSWER_WITHIN_MS, type Probe } from "./probe.ts";

/** Keeps one connection; a broken one is replaced before a failure is reported. */
export function postgresProbe(url: string): Probe {
  let client: pg.Client | null = null;
  const drop = (): void => {
    const broken = client;
    client = null;
    if (!broken) return;
    broken.end().catch(() => undefined);
    // A server that hangs never closes the connection.
    (broken as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  const askFresh = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: "tributary watch",
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    fresh.on("error", () => undefined);
    client = fresh;
    try {
      await fresh.connect();
      await fresh.query("select 1");
    } catch (error) {
      drop();
      throw error;
    }
  };
  return {
    async ask() {
      if (!client) return askFresh();
      try {
        await client.query("select 1");
      } catch {
        drop();
        await askFresh();
      }
    },
    describe: describeDatabaseFault,
    close: async () => drop(),
  };
}
