import { Writable } from "node:stream";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { Agent, request } from "undici";
import { consentOf } from "#domain/connector-language/consent/consent.ts";
import { parseDefinition } from "#domain/connector-language/validation/parse-definition.ts";
import type { RunStart } from "#domain/run/decider.ts";
import { loadConfig } from "#infra/config/config.ts";
import { createDiskRoom } from "#infra/platform/disk-room.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import { createLog } from "#infra/observability/logger.ts";
import { openFileStores } from "#infra/files/open-file-stores.ts";
import { openData } from "#infra/platform/open-data.ts";
import { openOutbound } from "#infra/platform/open-outbound.ts";
import { createRunRecords } from "#infra/beside-log/run-records.ts";
import { collectRows } from "#runners/pull/collect-rows.ts";
import { knownSecrets } from "#runners/pull/secrets/known-secrets.ts";
import type { PullPorts } from "#runners/pull/pull-ports.ts";
import { runRecorder } from "#runners/pull/run-recorder.ts";

/**
 * One pull in a process of its own, started by fork, so that its peak memory is its own too: `pull-once.ts ours|bare
 * <database> <port> <pages> <concurrent pulls>`. Pulls a twentieth of all pages first, to warm up, then sends its
 * parent the wall time, its processor time, and its peak memory.
 */
const [way = "", databaseUrl = "", port = "", pages = "", pulls = "1"] = process.argv.slice(2);
const USER_AGENT = "Tributary/bench";
const origin = `http://127.0.0.1:${port}`;
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(pulls) + 4 });

const pull = way === "ours" ? await oursPull() : pullBare;
await pull(Math.ceil((Number(pages) * Number(pulls)) / 20));
const began = performance.now();
const usedBefore = process.cpuUsage();
const pulled = await Promise.all(Array.from({ length: Number(pulls) }, (_, index) => pull(Number(pages), index)));
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(usedBefore);
await pool.end();
const result = {
  rows: pulled.reduce((sum, rows) => sum + rows, 0),
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
if (process.send) process.send(result, () => process.disconnect());
else console.log(result);

/**
 * As wired in server.ts and run by runners/pull, from the definition to the readable table. Log lines are written and
 * dropped.
 */
async function oursPull(): Promise<(count: number, index?: number) => Promise<number>> {
  const read = loadConfig({
    DATABASE_URL: databaseUrl,
    APP_SECRET: "secret-of-the-benchmark-0123456789abcdef",
    OUTBOUND_ALLOW: `127.0.0.1:${port}`,
  });
  if (!read.ok) throw new Error(read.faults.join(" "));
  const log = createLog("info", new Writable({ write: (_chunk, _encoding, done) => done() }));
  const { outbound } = await openOutbound(read.config, log, USER_AGENT);
  const room = createDiskRoom({ folder: read.config.dataDir, pool, minFreeBytes: 1 });
  const { pullTables: tables } = await openData({
    config: read.config,
    log,
    pool,
    workPool: pool,
    previewPool: pool,
    streamPool: pool,
    room,
    files: await openFileStores(read.config, room, log),
  });
  const records = createRunRecords(pool);
  const ports: Pick<PullPorts, "tables" | "outputs" | "reportError"> = {
    tables,
    outputs: { find: async () => null, storedOutput: async () => null },
    reportError: (error) => console.error(error),
  };
  return async (count, index = 0) => {
    const parsed = parseDefinition({
      protocol: "rest",
      base_url: origin,
      operations: [
        {
          id: "orders",
          name: "Orders",
          method: "GET",
          url: `/${count}`,
          records: "data",
          pagination: { strategy: "cursor", cursor_param: "cursor", cursor_path: "next_cursor" },
        },
      ],
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
    const { definition } = parsed;
    const consent = consentOf(definition);
    const within = {
      allowedOrigins: consent.hosts,
      secrets: [],
      signal: AbortSignal.timeout(read.config.limits.runTimeoutMs),
    };
    const calls = openCalls(outbound)(within);
    const start = {
      runId: `bench-${count}-${index}`,
      instanceId: "bench",
      number: 1,
      ownerId: "bench",
      override: true,
    } as RunStart;
    await records.begin(start);
    const recorder = runRecorder({
      records,
      runId: start.runId,
      now: () => Date.now(),
      hide: (text) => text,
      onError: (error) => console.error(error),
    });
    // A connection knows a credential, which is looked for in every cell.
    const secrets = knownSecrets();
    secrets.list.push("credential-of-the-bench-0123456789");
    const outcome = await collectRows({
      // Collecting needs only these ports and parts of the run.
      ports: ports as PullPorts,
      start,
      tableName: "orders",
      resume: new Map(),
      secrets,
      input: {
        definition,
        settings: {},
        secrets: {},
        consent,
        userAgent: USER_AGENT,
        send: calls.send,
        sleep: async () => undefined,
        now: () => Date.now(),
        random: () => Math.random(),
        encodingOf: () => "windows-1252",
        observe: recorder.observe,
      },
    });
    calls.close();
    await recorder.finish();
    if (outcome.status !== "success") throw new Error(JSON.stringify(outcome));
    return outcome.rowCount;
  };
}

type Order = {
  id: number;
  title: string;
  status: string;
  amount: number;
  paid: boolean;
  created_at: string;
  customer: { id: number; name: string; city: string };
  tags: string[];
  note: string | null;
};

/**
 * What a programmer would write for these pages: one open connection, known columns and types, COPY as the pages
 * arrive.
 */
async function pullBare(count: number, index = 0): Promise<number> {
  const table = `public.bare_orders_${index}`;
  const agent = new Agent({ connections: 1 });
  const client = await pool.connect();
  try {
    await client.query(`DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (
      id bigint, title text, status text, amount double precision, paid boolean, created_at timestamptz,
      customer_id bigint, customer_name text, customer_city text, tags jsonb, note text)`);
    const copy = client.query(copyFrom(`COPY ${table} FROM STDIN`));
    const copied = new Promise<void>((resolve, reject) => copy.once("finish", resolve).once("error", reject));
    let total = 0;
    for (let cursor: string | null = "0"; cursor !== null;) {
      const { body } = await request(`${origin}/${count}?cursor=${cursor}`, { dispatcher: agent });
      const page = (await body.json()) as { data: Order[]; next_cursor: string | null };
      copy.write(page.data.map(lineOf).join(""));
      total += page.data.length;
      cursor = page.next_cursor;
    }
    copy.end();
    await copied;
    return total;
  } finally {
    client.release();
    await agent.close();
  }
}

function lineOf({ id, title, status, amount, paid, created_at, customer, tags, note }: Order): string {
  const cells = [
    id,
    title,
    status,
    amount,
    paid,
    created_at,
    customer.id,
    customer.name,
    customer.city,
    JSON.stringify(tags),
    note,
  ];
  return `${cells.map((cell) => (cell === null ? "\\N" : String(cell).replace(/[\\\t\n\r]/g, "\\$&"))).join("\t")}\n`;
}
