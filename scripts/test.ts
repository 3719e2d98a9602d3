import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./browser/chromium.ts";
import { checks } from "./checks.ts";
import { ensureCurl, ensurePromtool } from "./debian-programs.ts";
import { ROOT, runProgram, stopPrograms } from "./run-program.ts";
import { cucumberCounts, unusedActions, vitestCounts, type Counts } from "./test-counts.ts";

/**
 * `npm test`: all checks and tests, each stage with a time limit. Two lanes run in parallel, because integration tests
 * wait half of their time: these take as long as everything else together, and the lane that is done first takes what is
 * left. The output of a stage is shown when it ends; the last line is `N passed, N failed`.
 */
const reports = mkdtempSync(path.join(os.tmpdir(), "tributary-reports-"));
const MINUTE = 60_000;

/** What is still to run beside or after the integration tests: what takes longest begins first. */
const left: (() => Promise<void>)[] = [
  () => features("browser"),
  () => features("text-browser"),
  ...checks({ quick: false }).map(
    ({ name, program, args }) =>
      () =>
        one(name, program, args, 20 * MINUTE),
  ),
  () => features("http"),
  () => features("browser-without-javascript", { usesAll: false }),
  () => vitest("unit"),
];

type Result = { readonly stage: string; readonly counts: Counts; readonly ms: number };
const results: Result[] = [];

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopPrograms();
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

const started = Date.now();
ensureCurl();
ensurePromtool();
await build();
await Promise.all([vitest("integration").then(takeWhatIsLeft), takeWhatIsLeft()]);
rmSync(reports, { recursive: true, force: true });
summarize();

async function vitest(project: "unit" | "integration"): Promise<void> {
  const stage = `tests (${project})`;
  const output = report(project);
  const args = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  // Pure tests only compute, and integration tests may run beside them.
  if (project === "unit") args.push("--maxWorkers=2");
  await many(stage, "vitest", args, 80 * MINUTE, () => vitestCounts(readFileSync(output, "utf8"), ROOT));
}

async function build(): Promise<void> {
  await one("build", "node", ["scripts/build.ts", "--always"], 10 * MINUTE);
}

async function takeWhatIsLeft(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) await next();
}

/** The scenarios of a profile. `usesAll`: together they use everything that a driver can do. */
async function features(profile: string, { usesAll = true } = {}): Promise<void> {
  const args = ["--profile", profile, "--format", "progress", "--format", `message:${report(profile)}`];
  const read = () => {
    const messages = readFileSync(report(profile), "utf8");
    const counts = cucumberCounts(messages, profile);
    const unused = usesAll ? unusedActions(messages) : [];
    const forgotten = unused.map((action) => `no scenario (${profile}) uses ${action} of the driver`);
    return { ...counts, failures: [...counts.failures, ...forgotten] };
  };
  await many(`features (${profile})`, "cucumber-js", args, 35 * MINUTE, read, { CHROMIUM_PATH: ensureChromium() });
}

function report(name: string): string {
  return path.join(reports, `${name}.json`);
}

/** A stage that passes or fails as a whole. */
async function one(stage: string, program: string, args: readonly string[], limitMs: number): Promise<void> {
  const { fault, ms } = await run(stage, program, args, limitMs);
  const counts = { passed: fault === undefined ? 1 : 0, skipped: 0, failures: fault === undefined ? [] : [fault] };
  results.push({ stage, counts, ms });
}

/** A stage of many tests, counted from its report. A stage that fails without naming a test counts as one failure. */
async function many(
  stage: string,
  program: string,
  args: readonly string[],
  limitMs: number,
  read: () => Counts,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { fault, ms } = await run(stage, program, args, limitMs, env);
  let counts: Counts = { passed: 0, skipped: 0, failures: [] };
  try {
    counts = read();
  } catch (error) {
    counts = { ...counts, failures: [fault ?? `its report cannot be read: ${(error as Error).message}`] };
  }
  if (counts.failures.length === 0 && (fault !== undefined || counts.passed === 0))
    counts = { ...counts, failures: [fault ?? "it ran no test at all"] };
  results.push({ stage, counts, ms });
}

async function run(
  stage: string,
  program: string,
  args: readonly string[],
  limitMs: number,
  env: Readonly<Record<string, string>> = {},
) {
  console.log(`… ${stage}`);
  const ended = await runProgram(program, args, { limitMs, env });
  console.log(`\n── ${stage} (${time(ended.ms)})\n${ended.output.trimEnd()}`);
  return ended;
}

function time(ms: number): string {
  return `${Math.floor(ms / MINUTE)}:${String(Math.floor((ms % MINUTE) / 1_000)).padStart(2, "0")}`;
}

function summarize(): void {
  console.log(`\n── summary (${time(Date.now() - started)})`);
  for (const { stage, counts, ms } of results) {
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    const sign = counts.failures.length === 0 ? "✓" : "✗";
    console.log(`${sign} ${stage}: ${counts.passed} passed, ${counts.failures.length} failed${skipped} (${time(ms)})`);
    for (const failure of counts.failures) console.log(`    ${failure.replaceAll("\n", "\n    ")}`);
  }
  const passed = results.reduce((sum, { counts }) => sum + counts.passed, 0);
  const failed = results.reduce((sum, { counts }) => sum + counts.failures.length, 0);
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}
