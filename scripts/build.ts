import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Builds the pages into `build/` unless it was built from exactly these sources already; `--always` builds anyway. */
const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCES = ["app/**/*", "domain/**/*", "projections/**/*", "public/**/*", "vite.config.ts", "remix.config.js", "package-lock.json"];
const STAMP = path.join(ROOT, "build", "sources.sha256");

const sources = fingerprint();
if (process.argv.includes("--always") || readIfAny(STAMP) !== sources) {
  console.log("Building the pages (once per change) …");
  const outcome = spawnSync(process.execPath, [remixProgram(), "vite:build", "--logLevel", "error"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
    timeout: 300_000,
  });
  if (outcome.status !== 0) {
    console.error(`The build failed${outcome.error === undefined ? "" : `: ${outcome.error.message}`}.`);
    process.exit(1);
  }
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
}

/** Contents, not times: a fresh clone or a switched branch has new times for old files. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file) && statSync(path.join(ROOT, file)).isFile());
  for (const file of files.sort()) hash.update(`${file}\0`).update(createHash("sha256").update(readFileSync(path.join(ROOT, file))).digest());
  return hash.digest("hex");
}

function remixProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("@remix-run/dev/package.json");
  return path.join(path.dirname(manifest), "dist", "cli.js");
}

function readIfAny(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
