import { readdir, utimes } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { runningEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { httpServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { uploadedFiles } from "#testing/files/uploaded-files.ts";

/**
 * The product alone: embedded Postgres, one process, killed and stopped during its work. While the upstream is held,
 * its pages after the first wait.
 */
async function installation(finished: (then: () => Promise<void>) => void) {
  let release = (): void => undefined;
  let held: Promise<void> = Promise.resolve();
  let waiting = 0;
  const upstream = await httpServer((request, response) => {
    const page = Number(new URL(request.url ?? "/", "http://x").searchParams.get("page") ?? 1);
    const rows = page > 3 ? [] : Array.from({ length: 100 }, (_, index) => ({ id: page * 100 + index }));
    waiting += page > 1 ? 1 : 0;
    void (page > 1 ? held : Promise.resolve()).then(() =>
      response.setHeader("content-type", "application/json").end(JSON.stringify(rows)),
    );
  });
  let product = await startProduct({ upstreams: [upstream.port], ownGroup: true });
  finished(async () => {
    await product.remove();
    await upstream.close();
  });
  const ana = await product.person("Ana", 3);
  await eventually(async () =>
    (await ana.get("/api/assets")).json.every(({ status }: { status: string }) => status === "ready"),
  );
  return {
    ana,
    files: () => uploadedFiles(product.dataDir),
    product: () => product,
    hold: () => (held = new Promise((resolve) => (release = resolve))),
    release: () => release(),
    /** Until so many pages after the first were requested. */
    untilHeld: (pages = 1) => eventually(async () => waiting >= pages, 20_000, "The run did not begin"),
    async restart() {
      const { dataDir, port } = product;
      product = await startProduct({ dataDir, port, upstreams: [upstream.port], ownGroup: true });
    },
    async connected(title: string): Promise<string> {
      const pagination = { strategy: "page", page_param: "page", start: 1, limit_param: "size", limit: 100 };
      const operation = {
        id: "rows",
        method: "GET",
        url: `http://127.0.0.1:${upstream.port}/rows`,
        records: "$",
        pagination,
      };
      const connector = await ana.post("/api/connectors/upload", {
        title,
        is_public: true,
        dsl: { protocol: "rest", auth: { type: "none" }, operations: [operation] },
      });
      const instance = await ana.post("/api/connectors/activate", { connector_id: connector.json.id });
      if (instance.status !== 201) throw new Error(connector.text + instance.text);
      return instance.json.id;
    },
    /** Starts a run and disconnects before the answer. */
    run(instance: string): () => void {
      const leaving = new AbortController();
      ana.call("POST", `/api/connectors/run/${instance}`, { body: {}, signal: leaving.signal }).catch(() => undefined);
      return () => leaving.abort();
    },
    async ended(instance: string): Promise<{ status: string; rowCount: number }> {
      return eventually(
        async () => {
          const run = (await ana.get("/api/connectors/my")).json.find(
            ({ id }: { id: string }) => id === instance,
          )?.last_run;
          return run?.status !== "running" && run;
        },
        45_000,
        "The run did not end",
      );
    },
    async tables(schema: "data" | "staging"): Promise<string[]> {
      return (
        await sql<{ tablename: string }>(
          product,
          `SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' ORDER BY 1`,
        )
      ).map(({ tablename }) => tablename);
    },
  };
}

async function sql<T extends pg.QueryResultRow>({ dataDir }: Product, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: await runningEmbeddedPostgres(dataDir) });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Sends the head of an upload and a part of its file, and then nothing. */
function halfAnUpload({ url }: Product, { cookie }: Person): Promise<void> {
  return new Promise((resolve) => {
    const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": "multipart/form-data; boundary=cut" };
    const sending = request(`${url}/api/assets/upload-csv`, { method: "POST", headers });
    sending.on("error", () => undefined);
    sending.write(
      `--cut\r\ncontent-disposition: form-data; name="title"\r\n\r\nHalf\r\n--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n${"1,2\n".repeat(100_000)}`,
      () => resolve(),
    );
  });
}

const groupOf = ({ process: { pid = 0 } }: Product): boolean => {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
};

test.concurrent(
  "killed amid an upload, a load and a run, it goes on where it was and leaves nothing behind",
  async ({ onTestFinished }) => {
    const { ana, files, ...it } = await installation(onTestFinished);
    const before = { tables: (await it.tables("data")).length, files: (await files()).length };
    const kept = await ana.upload("a,b\n1,2\n3,4\n", { title: "Kept" });
    expect(kept.status).toBe(201);
    const instance = await it.connected("Slow pages");
    await halfAnUpload(it.product(), ana);
    await eventually(
      async () => (await files()).find((file) => file.endsWith(".part")),
      10_000,
      "The upload did not begin",
    );
    void it.hold();
    it.run(instance);
    await it.untilHeld();
    const rows = 1_200_000;
    const big = Buffer.from(
      `id,name,amount\n${Array.from({ length: rows }, (_, index) => `${index},name ${index},${index / 4}`).join("\n")}\n`,
    );
    ana.upload(big, { title: "Big" }).catch(() => undefined);
    await eventually(
      async () =>
        (
          await sql(
            it.product(),
            "SELECT 1 FROM uploads.progress WHERE of_bytes > 10000000 AND rows BETWEEN 1 AND 1000000",
          )
        ).length > 0,
      20_000,
      "The load did not begin",
    );
    const loading = (await ana.get("/api/assets")).json.find(({ title }: { title: string }) => title === "Big");
    expect(loading.status).toBe("loading");
    expect(await it.product().stop("SIGKILL")).toBe("SIGKILL");

    // Only its age shows that a partial file is of a dead process and not of a living one.
    const old = new Date(Date.now() - 24 * 3_600_000);
    for (const file of await files())
      if (file.endsWith(".part")) await Promise.all([utimes(file, old, old), utimes(path.dirname(file), old, old)]);
    await it.restart();
    it.release();
    expect(await it.ended(instance)).toMatchObject({ status: "success", rowCount: 300 });
    expect((await ana.get(`/api/assets/table/${instance}`)).json.total).toBe(300);
    const loaded = await eventually(
      async () => {
        const { json } = await ana.get(`/api/assets/${loading.id}`);
        return json.status === "ready" && json;
      },
      120_000,
      "The load was not done again",
    );
    expect(loaded).toMatchObject({ rows });
    const { total, rows: sample } = (await ana.get(`/api/assets/${loading.id}/data`)).json;
    const first = rows - sample.length;
    expect([total, sample[0]]).toEqual([rows, expect.objectContaining({ id: first, name: `name ${first}` })]);
    expect((await ana.get(`/api/assets/${kept.json.id}/data`)).json.rows).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ]);

    expect(await it.tables("staging")).toEqual([]);
    await eventually(
      async () => (await it.tables("data")).length === before.tables + 3,
      45_000,
      "There are other tables than the three that were made",
    );
    const registered = await sql<{ physical: string }>(it.product(), "SELECT physical FROM registry.tables ORDER BY 1");
    expect(await it.tables("data")).toEqual(registered.map(({ physical }) => physical));
    await eventually(
      async () => (await files()).length === before.files + 2,
      45_000,
      "Files of the upload that was cut off stayed",
    );
    const titles = (await ana.get("/api/assets")).json.map(({ title }: { title: string }) => title);
    expect(titles.filter((title: string) => ["Big", "Kept", "Half"].includes(title)).sort()).toEqual(["Big", "Kept"]);
  },
  300_000,
);

test.concurrent(
  "killed amid a run that is then cancelled while another process takes it over, it leaves the rows of the run before and no table",
  async ({ onTestFinished }) => {
    const { ana, ...it } = await installation(onTestFinished);
    const instance = await it.connected("Taken over");
    expect((await ana.post(`/api/connectors/run/${instance}`)).json).toMatchObject({
      status: "success",
      rowCount: 300,
    });
    const tables = await it.tables("data");
    void it.hold();
    it.run(instance);
    await it.untilHeld(4);
    expect(await it.product().stop("SIGKILL")).toBe("SIGKILL");
    await it.restart();
    await it.untilHeld(5);
    const cancelled = await ana.post(`/api/connectors/instance/${instance}/runs/${instance}-2/cancel`);
    expect([cancelled.status, cancelled.json.status]).toEqual([200, "cancelled"]);
    it.release();
    expect(await it.ended(instance)).toMatchObject({ status: "cancelled" });
    expect((await ana.get(`/api/assets/table/${instance}`)).json.total).toBe(300);
    expect((await ana.post(`/api/connectors/run/${instance}`)).json).toMatchObject({
      status: "success",
      rowCount: 300,
    });
    // A pull of the same rows makes no table; the late attempt may still be dropping its own.
    await eventually(
      async () => (await it.tables("staging")).length === 0 && (await it.tables("data")).length === tables.length,
      30_000,
      "A table of the cancelled run stayed",
    );
    expect(await it.tables("data")).toEqual(tables);
  },
  180_000,
);

test.concurrent(
  "told to stop amid a run, it ends well and whole, and a run that hangs goes on with the next start",
  async ({ onTestFinished }) => {
    const { ana, ...it } = await installation(onTestFinished);
    const instance = await it.connected("Stopped");
    void it.hold();
    const leave = it.run(instance);
    await it.untilHeld();
    leave();
    const stopped = it.product();
    expect(await stopped.stop("SIGTERM"), stopped.output()).toBe(0);
    expect(groupOf(stopped)).toBe(false);
    expect(await runningEmbeddedPostgres(stopped.dataDir)).toBeUndefined();
    expect(await readdir(path.join(stopped.dataDir, "run"))).toEqual([]);
    await it.restart();
    it.release();
    expect(await it.ended(instance)).toMatchObject({ status: "success", rowCount: 300 });
    expect((await ana.get(`/api/assets/table/${instance}`)).json.total).toBe(300);

    const soon = await it.connected("Ends soon");
    void it.hold();
    const answer = ana.post(`/api/connectors/run/${soon}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const ending = it.product().stop("SIGTERM");
    setTimeout(() => it.release(), 500);
    expect((await answer).json).toMatchObject({ status: "success", rowCount: 300 });
    expect(await ending).toBe(0);
  },
  180_000,
);
