import { spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { AfterAll, BeforeAll, setDefaultTimeout } from "@cucumber/cucumber";
import { startEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import { writeDocument } from "#testing/openapi/check-answers.ts";
import { httpServer } from "#testing/servers/outbound-servers.ts";
import { type SignInApi, signInApi } from "#testing/servers/sign-in-api.ts";
import type { Person } from "#testing/person.ts";
import { failedJob } from "#testing/postgres/failed-job.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { roundOfSchedule } from "#testing/schedule.ts";
import { openRemoteApi, type RemoteApi } from "./remote-api.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** A product that finds existing tables needs the secret with which they were encrypted. */
const SECRET = "secret-of-the-features-0123456789-0123456789";

setDefaultTimeout(60_000);

/** What must be closed at the end, oldest first, also if the product does not start. */
const closing: (() => Promise<unknown>)[] = [];
let running:
  | {
      readonly product: Product;
      readonly clock: MovableClock;
      readonly database: pg.Pool;
      readonly remote: RemoteApi;
      readonly signIn: SignInApi;
    }
  | undefined;

/** The product that all scenarios of a run share: each has people and things of its own. */
export function theProduct(): Product {
  assert(running, "The product runs between the first and the last scenario");
  return running.product;
}

/** The installation's first admin, who makes other people admins before a scenario. */
export function theAdmin(): Promise<Person> {
  return (admin ??= theProduct().person("Chief"));
}
let admin: Promise<Person> | undefined;

/** The product's clock. It only moves forward, because earlier scenarios have left things that become due. */
export function theClock(): Pick<MovableClock, "now" | "move"> {
  assert(running, "The clock goes between the first and the last scenario");
  return running.clock;
}

/** A job of the product that has failed. Returns its id. */
export function jobThatFailed(error: string): Promise<string> {
  assert(running, "Jobs are there between the first and the last scenario");
  return failedJob(running.database, "pull", "run-of-nobody", error);
}

/** Makes the product look for due connections now, and waits until it has. */
export function lookForDueConnections(): Promise<void> {
  assert(running, "The product runs between the first and the last scenario");
  return roundOfSchedule(running.database);
}

/** An API whose answers a scenario changes; the product may call it. */
export function theRemoteApi(): RemoteApi {
  assert(running, "The remote API runs between the first and the last scenario");
  return running.remote;
}

/** An API with a sign-in page of its own; the product may call it. */
export function theSignInApi(): SignInApi {
  assert(running, "The API to sign in to runs between the first and the last scenario");
  return running.signIn;
}

BeforeAll({ timeout: 180_000 }, async () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: 120_000,
  });
  assert.equal(status, 0, `The pages cannot be built:\n${stderr}`);
  writeDocument();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-product-"));
  const { clock, database } = await databaseOfFeatures(dataDir);
  closing.push(() => database.end());
  const remote = await openRemoteApi();
  closing.push(() => remote.close());
  // The redirect must use the URL at which the browser has its session.
  const own = await httpServer(() => undefined);
  await own.close();
  const appUrl = `http://127.0.0.1:${own.port}`;
  const signIn = await signInApi(() => `${appUrl}/oauth/callback`);
  signIn.start();
  closing.push(() => signIn.close());
  const product = await startProduct({
    built: true,
    quickPasswords: true,
    dataDir,
    port: own.port,
    upstreams: [remote.port, signIn.port],
    env: { APP_URL: appUrl, APP_SECRET: SECRET, ADMIN_EMAILS: "chief@example.org" },
  });
  closing.push(() => product.remove());
  await clock.stampEvents();
  running = { remote, signIn, product, clock, database };
});

/** Makes the product's database before it starts, because its connections use the clock that they find. */
async function databaseOfFeatures(dataDir: string): Promise<{ clock: MovableClock; database: pg.Pool }> {
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const clock = await movableClock(cluster.url);
    // It connects on first use, and the product starts the same cluster again.
    const database = new pg.Pool({ connectionString: cluster.url, max: 1 });
    // When the product ends, its Postgres ends too.
    database.on("error", () => undefined);
    // This cluster is not needed after a crash.
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
      await database.query(`ALTER SYSTEM SET ${setting} = off`);
    return { clock, database };
  } finally {
    await cluster.stop();
  }
}

AfterAll(async () => {
  try {
    if (running)
      assert.equal(
        await running.product.stop("SIGTERM"),
        0,
        `The product did not end well:\n${running.product.output()}`,
      );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
});
