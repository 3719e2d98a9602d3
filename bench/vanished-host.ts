/**
 * What happens when a host vanishes without closing connections, measured with a network namespace whose link goes
 * down: how long locks and unfinished work stay, and how long we wait. Needs root and `ip`: `node
 * bench/vanished-host.ts`.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createDatabase } from "#infra/postgres/database.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { startCopy } from "#infra/tables/load/copy-rows.ts";
import { startTestingCluster } from "#testing/postgres/cluster.ts";

const SPACE = "tributary-bench";
const [HERE, THERE] = ["10.213.77.1", "10.213.77.2"];
const ip = (...words: string[]) => execFileSync("ip", words);
const started = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${what}`);

if (process.argv[2] === "client") await beClient(process.argv[3] ?? "");
else await measure();

/** Runs on the side whose link goes down: holds a lock, listens, copies rows, and queries every second. */
async function beClient(url: string): Promise<void> {
  const { pool } = createDatabase(url, { applicationName: "vanishing", max: 6, onIdleError: () => undefined });
  void createExclusiveWork(pool).run("bench", () => new Promise(() => undefined));
  listenTo(pool, "bench", { warn: () => say("there: the listener found its connection lost") });
  const copying = await pool.connect();
  await copying.query("BEGIN");
  await startCopy(copying, "rows", { format: "text", freeze: false }).write(Buffer.from("1\n"));
  for (let failed = false; ;) {
    const asked = performance.now();
    const answer = await pool.query("SELECT 1").then(
      () => "answered",
      (error: Error) => error.message,
    );
    const seconds = ((performance.now() - asked) / 1_000).toFixed(1);
    if (answer !== "answered" || failed)
      say(`there: a query ended after ${seconds} s: ${answer}; connections in the pool: ${pool.totalCount}`);
    else if (!failed) console.log("ready");
    failed = answer !== "answered";
    await wait(1_000);
  }
}

async function measure(): Promise<void> {
  makeLink();
  const cluster = await startTestingCluster({ tcp: true, settings: { listen_addresses: `127.0.0.1,${HERE}` } });
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query("CREATE TABLE rows (n int)");
  const { rows } = await admin.query<{ file: string }>("SELECT current_setting('hba_file') AS file");
  execFileSync("sh", ["-c", `echo 'host all all ${THERE}/32 trust' >> '${rows[0]!.file}'`]);
  await admin.query("SELECT pg_reload_conf()");
  const url = cluster.url.replace("127.0.0.1", HERE);
  const client = spawn("ip", ["netns", "exec", SPACE, process.execPath, import.meta.filename, "client", url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(client.stdout);
  try {
    await once(lines, "line");
    await wait(3_000);
    lines.on("line", (line) => line !== "ready" && console.log(line));
    const down = performance.now();
    ip("link", "set", "bench-here", "down");
    say("the link goes down");
    const watch: Record<string, string> = {
      "the lock": "SELECT FROM pg_locks WHERE locktype = 'advisory'",
      "the copy": "SELECT FROM pg_locks WHERE relation = 'rows'::regclass",
      "every session of the vanished host": "SELECT FROM pg_stat_activity WHERE application_name = 'vanishing'",
    };
    while (Object.keys(watch).length > 0 && performance.now() - down < 120_000) {
      for (const [what, sql] of Object.entries(watch)) {
        if ((await admin.query(sql)).rowCount !== 0) continue;
        say(`here: ${what} is gone ${((performance.now() - down) / 1_000).toFixed(1)} s after the link`);
        delete watch[what];
      }
      await wait(100);
    }
    await wait(20_000);
    ip("link", "set", "bench-here", "up");
    say("the link is up again");
    await wait(20_000);
  } finally {
    client.kill("SIGKILL");
    await admin.end();
    await cluster.stop();
    ip("netns", "del", SPACE);
  }
}

function makeLink(): void {
  ip("netns", "add", SPACE);
  ip("link", "add", "bench-here", "type", "veth", "peer", "name", "bench-there", "netns", SPACE);
  ip("addr", "add", `${HERE}/24`, "dev", "bench-here");
  ip("link", "set", "bench-here", "up");
  ip("-n", SPACE, "addr", "add", `${THERE}/24`, "dev", "bench-there");
  ip("-n", SPACE, "link", "set", "bench-there", "up");
}
