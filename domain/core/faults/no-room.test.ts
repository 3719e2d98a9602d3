import { expect, test } from "vitest";
import { isNoRoom } from "./no-room.ts";

const failed = (code: string) => Object.assign(new Error("write failed"), { code });

test("knows what a full disk, a full quota, the largest file and a full Postgres say", () => {
  for (const code of ["ENOSPC", "EDQUOT", "EFBIG", "53100"]) {
    expect(isNoRoom(failed(code))).toBe(true);
    expect(isNoRoom(new Error("The rows could not be kept", { cause: failed(code) }))).toBe(true);
  }
  for (const other of [failed("EACCES"), failed("53300"), new Error("ENOSPC"), "ENOSPC", null])
    expect(isNoRoom(other)).toBe(false);
});
