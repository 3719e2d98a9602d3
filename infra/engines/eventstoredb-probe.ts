import { BACKWARDS, END } from "@eventstore/db-client";
import { readToEnd } from "../event-store/eventstoredb/eventstoredb-reads.ts";
import { connectLogClient } from "../event-store/eventstoredb/log-client.ts";
import { describeEventStoreFault } from "./describe-fault.ts";
import type { Probe } from "./probe.ts";

/** Reads the last event. Throws if the address cannot be read. */
export function eventStoreDbProbe(url: string): Probe {
  const client = connectLogClient(url);
  return {
    async ask() {
      await readToEnd(client, (asked) =>
        asked.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true }),
      );
    },
    describe: describeEventStoreFault,
    close: () => client.close(),
  };
}
