import { lockFolder } from "#infra/data-folder/folder-lock.ts";

/** Holds the data folder named on the command line, says so, and goes on until it is ended. */
const lock = await lockFolder(process.argv[2] as string, { beatMs: 50 });
process.stdout.write("held\n");
void lock.lost.then((sentence) => {
  process.stdout.write(`${sentence}\n`);
  process.exit(1);
});
setInterval(() => undefined, 1_000);
