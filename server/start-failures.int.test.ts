import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { makeTables } from "#testing/postgres/make-tables.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type OutsidePostgres, startOutsidePostgres } from "#testing/postgres/outside-postgres.ts";
import { allMigrations } from "#infra/platform/schema.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { buildOnce, startProduct } from "#testing/product.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { type S3Server, startS3Server } from "#testing/servers/s3-server.ts";

/**
 * The output of a server that cannot start: one sentence with the name of the variable, no stack, no password, status
 * 1.
 */
let postgres: OutsidePostgres;
let db: FreshDatabase;
let folder: string;
let files: S3Server;
beforeAll(async () => {
  await buildOnce();
  [postgres, db, files] = await Promise.all([startOutsidePostgres(), testDatabase(), startS3Server()]);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-start-"));
}, 120_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await files?.stop();
  await db?.drop();
  await postgres?.remove();
});

const OLDER = allMigrations(modelMigrations).slice(0, -2);

type Ended = { readonly status: number | null; readonly output: string; readonly err: string };

/** Starts the server and waits until it has ended. */
async function failedStart(env: Readonly<Record<string, string>>): Promise<Ended> {
  const server = startServerProcess({
    DATA_DIR: path.join(folder, "data"),
    APP_SECRET: "secret of the start under test 0123456789",
    START_TIMEOUT_SECONDS: "1",
    ...env,
  });
  const [status] = (await once(server.process, "close")) as [number | null];
  return { status, output: server.output(), err: server.errors() };
}

const CANARY = "canary0815";
const addressOf = (change: (url: URL) => void): string => {
  const url = new URL(postgres.url);
  [url.username, url.password] = ["tributary", CANARY];
  change(url);
  return url.href;
};

test.each([
  [
    "a Postgres that nothing runs as",
    async () => ({ DATABASE_URL: addressOf((url) => (url.port = "1")) }),
    /^DATABASE_URL: the database at 127\.0\.0\.1:1, database postgres cannot be used: connections are refused\. It was waited for 1 s\.$/,
  ],
  [
    "a database that is not there",
    async () => ({ DATABASE_URL: addressOf((url) => (url.pathname = "/elsewhere")) }),
    /^DATABASE_URL: .* cannot be used: the database does not exist\. It was waited for 1 s\.$/,
  ],
  [
    "a host that is not there",
    // A resolver that does not answer is given up soon: a process ends only when its look-ups have.
    async () => ({
      DATABASE_URL: addressOf((url) => (url.hostname = "db.invalid")),
      RES_OPTIONS: "timeout:1 attempts:1",
    }),
    // A resolver may take longer than the wait: then there is no answer.
    /^DATABASE_URL: .* cannot be used: (?:there is no host of this name|the name of its host cannot be looked up|there is no answer)\. It was waited for 1 s\.$/,
  ],
  [
    "an EventStoreDB that nothing runs as",
    async () => ({ DATABASE_URL: postgres.url, EVENTSTORE_URL: `esdb://admin:${CANARY}@127.0.0.1:1?tls=false` }),
    /^EVENTSTORE_URL: the event log at 127\.0\.0\.1:1 cannot be used: .+ It was waited for 1 s\.$/,
  ],
  [
    "a MongoDB that nothing runs as",
    async () => ({ DATABASE_URL: postgres.url, MONGODB_URL: `mongodb://admin:${CANARY}@127.0.0.1:1/tributary` }),
    /^MONGODB_URL: the job queue at 127\.0\.0\.1:1 cannot be used: connections are refused\. It was waited for 1 s\.$/,
  ],
  [
    "a file store that nothing runs as",
    async () => ({ DATABASE_URL: db.url, FILES_URL: files.url({ port: "1", secret: CANARY }) }),
    /^FILES_URL: the file store at 127\.0\.0\.1:1, bucket files cannot be used: connections are refused\. It was waited for 1 s\.$/,
  ],
  [
    "a file store with another secret",
    async () => ({ DATABASE_URL: db.url, FILES_URL: files.url({ secret: CANARY }) }),
    /^FILES_URL: the file store at 127\.0\.0\.1:\d+, bucket files cannot be used: it does not accept the access key and its secret\.$/,
  ],
  [
    "a bucket that is not there",
    async () => ({ DATABASE_URL: db.url, FILES_URL: files.url({ bucket: "elsewhere" }) }),
    /^FILES_URL: the file store at .* cannot be used: the bucket does not exist\. It was waited for 1 s\.$/,
  ],
  [
    "a file store that wants TLS",
    async () => ({ DATABASE_URL: db.url, FILES_URL: files.url().replace("&tls=false", "") }),
    /^FILES_URL: the file store at .* cannot be used: it does not speak as the address says: tls=false is for a store without TLS\.$/,
  ],
  [
    "a port that is in use",
    async () => ({ DATABASE_URL: postgres.url, PORT: String(postgres.port) }),
    /^PORT: another program listens on port \d+ of 127\.0\.0\.1 already\. Stop it, or set PORT to another number\.$/,
  ],
  [
    "a host that is not of this machine",
    async () => ({ DATABASE_URL: postgres.url, PORT: String(await freePort()), HOST: "192.0.2.1", OUTBOX: "off" }),
    /^HOST: 192\.0\.2\.1 is not an address of this machine\.$/,
  ],
  [
    "a runner whose port is in use",
    async () => {
      await makeTables(postgres.url);
      return { DATABASE_URL: postgres.url, ROLE: "runner", PORT: String(postgres.port) };
    },
    /^PORT: another program listens/,
  ],
])("%s: one sentence, status 1", async (_what, env, sentence) => {
  const { status, output, err } = await failedStart(await env());
  expect([status, err.split("\n")[0]]).toEqual([1, "Tributary cannot start."]);
  const [, said = "", ...rest] = err.trimEnd().split("\n");
  expect(said).toMatch(sentence);
  expect(rest).toEqual([]);
  expect(output).not.toContain(CANARY);
  expect(output.split("\n").filter((line) => line.includes("Waiting for")).length).toBeLessThan(5);
});

test.each([
  [{ ROLE: "web" }, []],
  [{ ROLE: "follower" }, []],
  [{ ROLE: "runner" }, []],
  [{ MIGRATE: "off" }, []],
  [{ MIGRATE: "off" }, OLDER],
  [{ ROLE: "web" }, OLDER],
])("with %o nothing is migrated: a start names the command, and changes nothing", async (env, made) => {
  const own = await testDatabase();
  try {
    await migrate(own.pool, made);
    if (made.length === 0) await own.pool.query("drop table public.migrations");
    const schemas = async () => (await own.pool.query("select nspname from pg_namespace order by 1")).rows;
    const before = await schemas();
    const { status, err } = await failedStart({
      ...{ DATABASE_URL: own.url, DATA_DIR: path.join(folder, "none") },
      ...env,
    });
    const what =
      made.length === 0
        ? "The database has no tables yet."
        : "The database is older than this version of Tributary: 2 migrations, from installation-001-data-folder on, have not been made.";
    expect([status, err.trimEnd().split("\n")]).toEqual([
      1,
      [
        "Tributary cannot start.",
        `${what} Run \`npm run migrate\` first: with MIGRATE=off, or a ROLE other than all, a start does not migrate.`,
      ],
    ]);
    expect(await schemas()).toEqual(before);
  } finally {
    await own.drop();
  }
});

test("a server that migrates a database with data says so before", { timeout: 120_000 }, async () => {
  const own = await testDatabase();
  try {
    await migrate(own.pool, OLDER);
    await own.pool.query("alter table public.migrations drop column works_with, drop column made_by");
    const product = await startProduct({ built: true, databaseUrl: own.url });
    try {
      expect(product.output()).toMatch(
        /"msg":"The database was last migrated by an earlier version .* This is a point of no return: /,
      );
    } finally {
      await product.remove();
    }
  } finally {
    await own.drop();
  }
});

test("a host for others that shows mails as on a machine of one's own: one sentence, status 1", async () => {
  const { status, err } = await failedStart({ DATABASE_URL: postgres.url, HOST: "0.0.0.0" });
  expect(status).toBe(1);
  expect(err).toMatch(/^Tributary cannot start:\n- HOST lets other machines in, .*, or OUTBOX=off\.\n$/);
});

/** A server that answers every client with one error with a code, as PostgreSQL and PgBouncer do. */
async function answering(code: string, message: string): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on("error", () => undefined)
      .once("data", () => {
        const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
        const head = Buffer.alloc(5);
        head.write("E");
        head.writeInt32BE(fields.length + 4, 1);
        socket.end(Buffer.concat([head, fields]));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test.each([
  [
    "a wrong password",
    "28P01",
    'password authentication failed for user "tributary"',
    /it does not accept the user and the password\.$/,
  ],
  [
    "a pooler that refuses settings",
    "08P01",
    "unsupported startup parameter: statement_timeout",
    /a connection pooler refuses start-up parameters: connect directly, or with PgBouncer set pool_mode=session and ignore_startup_parameters\.$/,
  ],
])("%s ends the start at once", async (_what, code, message, sentence) => {
  const server = await answering(code, message);
  try {
    const { status, err, output } = await failedStart({
      DATABASE_URL: addressOf((url) => (url.port = String(server.port))),
      // Who waited for it would outlast this test.
      START_TIMEOUT_SECONDS: "3600",
    });
    expect([status, err.trimEnd().split("\n")]).toEqual([
      1,
      ["Tributary cannot start.", expect.stringMatching(sentence)],
    ]);
    expect(output).not.toMatch(new RegExp(`${CANARY}|for user`));
  } finally {
    server.close();
  }
});

test("a database that comes later is waited for", { timeout: 120_000 }, async () => {
  const late = await startOutsidePostgres();
  await late.stop();
  // Accepts connections in the product's place until it has tried twice.
  const nobody = createServer((socket) => void socket.destroy()).listen(late.port, "127.0.0.1");
  try {
    const starting = startProduct({ built: true, databaseUrl: late.url });
    await once(nobody, "connection");
    await once(nobody, "connection");
    nobody.close();
    await late.start();
    const product = await starting;
    const lines = product
      .output()
      .split("\n")
      .filter((line) => line.includes("Waiting for the database at 127.0.0.1"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(10);
    await product.remove();
  } finally {
    await late.remove();
  }
});

test(
  "a data folder that is not the database's is refused with what to do; deleting the row takes it on",
  { timeout: 120_000 },
  async () => {
    const first = await startProduct({ built: true, databaseUrl: db.url });
    const other = path.join(folder, "other");
    const env = {
      DATABASE_URL: db.url,
      APP_SECRET: "secret-of-the-product-under-test-0123456789",
      PORT: String(await freePort()),
      ROLE: "runner",
    };
    try {
      for (const DATA_DIR of [other, folder]) {
        if (DATA_DIR === folder) await writeFile(path.join(folder, "installation-id"), "of another installation\n");
        const { status, err } = await failedStart({ ...env, DATA_DIR });
        expect(status).toBe(1);
        expect(err.trimEnd().split("\n")).toEqual([
          "Tributary cannot start.",
          expect.stringMatching(
            /^DATA_DIR: the folder .* (?:has no file installation-id|belongs to another installation), .* "delete from installation\.data_folder" in the database\.$/,
          ),
        ]);
      }
      await first.stop();
      await db.pool.query("delete from installation.data_folder");
      const moved = await startProduct({ built: true, databaseUrl: db.url, dataDir: other });
      await moved.remove();
    } finally {
      await first.remove();
    }
  },
);

test(
  "a bucket that is not the database's is refused with what to do, and so is a start without it",
  { timeout: 120_000 },
  async () => {
    const [own, another] = await Promise.all([testDatabase(), testDatabase()]);
    const FILES_URL = files.url({ bucket: "files/one" });
    await makeTables(another.url);
    const first = await startProduct({ built: true, databaseUrl: own.url, env: { FILES_URL } });
    const env = {
      DATABASE_URL: own.url,
      APP_SECRET: "secret-of-the-product-under-test-0123456789",
      PORT: String(await freePort()),
      ROLE: "runner",
      DATA_DIR: first.dataDir,
    };
    const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{}, /^FILES_URL must be set: .* "delete from installation\.file_store" in the database\.$/],
      [
        { FILES_URL: files.url({ bucket: "files/two" }) },
        /^FILES_URL: the bucket has no object installation-id, .* "delete from installation\.file_store" in the database\.$/,
      ],
      [
        { FILES_URL, DATABASE_URL: another.url, DATA_DIR: path.join(folder, "new") },
        /^FILES_URL: the bucket belongs to another installation\. Use another bucket/,
      ],
      // Mails are files as long as there is no mail server.
      [
        { FILES_URL, DATA_DIR: path.join(folder, "mails") },
        /^DATA_DIR: .* as long as SMTP_URL is not set, because mails are files there: /,
      ],
    ];
    try {
      await first.stop();
      for (const [change, sentence] of cases) {
        const { status, err, output } = await failedStart({ ...env, ...change });
        expect([status, err.trimEnd().split("\n")]).toEqual([
          1,
          ["Tributary cannot start.", expect.stringMatching(sentence)],
        ]);
        expect(output).not.toContain(CANARY);
      }
    } finally {
      await first.remove();
      await own.drop();
      await another.drop();
    }
  },
);

test("behind a pooler that hands each transaction another connection the start says that sessions are needed", async () => {
  const pooler = await transactionPooler(
    new URL(inject("clusterUrl")).searchParams.get("host") ?? "",
    new URL(db.url).pathname.slice(1),
  );
  try {
    const { status, err } = await failedStart({
      DATABASE_URL: `postgres://tributary:${CANARY}@127.0.0.1:${pooler.port}/any`,
    });
    expect([status, err.trimEnd().split("\n")]).toEqual([
      1,
      [
        "Tributary cannot start.",
        expect.stringMatching(/^DATABASE_URL: a connection pooler in transaction mode .* session pooling\.$/),
      ],
    ]);
  } finally {
    pooler.close();
  }
});

/**
 * Like PgBouncer with pool_mode=transaction and one server connection: every client can log in, and each message of any
 * of them that ends a turn uses the same connection to Postgres.
 */
async function transactionPooler(
  socketDir: string,
  database: string,
): Promise<{ readonly port: number; close(): void }> {
  const { connect } = await import("node:net");
  const upstream = connect(path.join(socketDir, ".s.PGSQL.5432"));
  const message = (type: string, body: Buffer | string): Buffer => {
    const bytes = Buffer.from(body);
    const head = Buffer.alloc(type.length + 4);
    head.write(type);
    head.writeInt32BE(bytes.length + 4, type.length);
    return Buffer.concat([head, bytes]);
  };
  upstream.write(
    message("", Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`user\0tributary\0database\0${database}\0\0`)])),
  );
  const turns: { readonly socket: Socket; readonly bytes: Buffer }[] = [];
  let current: Socket | null = null;
  let greeted = false;
  let received = Buffer.alloc(0);
  const next = (): void => {
    const turn = greeted && current === null ? turns.shift() : undefined;
    if (!turn) return;
    current = turn.socket;
    upstream.write(turn.bytes);
  };
  upstream.on("data", (chunk: Buffer) => {
    if (greeted) current?.write(chunk);
    received = Buffer.concat([received, chunk]);
    // ReadyForQuery ends a turn.
    while (received.length >= 5 && received.length > received.readInt32BE(1)) {
      const [type, size] = [received.toString("latin1", 0, 1), received.readInt32BE(1) + 1];
      received = received.subarray(size);
      if (type !== "Z") continue;
      greeted = true;
      current = null;
      next();
    }
  });
  const sockets = new Set<Socket>([upstream]);
  const server = createServer((socket) => {
    sockets.add(socket);
    let hello = true;
    socket
      .on("error", () => undefined)
      .on("data", (bytes: Buffer) => {
        if (hello) {
          hello = false;
          socket.write(Buffer.concat([message("R", Buffer.from([0, 0, 0, 0])), message("Z", "I")]));
        } else if (bytes.toString("latin1", 0, 1) !== "X") {
          turns.push({ socket, bytes });
          next();
        }
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
