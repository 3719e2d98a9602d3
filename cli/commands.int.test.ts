import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import { apiClient } from "./client/client.ts";
import { push } from "./commands/push.ts";
import { openTerminal } from "./terminal.ts";
import { startCommand } from "#testing/command/run-command.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** The command against a real server: what it does, says and ends with. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
let key: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-command-"));
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/slow")) setTimeout(() => response.end("[]"), 60_000).unref();
    else if (request.url?.startsWith("/broken")) response.writeHead(400).end("{}");
    else response.end('[{"id":1,"name":"one"},{"id":2,"name":"two"}]');
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  ana = await product.person("Ana", 3);
  key = await keyWith(SCOPES);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function keyWith(scopes: readonly string[]): Promise<string> {
  const made = await ana.post("/api/users/api-keys", { scopes });
  expect(made.status, made.text).toBe(201);
  return made.json.secret as string;
}

const variables = () => ({ TRIBUTARY_URL: product.url, TRIBUTARY_KEY: key, XDG_CONFIG_HOME: folder });
const command = (...args: readonly string[]) => startCommand(args, variables()).ended;
const fileAt = (name: string) => path.join(folder, name);

async function csvFile(name: string, text: string): Promise<string> {
  await writeFile(fileAt(name), text);
  return fileAt(name);
}

/** A connection to the test's API at this path. */
async function connection(at: string): Promise<string> {
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}${at}`, records: "$" }],
  };
  const made = await ana.post("/api/connectors/upload", { title: `Rows at ${at}`, dsl });
  const { json } = await ana.post("/api/connectors/activate", { connector_id: made.json.id });
  return json.id as string;
}

describe("login", () => {
  const env = () => ({ XDG_CONFIG_HOME: fileAt("home"), TRIBUTARY_URL: product.url });

  test("stores a key from standard input where this user alone can read it, and never shows it", async () => {
    const { exit, out, err } = await startCommand(["login", "--key", "-"], env(), `${key}\n`).ended;
    expect([exit, out]).toEqual([0, expect.stringContaining("as Ana")]);
    expect(out + err).not.toContain(key);
    const stored = path.join(fileAt("home"), "tributary", "config.json");
    expect((await stat(stored)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(stored))).toEqual(["config.json"]);
    const later = await startCommand(["list"], { XDG_CONFIG_HOME: fileAt("home") }).ended;
    expect([later.exit, later.err]).toEqual([0, ""]);
  });

  test("takes no key from the command line, where others can read it", async () => {
    const { exit, err } = await startCommand(["login", "--key", key], env()).ended;
    expect([exit, err]).toEqual([2, expect.stringContaining("Others can read a command line.")]);
    expect(err).not.toContain(key);
  });

  test("a key that is wrong is not stored", async () => {
    const other = { ...env(), XDG_CONFIG_HOME: fileAt("other-home") };
    const { exit, err } = await startCommand(["login", "--key", "-"], other, "trib_wrong-wrong-wrong").ended;
    expect([exit, err]).toEqual([3, expect.stringContaining("(key-invalid)")]);
    expect((await startCommand(["list"], other).ended).exit).toBe(2);
  });

  test("a stored key that others can read is refused", async () => {
    const home = fileAt("open-home");
    await startCommand(["login", "--key", "-"], { ...env(), XDG_CONFIG_HOME: home }, key).ended;
    await chmod(path.join(home, "tributary", "config.json"), 0o644);
    const { exit, err } = await startCommand(["list"], { XDG_CONFIG_HOME: home }).ended;
    expect([exit, err]).toEqual([2, expect.stringContaining("chmod 600")]);
  });

  test("a stored key goes to no other server", async () => {
    const { exit, err } = await startCommand(["list", "--url", "http://127.0.0.1:9"], {
      XDG_CONFIG_HOME: fileAt("home"),
    }).ended;
    expect([exit, err]).toEqual([2, expect.stringContaining("There is no key for http://127.0.0.1:9")]);
  });
});

describe("import", () => {
  const manifest = `type: DeclarativeSource
check: { type: CheckStream, stream_names: [bridges] }
streams:
  - name: bridges
    retriever:
      requester: { url_base: https://api.example.org, path: /bridges }
      record_selector: { extractor: { field_path: [data] } }
  - name: tolls
    retriever: { type: CustomRetriever, class_name: a.B, requester: { url_base: https://api.example.org } }
`;

  test("makes a draft of a file and says what is lost", async () => {
    const file = await csvFile("manifest.yaml", manifest);
    const { exit, out, err } = await command("import", file);
    expect([exit, err]).toEqual([0, "Lost at streams[1].retriever: Rows are fetched by program code.\n"]);
    const draft = (await ana.get(`/api/connectors/${out.trim()}`)).json;
    expect(draft).toMatchObject({ is_draft: true, dsl: { operations: [{ id: "bridges", url: "/bridges" }] } });
  });

  test("a stream that would lose rows is refused by name", async () => {
    const file = await csvFile("manifest.yaml", manifest);
    const { exit, err } = await command("import", file, "--operation", "tolls");
    expect([exit, err]).toEqual([expect.any(Number), expect.stringContaining("stream-not-portable")]);
    expect(exit).not.toBe(0);
    expect(await command("import", fileAt("none.yaml"))).toMatchObject({ exit: 2 });
  });
});

describe("push", () => {
  test("makes a dataset and tells what became of it", async () => {
    const file = await csvFile("rivers.csv", "river,km\nRhine,1233\n");
    const { exit, out } = await command("push", file, "--title", "Rivers", "--json");
    const { table, ...told } = JSON.parse(out) as { table: string };
    expect([exit, told]).toMatchObject([
      0,
      { state: "succeeded", rows: 1, version: 1, rejected: 0, report: { rejected: 0, header: true } },
    ]);
    expect((await command("pull", table, "-o", "-")).out).toBe("river,km\nRhine,1233\n");
  });

  test("says how many rows were set aside, and does not call that a success", async () => {
    const file = await csvFile("ragged.csv", "a,b\n1,2\n3\n4,5,6\n");
    const { exit, err, out } = await command("push", file, "--title", "Ragged");
    expect([exit, out, err]).toEqual([1, "", expect.stringMatching(/succeeded, 1 rows, 2 rows were set aside/)]);
    const { json } = await ana.upload("a,b\n1,2\n");
    const again = await command("push", file, "--to", json.id, "--json");
    expect([again.exit, JSON.parse(again.out)]).toMatchObject([
      1,
      { table: json.table_name, version: 2, rows: 1, rejected: 2, report: { rejected: 2 } },
    ]);
  });

  test("takes standard input and pipes, and leaves nothing of them behind", async () => {
    const { json } = await ana.upload("a,b\n1,2\n");
    const temporary = fileAt("temporary");
    await mkdir(temporary);
    const env = { ...variables(), TMPDIR: temporary };
    const piped = await startCommand(["push", "-", "--to", json.id], env, "a,b\n3,4\n").ended;
    expect(piped).toMatchObject({ exit: 0, err: "" });
    expect((await command("pull", json.table_name, "-o", "-")).out).toBe("a,b\n3,4\n");
    const pipe = fileAt("pipe");
    spawnSync("mkfifo", [pipe]);
    const pushing = startCommand(["push", pipe, "--to", json.id], env);
    await writeFile(pipe, "a,b\n5,6\n");
    expect((await pushing.ended).exit).toBe(0);
    expect((await command("pull", json.table_name, "-o", "-")).out).toBe("a,b\n5,6\n");
    expect(await startCommand(["push", "-", "--to", json.id], env, "").ended).toMatchObject({ exit: 1 });
    expect(await readdir(temporary)).toEqual([]);
  });

  test("a new version is read by the next pull, and other columns only if they may change", async () => {
    const { id, table_name } = (await ana.upload("a,b\n1,2\n")).json as { id: string; table_name: string };
    const before = (await ana.get(`/api/assets/${id}`)).headers.get("etag") ?? "";
    const pushed = await command("push", await csvFile("next.csv", "a,b\n3,4\n5,6\n"), "--to", id);
    expect([pushed.exit, pushed.out]).toEqual([0, expect.stringContaining("succeeded")]);
    expect((await command("pull", table_name, "-o", "-")).out).toBe("a,b\n3,4\n5,6\n");
    const other = await csvFile("other.csv", "a,c\n1,2\n");
    const refused = await command("push", other, "--to", id, "--json");
    expect([refused.exit, `${refused.err}${refused.out}`]).toEqual([1, expect.stringContaining("columns-changed")]);
    expect(await command("push", other, "--to", id, "--columns", "change")).toMatchObject({ exit: 0 });
    expect((await command("pull", table_name, "-o", "-")).out).toBe("a,c\n1,2\n");
    const stale = await command("push", await csvFile("late.csv", "a,c\n7,8\n"), "--to", id, "--if-match", before);
    expect([stale.exit, stale.err]).toEqual([5, expect.stringContaining("(version-stale)")]);
    for (const unknown of ["0198d5a0-0000-7000-8000-000000000001", "no_such_table"])
      expect(await command("push", other, "--to", unknown)).toMatchObject({ exit: 4 });
  });

  test("takes the name of the dataset's table, and shows how much was sent", async () => {
    const made = await ana.upload("a,b\n1,2\n", { title: "Named" });
    const rows = Array.from({ length: 100_000 }, (_, at) => `${at},${at}`).join("\n");
    const shown: string[] = [];
    const signal = new AbortController().signal;
    const api = apiClient({ url: product.url, key, signal, patience: 0, say: () => undefined });
    const terminal = openTerminal({
      out: { write: () => true },
      err: { isTTY: true, write: (text) => shown.push(text) },
      json: false,
    });
    const given = { positionals: [await csvFile("many.csv", `a,b\n${rows}\n`)], values: { to: made.json.table_name } };
    expect(await push.run({ api, terminal, signal, lastCalls: () => api }, given)).toBe(0);
    const sent = shown.flatMap((text) => /sending many\.csv: (.+) of 1\.2 MB/.exec(text)?.[1] ?? []);
    expect([sent[0], sent.at(-1), sent.length > 5]).toEqual(["0 kB", "1.2 MB", true]);
    expect((await ana.get(`/api/assets/${made.json.id}`)).json.version).toBe(2);
  });

  test("a file that is no table is a failed load", async () => {
    const file = await csvFile("none.csv", "%PDF-1.7 nothing");
    const { exit, err } = await command("push", file, "--title", "None");
    expect([exit, err]).toEqual([
      1,
      expect.stringContaining(
        "This is not a CSV, Excel, JSON or Parquet file but a PDF: copy its table into a spreadsheet and save that.",
      ),
    ]);
  });

  test("a file that is not there, or no dataset, is bad use", async () => {
    expect(await command("push", fileAt("absent.csv"), "--title", "None")).toMatchObject({ exit: 2 });
    const file = await csvFile("one.csv", "a\n1\n");
    expect(await command("push", file)).toMatchObject({
      exit: 2,
      err: expect.stringContaining("Say where it belongs") as string,
    });
  });

  test("a key without the scope is not allowed", async () => {
    const file = await csvFile("one.csv", "a\n1\n");
    const { exit, err } = await startCommand(["push", file, "--title", "One"], {
      ...variables(),
      TRIBUTARY_KEY: await keyWith(["read"]),
    }).ended;
    expect([exit, err]).toEqual([3, expect.stringContaining("(scope-missing)")]);
  });
});

describe("pull", () => {
  test("saves the rows, and the file's ending is their format", async () => {
    const { table_name } = (await ana.upload("name,km\nRhine,1233\nElbe,1094\n")).json as { table_name: string };
    const pulled = await command("pull", table_name, "-o", fileAt("all.csv"));
    expect([pulled.exit, await readFile(fileAt("all.csv"), "utf8")]).toEqual([
      0,
      expect.stringContaining("Rhine,1233"),
    ]);
    await command("pull", table_name, "-o", fileAt("part.json"), "--where", "km=gt.1100", "--columns", "name");
    expect(JSON.parse(await readFile(fileAt("part.json"), "utf8"))).toEqual([{ name: "Rhine" }]);
    const piped = await command("pull", table_name, "-o", "-", "--format", "ndjson", "--limit", "1");
    expect(piped).toMatchObject({ exit: 0, out: '{"name":"Rhine","km":1233}\n' });
  });

  test("sorts downwards as its help says", async () => {
    const { table_name } = (await ana.upload("name,km\nRhine,1233\nElbe,1094\nOder,866\n")).json as {
      table_name: string;
    };
    const sorted = await command("pull", table_name, "-o", "-", "--order", "-km", "--limit", "1");
    expect(sorted).toMatchObject({ exit: 0, out: "name,km\nRhine,1233\n" });
  });

  test("ends without a word when the reader of its output has left", async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => `${at},some text`).join("\n");
    const { table_name } = (await ana.upload(`n,text\n${rows}\n`)).json as { table_name: string };
    const pulling = startCommand(["pull", table_name, "-o", "-"], variables());
    pulling.ended.catch(() => undefined);
    pulling.process.stdout.once("data", () => pulling.process.stdout.destroy());
    const [err, [exit]] = await Promise.all([text(pulling.process.stderr), once(pulling.process, "exit")]);
    expect([exit, err]).toEqual([141, ""]);
  });

  test("a table that is not there leaves the old file as it was", async () => {
    const file = await csvFile("kept.csv", "old\n");
    const { exit, err } = await command("pull", "no_such_table", "-o", file);
    expect([exit, err]).toEqual([4, expect.stringContaining("Item not found")]);
    expect(await readFile(file, "utf8")).toBe("old\n");
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("no file, a wrong format and an unknown option are bad use", async () => {
    expect((await command("pull", "t")).exit).toBe(2);
    expect((await command("pull", "t", "-o", fileAt("x"), "--format", "xml")).exit).toBe(2);
    expect((await command("pull", "t", "-o", fileAt("x"), "--quick")).exit).toBe(2);
    expect((await command("fetch")).exit).toBe(2);
  });

  test("a folder that is not there is bad use", async () => {
    const { table_name } = (await ana.upload("a\n1\n")).json as { table_name: string };
    const { exit, err } = await command("pull", table_name, "-o", fileAt("no/such/folder.csv"));
    expect([exit, err]).toEqual([2, expect.stringContaining("cannot be written (ENOENT)")]);
  });
});

describe("run", () => {
  test("waits for a run that succeeds", async () => {
    const id = await connection("/rows");
    const { exit, out } = await command("run", id, "--wait", "--json");
    expect([exit, JSON.parse(out)]).toMatchObject([0, { state: "succeeded", rows: 2 }]);
  });

  test("takes the name of the connection's table", async () => {
    const id = await connection("/rows");
    const { json } = await ana.get(`/api/connectors/instance/${id}`);
    expect(await command("run", json.output_table_name, "--wait")).toMatchObject({ exit: 0 });
    expect((await ana.get(`/api/connectors/instance/${id}/runs`)).json).toHaveLength(1);
  });

  test("a run that fails ends with 1 and its reason", async () => {
    const id = await connection("/broken");
    const { exit, err } = await command("run", id, "--wait");
    expect([exit, err]).toEqual([1, expect.stringContaining("failed")]);
  });

  test("one that is going on is a conflict that names it, and Ctrl-C ends what was started", async () => {
    const id = await connection("/slow");
    const first = startCommand(["run", id, "--wait"], variables());
    const runs = `/api/connectors/instance/${id}/runs`;
    const running = await eventually(async () => (await ana.get(runs)).json[0]?.runId as string | undefined);
    const second = await command("run", id, "--json");
    expect([second.exit, JSON.parse(second.err)]).toMatchObject([5, { code: "run-in-progress", run_id: running }]);
    first.process.kill("SIGINT");
    expect((await first.ended).exit).toBe(130);
    await eventually(async () => (await ana.get(runs)).json[0].status === "cancelled");
  });

  test("a connection that is not there is not found", async () => {
    expect(await command("run", "0198d5a0-0000-7000-8000-000000000001")).toMatchObject({ exit: 4 });
  });
});

test("the server serves the command as one file that needs nothing else", async () => {
  const { status, text } = await product.call("GET", "/tributary.mjs");
  expect(status).toBe(200);
  const file = fileAt("tributary.mjs");
  await writeFile(file, text);
  const { exit, err } = await startCommand(["list", "connections"], variables(), "", file).ended;
  expect([exit, err]).toEqual([0, ""]);
});

describe("list", () => {
  test("tables, connections, datasets and connectors, for people and as JSON", async () => {
    const { id, table_name } = (await ana.upload("a\n1\n", { title: "Steering by titles" })).json as {
      id: string;
      table_name: string;
    };
    expect((await command("list")).out).toContain(table_name);
    const datasets = await command("list", "datasets", "--search", "steering");
    expect(datasets).toMatchObject({ exit: 0, out: expect.stringContaining(id) as string });
    const instance = await connection("/rows");
    const { out } = await command("list", "connections", "--json");
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toContain(instance);
    expect((await command("list", "connectors")).out).toContain("Rows at /rows");
  });

  test("nothing else can be listed", async () => {
    expect((await command("list", "everything")).exit).toBe(2);
    expect((await command("list", "tables", "--search", "x")).exit).toBe(2);
  });
});
