import type { Pool } from "pg";
import type { EventStore } from "#domain/core/event-store.ts";
import { entryLeaf } from "#domain/transparency/log-entry.ts";
import { type LogSource, storedFrom, storedIn, verifyLog } from "#infra/event-store/verify-log.ts";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import { createLogTree } from "#infra/transparency/log-tree.ts";
import { checkTree, leavesOf } from "#infra/transparency/verify/check-tree.ts";
import { allProjections } from "#projections/all.ts";
import { compareRebuild } from "../../follower/compare-rebuild.ts";
import { portsOver, type ProcessPorts } from "../../use-case-ports.ts";
import { fileFaults } from "./file-faults.ts";
import { EFFECTS, type Journal } from "../journal.ts";
import { slotFaults } from "./slot-faults.ts";
import { stateFaults } from "./state-faults.ts";

/** What acknowledged calls have done. `others`: ids of things with which somebody else has worked, who keeps no journal. */
type Known = Pick<Journal, "effects"> & { readonly others?: readonly string[] };

/** `store`: where the log is, if it is not in the database. */
type Data = { readonly dataDir: string; readonly secret: string; readonly store?: EventStore | undefined };

/** What is wrong with the data of a product that nobody works with any more, one sentence each. */
export async function faultsOf(
  pool: Pool,
  { since, ...data }: Data & { readonly since: string },
  journal: Known,
): Promise<readonly string[]> {
  return [...(await effectFaults(pool, since, journal)), ...(await wholenessFaults(pool, data))];
}

/** What does not fit together in these data, whoever has worked with them, one sentence each. */
export async function wholenessFaults(pool: Pool, { dataDir, secret, store }: Data): Promise<readonly string[]> {
  const ports = await portsOver(pool, secret);
  try {
    return [
      ...(await stateFaults(pool)),
      ...(await slotFaults(pool)),
      ...(await fileFaults(pool, dataDir)),
      ...(await logFaults(pool, store ? storedFrom(store) : storedIn(ports.store))),
      ...(await modelFaults(pool, { ...ports, ...(store ? { store } : {}) })),
    ];
  } finally {
    await ports.store.close();
  }
}

/** The position of the newest event. */
export async function lastPosition(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>(
    "SELECT coalesce(max(position), 0) AS position FROM log.events",
  );
  return rows[0]!.position;
}

/** An upload whose file could not be loaded leaves no dataset; its call was refused, and comes again as another one. */
const REFUSED =
  "SELECT FROM log.events d WHERE d.stream = e.stream AND d.type = 'DatasetDeleted' AND d.command_id LIKE '%/refused%'";

/** Calls that were acknowledged without an effect, and effects without such a call. Only clients have worked since then. */
async function effectFaults(pool: Pool, since: string, { effects, others = [] }: Known): Promise<string[]> {
  const { rows } = await pool.query<{ effect: string; n: number }>(
    `SELECT type || ' ' || stream || CASE WHEN type LIKE 'Access%' THEN ' ' || (data->>'userId') ELSE '' END AS effect, count(*)::int AS n
     FROM log.events e WHERE type = ANY ($1) AND position > $2 AND NOT (type = 'DatasetCreated' AND EXISTS (${REFUSED})) GROUP BY 1`,
    [EFFECTS, since],
  );
  const made = new Map(rows.map(({ effect, n }) => [effect, n]));
  const wanted = Map.groupBy(effects, (effect) => effect);
  return [...new Set([...made.keys(), ...wanted.keys()])].flatMap((effect) => {
    if (others.some((id) => effect.includes(id))) return [];
    const [has, wants] = [made.get(effect) ?? 0, wanted.get(effect)?.length ?? 0];
    return has === wants ? [] : [`${effect}: acknowledged ${wants} times, in the log ${has} times`];
  });
}

async function logFaults(pool: Pool, source: LogSource): Promise<string[]> {
  const tree = createLogTree(pool);
  const { size } = await tree.state();
  const check = checkTree(leavesOf(tree.tiles, size), []);
  const { faults } = await verifyLog(source, ({ event }) =>
    check.push({ leaf: entryLeaf(event, logCrypto.sha256), ...event }),
  );
  const compared = await check.finish();
  return [
    ...faults.map(({ stream, revision, fault }) => `The log, ${stream}, revision ${revision}: ${fault}`),
    ...compared.faults.map(({ index, sentence }) => `The tree, at ${index}: ${sentence}`),
  ];
}

async function modelFaults(
  pool: Pool,
  { store, log }: { readonly store: EventStore; readonly log: ProcessPorts["log"] },
): Promise<string[]> {
  const differences = await compareRebuild(allProjections, { store, decode: log.decode, pool });
  return differences.map(
    ({ model, table, onlyLive, onlyRebuilt }) =>
      `The model ${model} differs from its rebuild in ${table}: ${JSON.stringify({ onlyLive, onlyRebuilt }).slice(0, 500)}`,
  );
}
