import { MongoClient } from "mongodb";
import { describeMongoFault } from "./describe-fault.ts";
import { ANSWER_WITHIN_MS, type Probe } from "./probe.ts";

/** Throws if the address cannot be read. */
export function mongoProbe(url: string): Probe {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: ANSWER_WITHIN_MS,
    socketTimeoutMS: ANSWER_WITHIN_MS,
    maxPoolSize: 1,
  });
  return {
    ask: async () => void (await client.db().command({ ping: 1 })),
    describe: describeMongoFault,
    close: () => client.close(),
  };
}
