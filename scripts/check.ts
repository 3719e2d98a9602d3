import { checks } from "./checks.ts";
import { runProgram, stopPrograms } from "./run-program.ts";

/** `npm run check`: types, lint, format and floors in parallel, each with its cache. */
const LIMIT_MS = 10 * 60_000;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopPrograms();
    process.exit(1);
  });
}

await Promise.all(
  checks({ quick: true }).map(async ({ name, program, args }) => {
    const { fault, output, ms } = await runProgram(program, args, { limitMs: LIMIT_MS });
    console.log(`${fault === undefined ? "✓" : "✗"} ${name} (${(ms / 1_000).toFixed(1)} s)`);
    if (fault === undefined) return;
    console.log(output);
    process.exitCode = 1;
  }),
);
