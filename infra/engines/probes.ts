import { BACKWARDS, END, EventStoreDBClient } from "@eventstore/db-client";
import { MongoClient } from "mongodb";
import pg from "pg";
import { describeDatabaseFault, describeEventStoreFault, describeMongoFault } from "./describe-fault.ts";

/** Checks whether an engine answers, over a connection of its own. */
export type Probe = {
  /** Rejects if no answer arrives within `ANSWER_WITHIN_MS`. */
  ask(): Promise<void>;
  /** An error of `ask` in a few words, without user and password. */
  describe(error: unknown): string;
  close(): Promise<void>;
};

const ANSWER_WITHIN_MS = 5_000;

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
    describe: (error) => describeDatabaseFault(error).words,
    close: async () => drop(),
  };
}

export function eventStoreDbProbe(url: string): Probe {
  const client = EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, "esdb"));
  return {
    async ask() {
      const last = client.readAll({
        direction: BACKWARDS,
        fromPosition: END,
        maxCount: 1,
        requiresLeader: true,
        deadline: ANSWER_WITHIN_MS,
      });
      for await (const _event of last);
    },
    describe: (error) => describeEventStoreFault(error).words,
    close: () => client.dispose(),
  };
}

export function mongoProbe(url: string): Probe {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: ANSWER_WITHIN_MS,
    socketTimeoutMS: ANSWER_WITHIN_MS,
    maxPoolSize: 1,
  });
  return {
    ask: async () => void (await client.db().command({ ping: 1 })),
    describe: (error) => describeMongoFault(error).words,
    close: () => client.close(),
  };
}
