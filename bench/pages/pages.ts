import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type Product, startProduct } from "#testing/product.ts";
import { type Bench, type Measured, repeated } from "../benchmark.ts";
import { type Asked, load } from "./http-load.ts";

const ITEMS = 20;
const COLUMNS = 12;
const WARM_UP_MS = 300;
const MEASURE_MS = 1_200;

/** A server under load, and the processor time that it has used so far. */
type Server = { readonly url: string; cpuSeconds(): Promise<number> };

/**
 * The DataStore page and the login page, compared with a bare Remix page of as many bytes: requests for each second of
 * processor time of the server's process, which is what one core can answer.
 */
export async function pages(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  const child = fork(path.join(import.meta.dirname, "bare-pages.ts"), {
    signal: bench.signal,
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.on("error", () => undefined);
  let product: Product | null = null;
  try {
    const bare = await bareServer(child);
    product = await startProduct({ databaseUrl: db.url, built: true, env: { NODE_ENV: "production" } });
    const cookie = await fillDataStore(product);
    const ours = productServer(product);
    const bareOf = async (target: string, headers = {}) => {
      const items = await itemsOfLikeSize(bare.url, await bytesOf(ours.url + target, headers));
      return () => rate(bare, { path: () => `/?items=${items}` });
    };
    const lines: Line[] = [
      { name: "DataStore page, visitor", path: () => "/datastore" },
      { name: "DataStore page, not kept", path: (n) => `/datastore?n=${n}` },
      { name: "DataStore page, signed in", path: () => "/datastore", headers: { cookie } },
      { name: "login page", path: () => "/login" },
      { name: "login page, not kept", path: (n) => `/login?n=${n}` },
    ];
    const measured: Measured[] = [];
    for (const { name, ...asked } of lines) {
      const baseline = await bareOf(asked.path(0), asked.headers);
      const samples = await repeated(async () => ({ baseline: await baseline(), figure: await rate(ours, asked) }));
      measured.push({ name, unit: "requests/s", kind: "rate", against: "bare Remix page of like size", samples });
    }
    return measured;
  } finally {
    await product?.remove();
    child.disconnect();
    await db.drop();
  }
}

type Line = { readonly name: string } & Omit<Asked, "url">;

/** Answers for each second of processor time. */
async function rate({ url, cpuSeconds }: Server, asked: Omit<Asked, "url">): Promise<number> {
  await load({ url, ...asked }, WARM_UP_MS);
  const before = await cpuSeconds();
  const answers = await load({ url, ...asked }, MEASURE_MS);
  return answers / ((await cpuSeconds()) - before);
}

async function bareServer(child: ChildProcess): Promise<Server> {
  const next = async <T>(): Promise<T> => ((await once(child, "message")) as [T])[0];
  const { port } = await next<{ port: number }>();
  return {
    url: `http://127.0.0.1:${port}`,
    async cpuSeconds() {
      const answer = next<{ cpu: number }>();
      child.send("cpu");
      return (await answer).cpu / 1_000_000;
    },
  };
}

function productServer({ url, call }: Product): Server {
  return {
    url,
    async cpuSeconds() {
      const { text } = await call("GET", "/metrics");
      return Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(text)?.[1]);
    },
  };
}

/** As many datasets as a page shows, each with a dozen columns; returns the cookie of their owner. */
export async function fillDataStore(product: Product): Promise<string> {
  const author = await product.person("Author", 3);
  const names = Array.from({ length: COLUMNS }, (_, at) => `column_${at}`);
  const csv = `${names.join(",")}\n${names.map((_, at) => at).join(",")}\n`;
  for (let at = 0; at < ITEMS; at += 1) {
    const { status, text } = await author.upload(csv, {
      title: `Rainfall at station ${at}`,
      description: "One row is one day at one station: the rain in millimetres and who measured it.",
    });
    if (status !== 201) throw new Error(text);
  }
  return author.cookie;
}

async function bytesOf(url: string, headers: Record<string, string>): Promise<number> {
  return (await (await fetch(url, { headers })).arrayBuffer()).byteLength;
}

/** How many items make the bare page as long. */
async function itemsOfLikeSize(url: string, bytes: number): Promise<number> {
  const [none, many] = [await bytesOf(`${url}/?items=0`, {}), await bytesOf(`${url}/?items=100`, {})];
  return Math.max(0, Math.round((bytes - none) / ((many - none) / 100)));
}
