import { parseArgs } from "node:util";
import { untilTime } from "#domain/use-cases/history/history-time.ts";
import { stateAsOf } from "#domain/use-cases/history/state-as-of.ts";
import { isSubjectKind } from "#domain/use-cases/history/subject.ts";
import { createDatabaseClock } from "../time/clock.ts";
import { runTool } from "./open-installation.ts";

/**
 * `npm run replay -- connector|dataset|instance|user <id> [--as-of <time>]`: what it was at a time, as JSON, replayed from
 * its events in the log alone. Exit status 1: it was not there then; 2: it cannot be replayed.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { "as-of": { type: "string" } } });
const [kind = "", id = "", ...more] = positionals;
const asked = values["as-of"];

if (!isSubjectKind(kind) || id === "" || more.length > 0) {
  console.error("Usage: npm run replay -- connector|dataset|instance|user <id> [--as-of <time>]");
  process.exitCode = 2;
} else if (asked !== undefined && untilTime(asked) === null) {
  console.error("--as-of takes a time in ISO 8601, such as 2026-11-01T00:00:00Z.");
  process.exitCode = 2;
} else
  await runTool(async ({ events, pool }) => {
    const time = untilTime(asked ?? (await createDatabaseClock(pool).now()).toISOString())!;
    const state = await stateAsOf(events, { kind, id }, time);
    console.log(JSON.stringify({ id, asOf: time, state }, null, 2));
    return state.status === "absent" ? 1 : 0;
  });
