import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packFolder } from "./pack-folder.ts";
import { slimCluster } from "./slim-cluster.ts";
import { mailsTo } from "../person.ts";
import { freePort } from "../servers/free-port.ts";
import { seedFolder } from "./seed-folder.ts";

/**
 * `node testing/data-folders/make-data-folder.ts <commit>…`: makes the data folder of an installation by the code of each
 * commit, with its embedded database, and packs it with what it should answer into testing/data-folders. Later code must
 * start on it (server/upgrades.int.test.ts). Needs some minutes and 1 GB of disk for a commit with other packages.
 */
const ROOT = path.resolve(import.meta.dirname, "../..");
const TO = path.join(ROOT, "testing/data-folders");
const START_WITHIN_MS = 180_000;

for (const commit of process.argv.slice(2)) await make(commit);

async function make(commit: string): Promise<void> {
  const id = git("rev-parse", "--short=8", commit);
  const name = `${git("log", "-1", "--date=format:%Y-%m-%d-%H%M", "--format=%cd", id)}-${id}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-folder-"));
  // The account of the database must reach it.
  await chmod(folder, 0o711);
  const [code, dataDir] = [path.join(folder, "code"), path.join(folder, "data")];
  git("worktree", "add", "--quiet", "--detach", code, id);
  try {
    await install(code);
    run(code, "node", "scripts/build.ts");
    const answers = await seeded(code, dataDir);
    await slimCluster(dataDir);
    const bytes = await packFolder(dataDir, path.join(TO, `${name}.tar.zst`));
    await writeFile(path.join(TO, `${name}.json`), `${JSON.stringify({ commit: id, ...answers }, null, 2)}\n`);
    console.log(`${name}: ${bytes} bytes`);
  } finally {
    git("worktree", "remove", "--force", code);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The packages of here, if the commit has the same; otherwise its own. */
async function install(code: string): Promise<void> {
  const [here, there] = await Promise.all(
    [ROOT, code].map((each) => readFile(path.join(each, "package-lock.json"), "utf8")),
  );
  if (here === there) await symlink(path.join(ROOT, "node_modules"), path.join(code, "node_modules"));
  else run(code, "npm", "ci", "--no-audit", "--no-fund");
}

async function seeded(code: string, dataDir: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = await freePort();
  const server = spawn(process.execPath, ["server.ts"], {
    cwd: code,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...{ PATH: process.env["PATH"] ?? "", NODE_ENV: "test", LOG_LEVEL: "warn" },
      ...{ PORT: String(port), DATA_DIR: dataDir, OUTBOUND_ALLOW: `127.0.0.1:${api}` },
    },
  });
  const ended = once(server, "exit");
  try {
    const until = Date.now() + START_WITHIN_MS;
    while ((await fetch(`${url}/readyz`).catch(() => null))?.status !== 200) {
      if (server.exitCode !== null || Date.now() > until) throw new Error(`The server of ${code} did not start`);
      await sleep(250);
    }
    return await seedFolder({ url, apiPort: api, mailsTo: (email) => mailsTo(dataDir, email) });
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

function git(...args: string[]): string {
  return run(ROOT, "git", ...args);
}

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 50_000_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stderr}`);
  return stdout.trim();
}
