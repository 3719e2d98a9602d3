import { mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { boundPostgresLog } from "./bounded-log.ts";

test("starts a log that has grown too large again, and its writers go on", async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), "tributary-log-"));
  try {
    await boundPostgresLog(home, 10);
    const log = await open(path.join(home, "postgres.log"), "a", 0o600);
    await log.write("0123456789");
    await boundPostgresLog(home, 10);
    expect(await readdir(home)).toEqual(["postgres.log"]);
    await log.write("+");
    await boundPostgresLog(home, 10);
    await log.write("new");
    await log.close();
    expect(await readFile(path.join(home, "postgres.log"), "utf8")).toBe("new");
    expect(await readFile(path.join(home, "postgres.log.previous"), "utf8")).toBe("0123456789+");
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
