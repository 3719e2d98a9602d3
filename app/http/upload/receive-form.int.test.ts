import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDiskRoom } from "#infra/platform/disk-room.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { uploadMigrations } from "#infra/uploads/upload-migrations.ts";
import { folderStore } from "#infra/files/folder-store.ts";
import { openScratch } from "#infra/files/scratch.ts";
import { createUploads } from "#infra/uploads/uploads.ts";
import { eventually } from "#testing/eventually.ts";
import { discardRest } from "./discard-rest.ts";
import { receiveForm } from "./receive-form.ts";
import { formAround, rawUpload } from "#testing/servers/upload-client.ts";
import { uploadedFiles } from "#testing/files/uploaded-files.ts";

/** Reading a form on a real server and a real store, with a pace of a second instead of a minute. */
const PACE = { windowMs: 1_000, windowBytes: 1_000, totalMs: 4_000, graceMs: 500 };
let db: FreshDatabase;
let folder: string;
let server: Server;
let stopping: AbortController;
let yielding: AbortController;
/** What the newest form was refused with, also if no client was left to read it. */
let refusedWith: string | null = null;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, uploadMigrations);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-uploads-"));
  const room = createDiskRoom({ folder, pool: db.pool, minFreeBytes: 1 });
  const uploads = createUploads({
    pool: db.pool,
    store: folderStore(path.join(folder, "uploads")),
    scratch: openScratch(path.join(folder, "scratch")),
    room,
    limits: { uploadBytes: 1e6, uploadColumns: 100, uploadCellBytes: 1e5, uploadBytesPerDay: 5e6, uploadsPerDay: 100 },
  });
  stopping = new AbortController();
  yielding = new AbortController();
  server = createServer((req, res) => {
    const incoming = uploads.incoming("ana");
    void receiveForm(req, (source, signal) => incoming.receive(source, signal), {
      maxFileBytes: 1e6,
      pace: PACE,
      stopping: stopping.signal,
      yielding: yielding.signal,
      fields: new Set(["title", "is_public"]),
    }).then(async (form) => {
      await incoming.discard();
      refusedWith = form.ok ? null : form.code;
      const text = JSON.stringify(form.ok ? { bytes: form.file?.bytes } : { error: form.error });
      res.writeHead(form.ok ? 200 : form.status, {
        "Content-Length": Buffer.byteLength(text),
        ...(req.complete ? {} : { Connection: "close" }),
      });
      res.write(text);
      await discardRest(req);
      res.end();
    });
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await eventually(async () => (await uploadedFiles(folder)).length === 0, 10_000, "An upload left a folder");
  const { rows } = await db.pool.query("select from uploads.received where bytes > 0 or open_until is not null");
  expect(rows).toEqual([]);
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const { before, after } = formAround();
const send = (pieces: readonly string[], everyMs: number, unfinished = false) =>
  rawUpload({
    port: (server.address() as AddressInfo).port,
    length: "chunked",
    pieces,
    everyMs,
    unfinished,
    withinMs: 15_000,
  });

test("a slow upload that keeps its pace is taken, whatever windows it lasts", async () => {
  const answer = await send([before, ...Array.from({ length: 12 }, () => "1,2\n".repeat(150)), after], 250);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { bytes: 7_200 }]);
  expect(answer.ms).toBeGreaterThan(2 * PACE.windowMs);
});

test("an upload whose place is needed for others is told so", async () => {
  setTimeout(() => yielding.abort(), 500);
  const answer = await send([before, ...Array.from({ length: 12 }, () => "1,2\n".repeat(150)), after], 250);
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([
    503,
    "The upload was slow, and all places were needed for others. Send the file again in a minute.",
  ]);
  yielding = new AbortController();
});

test("an upload that dribbles or falls silent is ended", async () => {
  const dribble = await send([before, ...Array.from({ length: 200 }, () => "1")], 50);
  expect([dribble.status, JSON.parse(dribble.text).error]).toEqual([
    408,
    "The upload was too slow: less than 1 kB came within 1 s.",
  ]);
  const silent = await send([before], 0, true);
  expect([silent.status, JSON.parse(silent.text).error]).toEqual([
    408,
    "The upload was too slow: less than 1 kB came within 1 s.",
  ]);
});

test("an upload with more around its file than a form can have is ended", async () => {
  const answer = await send(["x".repeat(700_000), "x".repeat(700_000)], 0);
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([
    413,
    "The request is larger than a form with the largest file can be.",
  ]);
});

test("an upload that takes too long in all is ended", async () => {
  const answer = await send([before, ...Array.from({ length: 100 }, () => "1,2\n".repeat(150))], 100);
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([
    408,
    expect.stringContaining("The upload took longer than"),
  ]);
  expect(answer.ms).toBeGreaterThan(3_000);
});

test("an upload that is left leaves neither a file nor a claim", async () => {
  const left = send([before, "1,2\n".repeat(50_000)], 0, true);
  await eventually(
    async () => (await readdir(folder, { recursive: true })).some((name) => name.endsWith(".part")),
    5_000,
    "Nothing came",
  );
  server.closeAllConnections();
  expect((await left).status).toBe(0);
  await eventually(() => Promise.resolve(refusedWith === "upload-cut-off"));
});

test("an upload is told that the server is stopping", async () => {
  const sent = send([before, ...Array.from({ length: 100 }, () => "1,2\n".repeat(150))], 100);
  await wait(300);
  stopping.abort();
  const answer = await sent;
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([
    503,
    "The server is stopping. Send the file again in a minute.",
  ]);
});
