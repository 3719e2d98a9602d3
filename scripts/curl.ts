import { spawnSync } from "node:child_process";

/** Installs curl if it is missing and we may: a feature runs the lines of the documentation with it. */
export function ensureCurl(): void {
  if (hasCurl()) return;
  const options = {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: 300_000,
  } as const;
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "curl"], options);
  if (!hasCurl()) throw new Error("There is no curl and none could be installed. Install it.");
}

function hasCurl(): boolean {
  return spawnSync("curl", ["--version"]).status === 0;
}
