import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { BUILDS } from "../server/build-folder.ts";
import { buildOnce } from "./build-once.ts";
import { compressAssets } from "./compress-assets.ts";

/**
 * Builds the pages into a folder of `build/` unless exactly these sources are already built; `--always` builds anyway.
 */
const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCES = [
  "app/**/*",
  "cli/**/*",
  "domain/**/*",
  "projections/**/*",
  "public/**/*",
  "vite.config.ts",
  "remix.config.js",
  "scripts/command/build-command.ts",
  "scripts/compress-assets.ts",
  "package-lock.json",
];

await buildOnce({ builds: BUILDS, fingerprint: fingerprint(), always: process.argv.includes("--always"), build }).catch(
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

async function build(folder: string): Promise<void> {
  const program = remixProgram();
  console.log(`The pages of this version are not built yet. Building them on this machine, into ${BUILDS} …`);
  const builder = spawn(process.execPath, [program, "vite:build", "--logLevel", "error"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production", BUILD_FOLDER: path.relative(ROOT, folder) },
    timeout: 300_000,
  });
  const [status, signal] = (await once(builder, "exit")) as [number | null, string | null];
  if (status !== 0) throw new Error(`The build failed${signal === null ? "" : ` (${signal})`}.`);
  // Loaded here: what only builds is not installed where everything is built already.
  const { buildCommand } = await import("./command/build-command.ts");
  await buildCommand(path.join(folder, "client"));
  await compressAssets(path.join(folder, "client"));
}

/** Contents, not times: a fresh clone or a switched branch has new times for old files. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && statSync(path.join(ROOT, file)).isFile(),
  );
  for (const file of files.sort())
    hash.update(`${file}\0`).update(
      createHash("sha256")
        .update(readFileSync(path.join(ROOT, file)))
        .digest(),
    );
  return hash.digest("hex").slice(0, 16);
}

/** Throws a sentence for the operator if the packages that build are not installed. */
function remixProgram(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve("@remix-run/dev/package.json");
    return path.join(path.dirname(manifest), "dist", "cli.js");
  } catch {
    throw new Error(
      "The pages of this version are not built, and the packages that build them are not installed here. Run `npm ci --include=dev && npm run build` here, or build the same version elsewhere and copy its folder build/.",
    );
  }
}
