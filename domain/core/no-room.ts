/** How the file system (full disk, quota, largest file) and Postgres (SQLSTATE disk_full) say that there is no room. */
const NO_ROOM: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/** True when something could not be written for lack of room on a disk. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && NO_ROOM.has(error.code)) || isNoRoom(error.cause);
}
