import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { currentBuild } from "../server/build-folder.ts";
import { buildOnce } from "./build-once.ts";

let builds: string;
beforeEach(() => {
  builds = path.join(mkdtempSync(path.join(os.tmpdir(), "tributary-build-")), "build");
});
afterEach(() => rmSync(path.dirname(builds), { recursive: true, force: true }));

/** A process that builds for `ms` and prints the result; its build records each time it is made. */
function builder(fingerprint: string, ms: number, always = false): ChildProcess {
  const program = `
    import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
    import { setTimeout as wait } from "node:timers/promises";
    import { buildOnce } from ${JSON.stringify(path.join(import.meta.dirname, "build-once.ts"))};
    const build = async (folder) => {
      appendFileSync(${JSON.stringify(`${builds}.made`)}, "made\\n");
      mkdirSync(folder + "/server");
      await wait(${ms});
      writeFileSync(folder + "/server/whole", ${JSON.stringify(fingerprint)});
    };
    console.log(await buildOnce({ builds: ${JSON.stringify(builds)}, fingerprint: ${JSON.stringify(fingerprint)}, always: ${always}, build }));`;
  return spawn(process.execPath, ["--input-type=module-typescript", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function outcome(child: ChildProcess): Promise<string> {
  let said = "";
  child.stdout!.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, "close")) as [number];
  return `${status} ${said.trim()}`;
}

const made = () => readFileSync(`${builds}.made`, "utf8").split("\n").length - 1;
const whole = () => readFileSync(path.join(currentBuild(builds) ?? "", "server", "whole"), "utf8");

test("of six processes that build the same sources at the same moment one does, and all find it whole", async () => {
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcome(builder("aaaa", 600))));
  expect(outcomes.toSorted()).toEqual(["0 built", ...Array.from({ length: 5 }, () => "0 was there")]);
  expect(made()).toBe(1);
  expect(whole()).toBe("aaaa");
});

test("a build that is killed leaves the old one in use, and the next process takes over at once", async () => {
  expect(await outcome(builder("aaaa", 0))).toBe("0 built");
  const killed = builder("bbbb", 60_000);
  while (made() < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  killed.kill("SIGKILL");
  await once(killed, "close");
  expect(whole()).toBe("aaaa");
  const started = Date.now();
  expect(await outcome(builder("bbbb", 0))).toBe("0 built");
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(whole()).toBe("bbbb");
  expect(readdirSync(builds).filter((name) => name.includes("unfinished") || name === "lock")).toEqual([]);
});

test("a lock that nobody has touched for long is taken over, even if another process has its number now", async () => {
  mkdirSync(builds, { recursive: true });
  writeFileSync(path.join(builds, "lock"), `${process.pid} 1`);
  utimesSync(path.join(builds, "lock"), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  expect(await outcome(builder("aaaa", 0))).toBe("0 built");
});

test("a build that fails says so, leaves nothing, and lets the next one try", async () => {
  const failing = buildOnce({
    builds,
    fingerprint: "aaaa",
    always: false,
    build: () => Promise.reject(new Error("The build failed.")),
  });
  await expect(failing).rejects.toThrow("The build failed.");
  expect(readdirSync(builds)).toEqual([]);
  expect(await outcome(builder("aaaa", 0))).toBe("0 built");
});

test("building again leaves the folder that a server uses, and only a few old ones", async () => {
  const used: string[] = [];
  for (let time = 0; time < 5; time += 1) {
    expect(await outcome(builder("aaaa", 0, true))).toBe("0 built");
    used.push(currentBuild(builds)!);
  }
  expect(used.map((folder) => existsSync(folder))).toEqual([false, false, true, true, true]);
});
