/** Codes of the file system (full disk, quota, largest file) and Postgres (SQLSTATE disk_full) for a lack of room. */
const NO_ROOM: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/** Whether a write failed because the disk is full. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && NO_ROOM.has(error.code)) || isNoRoom(error.cause);
}
