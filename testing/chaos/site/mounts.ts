import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** For root, and for an account that may be root of a namespace of its own. */
const SPACES = [
  ["unshare", "--mount"],
  ["unshare", "--map-current-user", "--keep-caps", "--mount"],
] as const;
const INSIDE = "CHAOS_HAS_MOUNTS";

/** Whether this process sees mounts that no other one sees. */
export const hasMounts = (): boolean => process.env[INSIDE] === "1";

/**
 * Runs this program again where it may mount, with the same arguments, and returns its exit status; null: this machine
 * does not allow it. All mounts are gone when it ends.
 */
export async function againWithMounts(): Promise<number | null> {
  const space = SPACES.find(([command, ...args]) => spawnSync(command, [...args, "true"]).status === 0);
  if (space === undefined) return null;
  const [command, ...args] = space;
  const child = spawn(command, [...args, process.execPath, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, [INSIDE]: "1" },
  });
  const end = (): void => void child.kill("SIGTERM");
  process.once("SIGTERM", end).once("SIGINT", end);
  const [status] = (await once(child, "exit")) as [number | null];
  return status ?? 1;
}

/** Makes `folder` a file system of its own in memory, until what it returns is called. */
export function mountMemory(folder: string, megabytes: number): () => void {
  const options = `size=${megabytes}m,mode=0711`;
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`mount failed: ${stderr}`);
  const unmount = (): void => void spawnSync("umount", ["--lazy", folder]);
  // Before the folder of the round is removed.
  process.prependOnceListener("exit", unmount);
  return unmount;
}
