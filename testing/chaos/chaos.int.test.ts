import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { buildOnce } from "../product.ts";
import { DISTURBANCES } from "./disturbances/all-disturbances.ts";
import { PLANTS } from "./plants.ts";

/** Each disturbance of `npm run chaos` for about a tenth of its time, and the faults that the harness plants itself. */
const ROOT = path.resolve(import.meta.dirname, "../..");
const SHORT = ["--seconds", "2", "--people", "1"];

beforeAll(buildOnce, 240_000);

async function chaos(...args: string[]): Promise<{ readonly status: number; readonly lines: readonly string[] }> {
  const options = { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] as ["ignore", "pipe", "inherit"] };
  const child = spawn(process.execPath, ["testing/chaos/main.ts", ...SHORT, ...args], options);
  const ended = once(child, "exit") as Promise<[number]>;
  const output = await text(child.stdout);
  return { status: (await ended)[0], lines: output.trimEnd().split("\n") };
}

test.each(DISTURBANCES)("$name: $does", { timeout: 400_000 }, async ({ name }) => {
  const { status, lines } = await chaos("--only", name, "--seed", "1");
  expect([status, lines]).toEqual([0, expect.any(Array)]);
  expect(lines.at(-1)).toMatch(/^holds: [01] rounds, .*\b0 faults$/);
});

test("a round with planted faults is red, and says what each is", { timeout: 400_000 }, async () => {
  const { status, lines } = await chaos(
    "--only",
    "kills",
    "--seed",
    "5",
    "--people",
    "2",
    "--plant",
    PLANTS.map(({ name }) => name).join(","),
  );
  const said = lines.map((line) => line.replace(/^Seed \d+, kills: /, ""));
  for (const { says } of PLANTS) expect(said).toContainEqual(expect.stringMatching(says));
  expect([status, lines.at(-1)]).toEqual([1, expect.stringMatching(/^BROKEN: 1 rounds/)]);
});
