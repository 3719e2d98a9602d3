import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type HostileRequest, hostileRequests, type HostileWorld, hostileWorld } from "#testing/hostile/requests.ts";
import { type Product, startProduct } from "#testing/product.ts";
import type { Bench, Measured } from "../benchmark.ts";
import type { Seen } from "./health-poller.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const AIM_MS = 250;
const AIM_BYTES = 128_000_000;
const MB = 1_000_000;
/** An input that takes longer is given up; its silence counts. */
const LONGEST_MS = 60_000;
/** What is left of an input is cleared away meanwhile. */
const PAUSE_MS = 50;

type Outcome = Seen & { readonly name: string; readonly status: number | "given up"; readonly aboveBytes: number };

/**
 * Sends the product, in a process of its own, one hostile input after another, and looks at it from a third process: how
 * long `/healthz` is silent, and what memory is used above that of the idle product.
 */
export async function hostile(bench: Bench): Promise<Measured[]> {
  const built = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: "ignore" });
  if (built.status !== 0) throw new Error("The pages cannot be built");
  const db = await bench.database();
  const env = { NODE_ENV: "production", ADMIN_EMAILS: "author@example.org" };
  const product = await startProduct({ databaseUrl: db.url, built: true, env });
  bench.signal.addEventListener("abort", () => void product.remove(), { once: true });
  let poller: ChildProcess | null = null;
  try {
    const world = await hostileWorld(await product.person("Author", 3));
    poller = fork(new URL("./health-poller.ts", import.meta.url), [product.url, String(product.process.pid)]);
    await look(poller);
    await wait(2_000);
    const idle = await look(poller);
    const outcomes: Outcome[] = [];
    for (const each of hostileRequests(world)) {
      const status = await send(product, world, each);
      await wait(PAUSE_MS);
      const seen = await look(poller);
      outcomes.push({ name: each.name, status, ...seen, aboveBytes: Math.max(0, seen.peakBytes - idle.peakBytes) });
    }
    tell(outcomes, idle);
    const most = (of: (outcome: Outcome) => number) => Math.max(...outcomes.map(of));
    return [
      {
        ...{ name: "hostile, silence of /healthz", unit: "ms", kind: "cost", against: "the aim" },
        samples: [{ figure: most(({ silentMs }) => silentMs), baseline: AIM_MS }],
      },
      {
        ...{ name: "hostile, memory above idle", unit: "MB", kind: "cost", against: "the aim" },
        samples: [{ figure: most(({ aboveBytes }) => aboveBytes) / MB, baseline: AIM_BYTES / MB }],
      },
    ];
  } finally {
    poller?.kill();
    await product.remove();
    await db.drop();
  }
}

/** What was seen since the last look. */
async function look(poller: ChildProcess): Promise<Seen> {
  poller.send("look");
  const [seen] = (await once(poller, "message")) as [Seen];
  return seen;
}

/** Sends it, reads the whole answer and returns its status. */
function send(product: Product, { person }: HostileWorld, each: HostileRequest): Promise<Outcome["status"]> {
  const { promise, resolve } = Promise.withResolvers<Outcome["status"]>();
  const { method, path: target, body, visitor } = each;
  const own = visitor ? {} : { cookie: person.cookie, "sec-fetch-site": "same-origin" };
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = Object.fromEntries(
    Object.entries({ ...own, ...length, ...each.headers }).filter(([, value]) => value !== ""),
  );
  const options = { host: "127.0.0.1", port: product.port, method, path: target, headers, agent: false };
  const sent = request(options, (answer) => {
    answer.resume().on("close", () => resolve(answer.statusCode ?? 0));
  });
  const late = setTimeout(() => {
    sent.destroy();
    resolve("given up");
  }, LONGEST_MS);
  sent.on("error", () => resolve("given up")).end(body);
  return promise.finally(() => clearTimeout(late));
}

/** The inputs that cost most, and all beyond an aim. */
function tell(outcomes: readonly Outcome[], idle: Seen): void {
  const line = ({ name, status, silentMs, aboveBytes }: Outcome) =>
    `  ${name.padEnd(60)} ${String(status).padStart(8)} ${silentMs.toFixed(0).padStart(7)} ms ${(aboveBytes / MB).toFixed(0).padStart(6)} MB`;
  console.log(
    `${outcomes.length} hostile inputs; idle ${(idle.peakBytes / MB).toFixed(0)} MB, ${idle.silentMs.toFixed(0)} ms`,
  );
  const shown = process.env["HOSTILE_ALL"]
    ? outcomes
    : outcomes.toSorted((a, b) => b.silentMs - a.silentMs).slice(0, 25);
  console.log("The longest silences, with the memory above idle:");
  for (const each of shown) console.log(line(each));
  const beyond = outcomes.filter(({ silentMs, aboveBytes }) => silentMs > AIM_MS || aboveBytes > AIM_BYTES);
  console.log(`${beyond.length} beyond an aim (${AIM_MS} ms, ${AIM_BYTES / MB} MB)`);
}
