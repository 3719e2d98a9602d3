import { spawnSync } from "node:child_process";

/** The unprivileged account for Postgres if the server itself runs as root. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
}

const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/**
 * Options for a child process of `user` (or of ourselves): without our environment (it holds secrets), in a working
 * folder that everybody may enter, because initdb fails otherwise.
 */
export function runAs(user: ServiceUser | undefined): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  return { cwd: "/", env: { PATH: SYSTEM_PATH, LC_ALL: "C", TZ: "UTC", NODE_ENV: "production" }, ...user };
}

/**
 * The account that runs Postgres: ourselves, unless we are root (initdb and postgres refuse root). Then the machine's
 * `postgres` or `nobody`: initdb needs an account with a name.
 */
export function findServiceUser(): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const uid = idOf(name, "-u");
    const gid = idOf(name, "-g");
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid };
  }
  throw new Error(
    'Postgres does not run as root, and this machine has neither a user "postgres" nor "nobody". Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether `user` can use this folder as a parent of its own files. */
export function canEnter(user: ServiceUser | undefined, folder: string): boolean {
  return (
    spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...runAs(user), stdio: "ignore", timeout: 10_000 })
      .status === 0
  );
}

function idOf(name: string, flag: "-u" | "-g"): number | undefined {
  const answer = spawnSync("id", [flag, name], { ...runAs(undefined), encoding: "utf8", timeout: 10_000 });
  return answer.status === 0 ? Number(answer.stdout.trim()) : undefined;
}
