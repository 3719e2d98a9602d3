import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/**
 * A process of its own that asks `/healthz` without a pause, and looks at the memory of the product. A message asks for
 * what it has seen since the last one.
 */
const [url = "", pid = ""] = process.argv.slice(2);
const BETWEEN_MS = 5;

/** What was seen: the longest time in which nothing was answered, and the most memory. */
export type Seen = { readonly silentMs: number; readonly peakBytes: number };

const agent = new Agent({ keepAlive: true });
let asked = performance.now();
let waiting = false;
let silentMs = 0;
let peakBytes = 0;

process.on("message", () => {
  // An answer that is still missing counts so far.
  const seen: Seen = { silentMs: Math.max(silentMs, waiting ? performance.now() - asked : 0), peakBytes };
  silentMs = 0;
  peakBytes = rss();
  process.send?.(seen);
});
process.once("disconnect", () => process.exit());

for (;;) {
  asked = performance.now();
  waiting = true;
  await answered();
  waiting = false;
  silentMs = Math.max(silentMs, performance.now() - asked);
  peakBytes = Math.max(peakBytes, rss());
  await wait(BETWEEN_MS);
}

function answered(): Promise<void> {
  return new Promise((resolve) => {
    get(`${url}/healthz`, { agent }, (answer) => answer.resume().on("close", () => resolve())).on("error", () =>
      resolve(),
    );
  });
}

/** Resident bytes of the product; 0 where the system does not tell. */
function rss(): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
