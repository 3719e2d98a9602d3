import { BACKWARDS, END, EventStoreDBClient } from "@eventstore/db-client";
import { describeEventStoreFault } from "./describe-fault.ts";
import { ANSWER_WITHIN_MS, type Probe } from "./probe.ts";

/** Reads the last event. Throws if the address cannot be read. */
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
    describe: describeEventStoreFault,
    close: () => client.dispose(),
  };
}
