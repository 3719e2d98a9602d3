import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { type Answer, type Ask, caller } from "./call.ts";
import { mailsTo, type Person, signUp } from "./person.ts";
import { pagesBuilt } from "./postgres/pages-built.ts";
import type {} from "./postgres/cluster.ts";
import { type ServerProcessOptions, startServerProcess } from "./server-process.ts";
import { freePort } from "./servers/free-port.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 60_000;
export const PRODUCT_SECRET = "secret-of-the-product-under-test-0123456789";
const PLENTY = [
  "login",
  "login-address",
  "register",
  "forgot",
  "forgot-address",
  "link",
  "mail",
  "contact",
  "contact-all",
  "run",
  "try",
  "share",
  "ask",
  "save",
  "change",
  "key",
]
  .map((name) => `${name}=1000000/1h`)
  .join(",");

/** The real server in a process of its own. */
export type Product = {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything that it has written to standard output and error. */
  output(): string;
  /** A request without a cookie, as a program sends it. */
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** Registers, verifies with the mailed link and logs in. `plan` 3 has no limits. */
  person(name: string, plan?: 1 | 2 | 3): Promise<Person>;
  /** The texts of the mails to an address, oldest first. */
  mailsTo(email: string): Promise<string[]>;
  /** Stops it and waits: returns the exit status, or the signal. */
  stop(signal?: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | string>;
  /** Stops it if it still runs and removes what it wrote. */
  remove(): Promise<void>;
};

export type ProductOptions = ServerProcessOptions & {
  /** Postgres to run on (`testDatabase()`); absent: the embedded one, with the sandbox API. */
  readonly databaseUrl?: string;
  /** The data folder of an earlier product, to start on again; absent: a new one. */
  readonly dataDir?: string;
  readonly port?: number;
  /** Ports of loopback servers that connectors may call. */
  readonly upstreams?: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
  /** The pages are already built: callers outside vitest build them before. */
  readonly built?: boolean;
  /** The status of /readyz once it is started; default 200. */
  readonly readyWith?: 200 | 503;
  /** Default 120 s: several products that start at the same moment share the processors. */
  readonly startWithinMs?: number;
  /** Gets the process at once, not only when it is ready. */
  readonly onProcess?: (process: ChildProcess) => void;
};

/** Starts the product and waits until it is ready. Builds the pages first if their sources have changed. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  if (!options.built) await buildOnce();
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "tributary-product-")));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const server = startServerProcess(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: PLENTY,
      UPLOADS_PER_DAY: "1000000",
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl, APP_SECRET: PRODUCT_SECRET } : {}),
      ...(options.upstreams?.length
        ? { OUTBOUND_ALLOW: options.upstreams.map((each) => `127.0.0.1:${each}`).join(",") }
        : {}),
      ...options.env,
    },
    { ...options, pages: !["follower", "runner"].includes(options.env?.["ROLE"] ?? "all") },
  );
  const child = server.process;
  options.onProcess?.(child);
  const ended = new Promise<number | string>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "")),
  );
  const call = caller(url, {});
  const product: Product = {
    url,
    port,
    dataDir,
    process: child,
    output: server.output,
    call,
    person: (name, plan = 1) => signUp(product, name, plan),
    mailsTo: (email) => mailsTo(dataDir, email),
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const outcome = await Promise.race([ended, wait(STOP_WITHIN_MS, "late" as const, { ref: false })]);
      if (outcome !== "late") return outcome;
      child.kill("SIGKILL");
      throw new Error(`The product did not end within ${STOP_WITHIN_MS / 1000} s:\n${server.output()}`);
    },
    async remove() {
      await product.stop("SIGKILL");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  const until = Date.now() + (options.startWithinMs ?? START_WITHIN_MS);
  for (;;) {
    const ready = await call("GET", "/readyz").catch(() => null);
    if (ready?.status === (options.readyWith ?? 200)) return product;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      await product.stop("SIGKILL");
      throw new Error(`The product did not start (${ready?.text ?? "no answer"}):\n${server.output()}`);
    }
    await wait(50);
  }
}

/**
 * Builds the pages if their sources have changed, once in a run. Of several test files that run in parallel one builds,
 * the others wait for it.
 */
export async function buildOnce(): Promise<void> {
  const built = pagesBuilt(inject("runFolder"));
  if (existsSync(built)) return;
  const client = new pg.Client({ connectionString: inject("clusterUrl") });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(4711)");
    if (existsSync(built)) return;
    const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      timeout: 120_000,
    });
    if (status !== 0) throw new Error(`The pages cannot be built:\n${stderr}`);
    writeFileSync(built, "");
  } finally {
    await client.end();
  }
}
