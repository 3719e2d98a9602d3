import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./chromium.ts";
import { cucumberCounts, vitestCounts, type Counts } from "./test-counts.ts";

/** `npm test`: everything there is to prove, one after the other, each bounded in time. The last line is `N passed, N failed`. */
const ROOT = path.resolve(import.meta.dirname, "..");
const BIN = path.join(ROOT, "node_modules", ".bin");
const reports = mkdtempSync(path.join(os.tmpdir(), "tributary-reports-"));
const MINUTE = 60_000;

/** Profiles of cucumber.js: every scenario runs once with each. */
const DRIVERS = ["http", "browser", "browser-without-javascript"];

let running: ChildProcess | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopGroup(running);
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

const results: { readonly stage: string; readonly counts: Counts }[] = [];

await one("types", "tsc", ["--project", "."], 10 * MINUTE);
await one("lint", "eslint", ["."], 10 * MINUTE);
await one("floors", "depcruise", ["--config", ".dependency-cruiser.cjs", "."], 5 * MINUTE);
await many(
  "vitest",
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report("vitest")}`],
  25 * MINUTE,
  () => vitestCounts(readFileSync(report("vitest"), "utf8"), ROOT),
);
await one("build", "node", ["scripts/build.ts", "--always"], 10 * MINUTE);
const chromium = ensureChromium();
for (const driver of DRIVERS) {
  const args = ["--profile", driver, "--format", "progress", "--format", `message:${report(driver)}`];
  await many(
    `features (${driver})`,
    "cucumber-js",
    args,
    30 * MINUTE,
    () => cucumberCounts(readFileSync(report(driver), "utf8"), driver),
    { CHROMIUM_PATH: chromium },
  );
}

rmSync(reports, { recursive: true, force: true });
summarize();

function report(name: string): string {
  return path.join(reports, `${name}.json`);
}

/** A stage that is right or wrong as a whole. */
async function one(stage: string, program: string, args: string[], limitMs: number): Promise<void> {
  const fault = await run(stage, program, args, limitMs, {});
  results.push({
    stage,
    counts: { passed: fault === undefined ? 1 : 0, skipped: 0, failures: fault === undefined ? [] : [fault] },
  });
}

/** A stage of many tests, counted from its report. A stage that fails without naming a test counts as one failure. */
async function many(
  stage: string,
  program: string,
  args: string[],
  limitMs: number,
  read: () => Counts,
  env: Record<string, string> = {},
): Promise<void> {
  const fault = await run(stage, program, args, limitMs, env);
  let counts: Counts = { passed: 0, skipped: 0, failures: [] };
  try {
    counts = read();
  } catch (error) {
    counts = { ...counts, failures: [fault ?? `its report cannot be read: ${(error as Error).message}`] };
  }
  if (counts.failures.length === 0 && (fault !== undefined || counts.passed === 0))
    counts = { ...counts, failures: [fault ?? "it ran no test at all"] };
  results.push({ stage, counts });
}

/** Runs a program in a process group of its own, shown as it goes; answers what went wrong, if anything. */
async function run(
  stage: string,
  program: string,
  args: string[],
  limitMs: number,
  env: Record<string, string>,
): Promise<string | undefined> {
  console.log(`\n── ${stage}`);
  const child = spawn(path.join(BIN, program), args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
    env: { ...process.env, ...env },
  });
  running = child;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stopGroup(child);
      resolve(`took longer than ${limitMs / MINUTE} minutes and was stopped`);
    }, limitMs);
    child.on("error", (error) => settle(error.message));
    child.on("exit", (code, signal) =>
      settle(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}; see its output above`),
    );
    function settle(fault: string | undefined): void {
      clearTimeout(timer);
      running = undefined;
      resolve(fault);
    }
  });
}

function stopGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended by itself.
  }
}

function summarize(): void {
  console.log("\n── summary");
  for (const { stage, counts } of results) {
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    console.log(
      `${counts.failures.length === 0 ? "✓" : "✗"} ${stage}: ${counts.passed} passed, ${counts.failures.length} failed${skipped}`,
    );
    for (const failure of counts.failures) console.log(`    ${failure}`);
  }
  const passed = results.reduce((sum, { counts }) => sum + counts.passed, 0);
  const failed = results.reduce((sum, { counts }) => sum + counts.failures.length, 0);
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}
