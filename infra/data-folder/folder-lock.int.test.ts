import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasNamespaces, inNamespaces } from "#testing/containers/namespaces.ts";
import { FolderInUse, isLocked, LOCK, lockFolder, shareFolder } from "./folder-lock.ts";
import { newOwner, readOwner, writeOwner } from "./folder-owner.ts";

let dataDir: string;
let started: ChildProcess[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-lock-"));
  started = [];
});
afterEach(async () => {
  for (const child of started) {
    child.kill("SIGCONT");
    child.kill("SIGKILL");
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Another process that holds the folder, in a container of its own if `apart`. */
async function holder(apart = false): Promise<{ child: ChildProcess; output: () => string }> {
  const command = [process.execPath, path.resolve("testing/containers/hold-folder.ts"), dataDir];
  const [program, ...args] = apart ? [...inNamespaces, ...command] : command;
  const child = spawn(program as string, args, { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("held")) resolve();
    });
    child.once("exit", () => reject(new Error("The holder ended")));
  });
  return { child, output: () => text };
}

describe("a data folder", () => {
  test("has one owner, which the others name", async () => {
    expect(isLocked(dataDir)).toBe(false);
    const lock = await lockFolder(dataDir);
    expect(isLocked(dataDir)).toBe(true);
    await expect(lockFolder(dataDir)).rejects.toThrow(
      new RegExp(
        `^Another server uses the data in .* \\(process ${process.pid} on ${os.hostname()}, since 20\\d\\d-[^)]*\\)\\. Stop it first, or choose another DATA_DIR\\.$`,
      ),
    );
    await expect(shareFolder(dataDir)).rejects.toBeInstanceOf(FolderInUse);
    await lock.release();
    expect(isLocked(dataDir)).toBe(false);
    await (await lockFolder(dataDir)).release();
    expect(await readOwner(dataDir)).toBeNull();
  });

  test("is shared by processes of one installation, but not with an owner", async () => {
    const shares = [await shareFolder(dataDir), await shareFolder(dataDir)];
    expect(isLocked(dataDir)).toBe(false);
    await expect(lockFolder(dataDir)).rejects.toBeInstanceOf(FolderInUse);
    for (const share of shares) await share.release();
    await (await lockFolder(dataDir)).release();
  });

  test.each([false, ...(hasNamespaces ? [true] : [])])(
    "is free at once when its owner was killed; in a container of its own: %s",
    async (apart) => {
      const { child } = await holder(apart);
      expect(isLocked(dataDir)).toBe(true);
      await expect(lockFolder(dataDir)).rejects.toThrow(/Another server uses the data in .*\(process \d+ on /);
      child.kill("SIGKILL");
      await once(child, "exit");
      await (await lockFolder(dataDir)).release();
    },
  );

  test("of a frozen owner stays its own", async () => {
    const { child, output } = await holder();
    child.kill("SIGSTOP");
    await sleep(300);
    await expect(lockFolder(dataDir, { beatMs: 50 })).rejects.toBeInstanceOf(FolderInUse);
    child.kill("SIGCONT");
    await sleep(300);
    expect(output()).toBe("held\n");
    expect(child.exitCode).toBeNull();
  });
});

describe("on a volume whose locks do not reach other hosts", () => {
  const elsewhere = { ...newOwner(), host: "elsewhere", system: "of another host" };

  test("an owner that lives is seen by its beats", async () => {
    await writeOwner(dataDir, elsewhere);
    let lives = true;
    const living = (async () => {
      for (let beat = 1; lives; beat += 1) {
        await sleep(20);
        await writeOwner(dataDir, { ...elsewhere, beat });
      }
    })();
    try {
      await expect(lockFolder(dataDir, { beatMs: 200 })).rejects.toThrow(/on elsewhere, since/);
      expect(isLocked(dataDir)).toBe(false);
    } finally {
      lives = false;
      await living;
    }
  });

  test("one that is silent is taken over from, and stops when it wakes up", async () => {
    await writeOwner(dataDir, elsewhere);
    const lock = await lockFolder(dataDir, { beatMs: 20 });
    expect((await readOwner(dataDir))?.host).toBe(os.hostname());
    // The one that was taken over from sees this; here the roles are changed.
    await writeOwner(dataDir, elsewhere);
    expect(await lock.lost).toMatch(/was taken over by process \d+ on elsewhere while this one was silent$/);
    await lock.release();
    expect((await readOwner(dataDir))?.id).toBe(elsewhere.id);
  });
});

describe("what is left over", () => {
  test.each([
    ["an empty lock", () => writeFile(path.join(dataDir, LOCK), "")],
    [
      "a lock of the future",
      async () => {
        await writeFile(path.join(dataDir, LOCK), "");
        await utimes(path.join(dataDir, LOCK), new Date("2099-01-01"), new Date("2099-01-01"));
      },
    ],
    ["half a note of an owner", () => writeFile(path.join(dataDir, "lock-owner.json"), '{"id":"a","host')],
    ["a note that is none", () => writeFile(path.join(dataDir, "lock-owner.json"), "7")],
    ["the number of a living process", () => writeOwner(dataDir, { ...newOwner(), pid: process.ppid })],
    ["process 1 of a container that is gone", () => writeOwner(dataDir, { ...newOwner(), pid: 1, host: "f3a8c1" })],
  ])("%s stops no start", async (_what, leave) => {
    await leave();
    const lock = await lockFolder(dataDir);
    expect((await readOwner(dataDir))?.pid).toBe(process.pid);
    await lock.release();
  });

  test("a folder that cannot be used is refused with its reason", async () => {
    await rm(dataDir, { recursive: true });
    await writeFile(dataDir, "no folder");
    await expect(lockFolder(dataDir)).rejects.toThrow(/^DATA_DIR: the folder .* cannot be used \(.+\)\. This account/);
    await rm(dataDir);
    await mkdir(path.join(dataDir, LOCK), { recursive: true });
    await expect(lockFolder(dataDir)).rejects.toThrow(/cannot be used \(.+\)/);
  });

  test("an owner whose lock was removed stops", async () => {
    const lock = await lockFolder(dataDir, { beatMs: 20 });
    await rm(path.join(dataDir, LOCK));
    expect(await lock.lost).toMatch(/^The file lock of the data folder .* was removed/);
    await lock.release();
    expect(existsSync(path.join(dataDir, LOCK))).toBe(false);
  });
});
