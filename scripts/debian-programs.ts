import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const OPTIONS = {
  stdio: "inherit",
  env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  timeout: 300_000,
} as const;
const PROMTOOL = path.resolve(import.meta.dirname, "../.cache/promtool");

/** Installs curl if it is missing and we may: a feature runs the lines of the documentation with it. */
export function ensureCurl(): void {
  if (hasCurl()) return;
  spawnSync("apt-get", ["update", "-qq"], OPTIONS);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "curl"], OPTIONS);
  if (!hasCurl()) throw new Error("There is no curl and none could be installed. Install it.");
}

function hasCurl(): boolean {
  return spawnSync("curl", ["--version"]).status === 0;
}

/**
 * Takes promtool out of Debian's package of Prometheus if it is missing and we may. Nothing is installed: the package
 * would start a server. Without it its test is skipped.
 */
export function ensurePromtool(): void {
  if (
    [PROMTOOL, "/usr/bin/promtool"].some((file) => existsSync(file)) ||
    spawnSync("apt-get", ["--version"]).status !== 0
  )
    return;
  const folder = mkdtempSync(path.join(os.tmpdir(), "tributary-promtool-"));
  try {
    const options = { ...OPTIONS, cwd: folder };
    const download = () => spawnSync("apt-get", ["download", "-qq", "prometheus"], options).status === 0;
    if (!download() && (spawnSync("apt-get", ["update", "-qq"], options).status !== 0 || !download())) return;
    const [file] = readdirSync(folder).filter((name) => name.endsWith(".deb"));
    if (file === undefined || spawnSync("dpkg-deb", ["-x", file, "files"], options).status !== 0) return;
    mkdirSync(path.dirname(PROMTOOL), { recursive: true });
    spawnSync("cp", ["files/usr/bin/promtool", `${PROMTOOL}.unfinished`], options);
    chmodSync(`${PROMTOOL}.unfinished`, 0o755);
    renameSync(`${PROMTOOL}.unfinished`, PROMTOOL);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
