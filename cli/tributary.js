#!/usr/bin/env node
/**
 * The command `tributary` in a clone of the project. It is plain JavaScript, so that an older Node can say what it needs;
 * the rest is TypeScript, which Node 22.18 and newer run by themselves. The build also makes one file of it for other
 * machines (scripts/command/build-command.ts).
 */
if (!process.features.typescript) {
  console.error("tributary: a clone needs Node 22.18 or newer. Fetch /tributary.mjs from your server for older ones.");
  process.exit(2);
}
const { runCommand } = await import("./main.ts");
process.exitCode = await runCommand(process.argv.slice(2));
