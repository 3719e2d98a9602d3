import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runTool } from "../../command/run-tool.ts";
import type { Site } from "../site/site.ts";

const EVERY_MS = 1_000;
const MOST_FAULTS = 20;

/** The signed checkpoints of a log that somebody outside has seen. */
export type Watch = {
  readonly files: readonly string[];
  readonly stop: () => Promise<void>;
};

/** Asks an installation for its log checkpoint again and again, and keeps each in a file of `folder`. */
export async function watchCheckpoints(site: Site, folder: string): Promise<Watch> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  const stopping = new AbortController();
  let last = "";
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const note = await newest(site).catch(() => null);
      if (note !== null && note !== last) {
        const file = path.join(folder, `checkpoint-${files.length}`);
        await writeFile(file, note);
        files.push(file);
        last = note;
      }
      await wait(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    files,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

async function newest(site: Site): Promise<string | null> {
  const { status, text } = await site.webs()[0]!.call("GET", "/log/checkpoint");
  return status === 200 ? text : null;
}

/** What `npm run verify-log` says against a log and the checkpoints that were seen of it. */
export async function verifyFaults(site: Site, checkpoints: readonly string[]): Promise<readonly string[]> {
  const args = checkpoints.flatMap((file) => ["--checkpoint", file]);
  const { status, out, faults } = await runTool("verify-log", args, site.env());
  if (status === 0 && faults === "") return [];
  const lines = `${faults}${status === 2 ? out : ""}`.trim().split("\n").slice(0, MOST_FAULTS);
  return lines.map((line) => `verify-log (status ${status}): ${line}`);
}
