import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import { type AsyncBuffer, asyncBufferFromUrl, parquetRead } from "hyparquet";
import type { Pool } from "pg";
import type { Person } from "#testing/person.ts";
import { startProduct } from "#testing/product.ts";
import { type Bench, type Measured, repeated, timed } from "../benchmark.ts";
import { cleanCsv, copyIn } from "./clean-csv.ts";
import { sendForm } from "./send-form.ts";

const BYTES = 178_000_000;
const MB = 1_000_000;
const MEASURED_EVERY_MS = 500;
/** Uploads of the same file differ by a third on a shared machine. */
const UPLOADS = 7;
const COLUMN = "level";
const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };

/** Seconds and bytes of reading a column of a Parquet file. */
type Read = { readonly seconds: number; readonly bytes: number };

/**
 * Over HTTP: a file uploaded until its rows can be read, compared with COPY of the file into a typed table of the same
 * Postgres; and one column of the Parquet file of that table, read by ranges, compared with fetching the whole file.
 */
export async function overHttp(bench: Bench): Promise<Measured[]> {
  await promisify(execFile)(process.execPath, ["scripts/build.ts"]);
  const file = await cleanCsv(bench.folder, bench.count ?? BYTES);
  const db = await bench.database();
  const product = await startProduct({ databaseUrl: db.url, built: true, env: { NODE_ENV: "production" } });
  try {
    const author = await product.person("Author", 3);
    const key = await author.key();
    let table = "";
    const loads = await repeated(async (round) => {
      const bare = await timed(() => bareLoad(db.pool, file.path));
      const ours = await timed(() => upload(product.url, author, { title: `Readings ${round}`, file: file.path }));
      table = ours.value;
      await untilMeasured(db.pool);
      const perSecond = (seconds: number) => file.bytes / MB / seconds;
      return { figure: perSecond(ours.seconds), baseline: perSecond(bare.seconds) };
    }, UPLOADS);
    const url = `${product.url}/d/${table}.parquet`;
    const headers = { authorization: `Bearer ${key}` };
    await untilMade(url, headers);
    const reads = await repeated(async () => ({
      whole: await readWhole(url, headers),
      ranges: await readRanges(url, headers),
    }));
    const against = "the whole file";
    return [
      { name: "upload, until the rows can be read", unit: "MB/s", kind: "rate", against: "COPY FROM", samples: loads },
      {
        ...{ name: "one Parquet column by ranges", unit: "ms", kind: "cost", against },
        samples: reads.map(({ ranges, whole }) => ({ figure: ranges.seconds * 1000, baseline: whole.seconds * 1000 })),
      },
      {
        ...{ name: "one Parquet column, bytes", unit: "MB", kind: "cost", against },
        samples: reads.map(({ ranges, whole }) => ({ figure: ranges.bytes / MB, baseline: whole.bytes / MB })),
      },
    ];
  } finally {
    await product.remove();
    await db.drop();
  }
}

async function bareLoad(pool: Pool, path: string): Promise<void> {
  const client = await pool.connect();
  try {
    await copyIn(client, "public.bare", path);
    await client.query("DROP TABLE public.bare");
  } finally {
    client.release();
  }
}

/** The statistics that follow a load would slow the next one down. */
async function untilMeasured(pool: Pool): Promise<void> {
  for (let left = 1; left > 0; await wait(MEASURED_EVERY_MS)) {
    const { rows } = await pool.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM registry.tables WHERE state <> 'ready' OR statistics IS NULL",
    );
    left = rows[0]?.left ?? 0;
  }
}

/** Uploads the file as a form does, waits for its rows, and returns the name of their table. */
async function upload(url: string, author: Person, form: { title: string; file: string }): Promise<string> {
  const headers = { cookie: author.cookie, "sec-fetch-site": "same-origin" };
  const { status, json } = await sendForm(`${url}/api/assets/upload-csv`, headers, {
    ...form,
    fileName: "readings.csv",
  });
  if (status === 201) return json.table_name as string;
  if (status !== 202) throw new Error(JSON.stringify(json));
  for (;;) {
    const { json: state } = await author.get(`${new URL(json.status_url as string).pathname}?wait=30`);
    if (state.state === "succeeded") break;
    if (state.ended_at !== null) throw new Error(JSON.stringify(state));
  }
  return (await author.get(`/api/assets/${json.id as string}`)).json.table_name as string;
}

/** Parquet files are made when they are asked for first. */
async function untilMade(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const { status } = await fetch(url, { method: "HEAD", headers });
    if (status === 200) return;
    if (status !== 503) throw new Error(`The Parquet file was answered with ${status}`);
  }
}

async function readWhole(url: string, headers: Record<string, string>): Promise<Read> {
  const { seconds, value } = await timed(async () => {
    const file = await (await fetch(url, { headers })).arrayBuffer();
    await readColumn({ byteLength: file.byteLength, slice: (start, end) => file.slice(start, end) });
    return file.byteLength;
  });
  return { seconds, bytes: value };
}

async function readRanges(url: string, headers: Record<string, string>): Promise<Read> {
  let bytes = 0;
  const { seconds } = await timed(async () => {
    const remote = await asyncBufferFromUrl({ url, requestInit: { headers } });
    await readColumn({
      byteLength: remote.byteLength,
      slice: async (start, end) => {
        const part = await remote.slice(start, end);
        bytes += part.byteLength;
        return part;
      },
    });
  });
  return { seconds, bytes };
}

function readColumn(file: AsyncBuffer): Promise<void> {
  return parquetRead({ file, columns: [COLUMN], compressors, onChunk: () => undefined });
}
