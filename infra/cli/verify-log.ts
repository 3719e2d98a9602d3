import { storedFrom, verifyLog } from "../event-store/verify-log.ts";
import { runTool } from "./open-installation.ts";

/** `npm run verify-log`: recomputes every hash of the log. Exit status 1 if an event differs from what was written. */
await runTool(async ({ store }) => {
  const source =
    store.kind === "postgres"
      ? { readStored: store.store.readStored, contiguous: true }
      : { readStored: storedFrom(store.store), contiguous: false };
  const { events, streams, digest, faults } = await verifyLog(source);
  for (const { stream, revision, position, fault } of faults)
    console.error(`Stream ${stream}, revision ${revision} (position ${position}): ${fault}.`);
  console.log(`${events} events in ${streams} streams, ${faults.length} faults, digest ${digest}`);
  return faults.length === 0 ? 0 : 1;
});
