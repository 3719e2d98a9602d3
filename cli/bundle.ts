import { runCommand } from "./main.ts";

/** What the built file of the command begins with (scripts/command/build-command.ts). */
process.exitCode = await runCommand(process.argv.slice(2));
