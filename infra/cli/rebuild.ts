import { allProjections } from "#projections/all.ts";
import type { AnyProjection } from "#runners/follower/model.ts";
import { rebuildModel } from "#runners/follower/rebuild/rebuild.ts";
import { decodeKnown } from "#runners/follower/unknown-events/decode-known.ts";
import { runTool } from "./open-installation.ts";

/**
 * `npm run rebuild -- <model>…|all`: replays the log into new tables of read models and swaps them in; the old ones
 * answer meanwhile.
 */
const wanted = process.argv.slice(2);
const projections: readonly AnyProjection[] = allProjections;
const names = projections.map(({ name }) => name);
const unknown = wanted.filter((name) => name !== "all" && !names.includes(name));

if (wanted.length === 0 || unknown.length > 0) {
  console.error(
    `${unknown.length > 0 ? `There is no read model ${unknown.join(", ")}. ` : ""}Usage: npm run rebuild -- <model>… where a model is one of ${names.join(", ")}, or all`,
  );
  process.exitCode = 2;
} else {
  await runTool(async ({ pool, store, events, log }) => {
    for (const projection of projections.filter(({ name }) => wanted.includes(name) || wanted.includes("all"))) {
      const position = await rebuildModel(projection, {
        store: store.store,
        decode: decodeKnown(events.decode),
        pool,
        log,
        afresh: true,
      });
      console.log(
        `Read model ${projection.name} rebuilt, ${position === null ? "from an empty log" : `up to position ${position}`}`,
      );
    }
    return 0;
  });
}
