import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { type OutboxMail, outboxNames, readOutbox } from "#infra/mail/outbox.ts";
import type {} from "./postgres/cluster.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Compiled sources, which each start of the product would otherwise make anew. */
const COMPILED = path.join(ROOT, ".cache", "node");
const START_WITHIN_MS = 45_000;
const STOP_WITHIN_MS = 60_000;
const MAIL_WITHIN_MS = 20_000;
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
  "save",
  "change",
]
  .map((name) => `${name}=1000000/1h`)
  .join(",");

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
};
export type Ask = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** Somebody with a verified account who is logged in. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a CSV file, public unless told, and answers as the API does. */
  upload(
    csv: string | Uint8Array<ArrayBuffer>,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A new streaming key; the one before stops working. */
  key(): Promise<string>;
};

/** The real server in a process of its own. */
export type Product = {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything that it has written to its standard output and error. */
  output(): string;
  /** A request without a cookie, as a program sends it. */
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** Registers, verifies by the mailed link and logs in. `plan` 3 has no limits. */
  person(name: string, plan?: 1 | 2 | 3): Promise<Person>;
  /** The texts of the mails to an address, oldest first. */
  mailsTo(email: string): Promise<string[]>;
  /** Ends it and waits: answers the exit status, or the signal. */
  stop(signal?: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | string>;
  /** Ends it if it still runs and removes what it wrote. */
  remove(): Promise<void>;
};

export type ProductOptions = {
  /** Postgres to run on (`testDatabase()`); absent: the embedded one, with the sandbox API. */
  readonly databaseUrl?: string;
  /** A folder of an earlier product, to start again on; absent: a fresh one. */
  readonly dataDir?: string;
  readonly port?: number;
  /** Ports of loopback servers that connectors may call. */
  readonly upstreams?: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
  /** Most bytes of a file that it can write, in steps of 512: a disk without room. Not for the embedded Postgres. */
  readonly fileBytes?: number;
  /** Own process group, to see what it leaves behind. */
  readonly ownGroup?: boolean;
  /** The pages are built already: whoever runs outside vitest builds them before. */
  readonly built?: boolean;
  /** What /readyz answers once it is started; 200 unless told. */
  readonly readyWith?: 200 | 503;
  /** 45 s unless told: several products that start at the same moment share the processors. */
  readonly startWithinMs?: number;
};

/** Starts the product and waits until it is ready. Builds the pages first where their sources have changed. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  if (!options.built) await buildOnce();
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "tributary-product-")));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  let written = "";
  const limited =
    options.fileBytes === undefined
      ? null
      : ["-c", `ulimit -f ${Math.floor(options.fileBytes / 512)}; exec "$0" "$@"`, process.execPath, "server.ts"];
  const child = spawn(limited ? "/bin/sh" : process.execPath, limited ?? ["server.ts"], {
    cwd: ROOT,
    detached: options.ownGroup === true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      NODE_ENV: "test",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      RATE_LIMITS: PLENTY,
      UPLOADS_PER_DAY: "1000000",
      // Node could not write it on a disk without room.
      ...(limited ? {} : { NODE_COMPILE_CACHE: COMPILED }),
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl, APP_SECRET: PRODUCT_SECRET } : {}),
      ...(options.upstreams?.length
        ? { OUTBOUND_ALLOW: options.upstreams.map((each) => `127.0.0.1:${each}`).join(",") }
        : {}),
      ...options.env,
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (written += chunk.toString()));
  const ended = new Promise<number | string>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "")),
  );
  const mustDie = () => void child.kill("SIGKILL");
  process.once("exit", mustDie);
  void ended.then(() => process.off("exit", mustDie));
  const call = caller(url, {});
  const product: Product = {
    url,
    port,
    dataDir,
    process: child,
    output: () => written,
    call,
    person: (name, plan = 1) => signUp(product, name, plan),
    mailsTo: (email) => mailsTo(dataDir, email),
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const outcome = await Promise.race([ended, wait(STOP_WITHIN_MS, "late" as const, { ref: false })]);
      if (outcome !== "late") return outcome;
      child.kill("SIGKILL");
      throw new Error(`The product did not end within ${STOP_WITHIN_MS / 1000} s:\n${written}`);
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
      throw new Error(`The product did not start (${ready?.text ?? "no answer"}):\n${written}`);
    }
    await wait(50);
  }
}

/** Asks until `question` has an answer other than null, undefined and false; at most `withinMs`. */
export async function eventually<T>(
  question: () => Promise<T | null | undefined | false>,
  withinMs = 20_000,
  what = "What was expected did not happen",
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const answer = await question();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > until) throw new Error(`${what} within ${withinMs / 1000} s`);
    await wait(50);
  }
}

function caller(url: string, fixed: Record<string, string>) {
  return async (method: string, target: string, { body, headers, signal }: Ask = {}): Promise<Answer> => {
    const plain =
      body === undefined || typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
    const response = await fetch(url + target, {
      method,
      redirect: "manual",
      headers: {
        ...fixed,
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: plain ? (body as BodyInit) : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function signUp(product: Product, name: string, plan: 1 | 2 | 3): Promise<Person> {
  const email = `${name.toLowerCase().replace(/[^a-z0-9]+/g, ".")}@example.org`;
  const password = "correct horse of the test";
  const expected = async (answer: Promise<Answer>, status: number) => {
    const { status: got, text } = await answer;
    if (got !== status) throw new Error(`Signing ${name} up: ${got} ${text}`);
  };
  await expected(product.call("POST", "/api/users/register", { body: { name, email, password } }), 201);
  const mail = await eventually(async () => (await product.mailsTo(email))[0], MAIL_WITHIN_MS, "No mail came");
  const token = /verify-email\/([\w-]+)/.exec(mail)?.[1] ?? "";
  await expected(product.call("GET", `/api/users/verify-email/${token}`), 200);
  // With a follower in a process of its own the confirmation may be known a little later.
  const login = await eventually(
    async () => {
      const answer = await product.call("POST", "/api/users/login", { body: { email, password } });
      return answer.status === 200 && answer;
    },
    MAIL_WITHIN_MS,
    `${name} cannot sign in`,
  );
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const call = caller(product.url, { cookie, "sec-fetch-site": "same-origin" });
  const me = await call("GET", "/api/users/me");
  if (me.status !== 200) throw new Error(`Signing ${name} up: ${me.text}`);
  if (plan !== 1) await expected(call("PATCH", "/api/users/plan", { body: { plan } }), 200);
  return {
    id: me.json.id,
    name,
    email,
    password,
    cookie,
    call,
    get: (target) => call("GET", target),
    post: (target, body = {}, headers) => call("POST", target, { body, ...(headers ? { headers } : {}) }),
    async upload(csv, fields = {}, headers) {
      const form = new FormData();
      for (const [field, value] of Object.entries({ title: "Table", is_public: "true", ...fields }))
        form.append(field, value);
      form.append("file", new Blob([csv]), "table.csv");
      return call("POST", "/api/assets/upload-csv", { body: form, ...(headers ? { headers } : {}) });
    },
    async key() {
      const made = await call("POST", "/api/dev/apikey", { body: { email } });
      return made.json.api_key;
    },
  };
}

/** Mails by folder and file: many ask again and again, and a mail that was kept stays as it is. */
const kept = new Map<string, Promise<OutboxMail | null>>();

async function mailsTo(dataDir: string, email: string): Promise<string[]> {
  const ids = await outboxNames(dataDir);
  const mails = await Promise.all(
    ids.map((id) => {
      const file = path.join(dataDir, id);
      const mail = kept.get(file) ?? readOutbox(dataDir, id);
      kept.set(file, mail);
      return mail;
    }),
  );
  return mails.filter((mail) => mail?.to.includes(email)).map((mail) => mail?.text ?? "");
}

/** Builds the pages where their sources have changed. Test files run side by side: one of them builds, the others wait for it. */
export async function buildOnce(): Promise<void> {
  const client = new pg.Client({ connectionString: inject("clusterUrl") });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(4711)");
    const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      timeout: 120_000,
    });
    if (status !== 0) throw new Error(`The pages cannot be built:\n${stderr}`);
  } finally {
    await client.end();
  }
}

/** A port of loopback that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
