import { type FileHead, type FileInspector, INSPECTED_BYTES, type Inspection } from "#domain/dataset/inspection.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import type { Scratch } from "../../files/scratch.ts";
import type { CsvLimits } from "../../tables/csv/plan.ts";
import { boundedThread } from "../../threads/bounded-thread.ts";
import { remembered } from "../../threads/remembered.ts";
import type { InspectionTask } from "./inspect-head.ts";

const MOST_MS = 10_000;
const MOST_MEMORY_MB = 256;
const MOST_REMEMBERED = 200;
const MOST_REMEMBERED_CHARS = 4_000_000;

type Options = {
  readonly scratch: Scratch;
  readonly limits: CsvLimits;
  /** The first bytes of a file that was kept for a preview; null: it is gone. */
  readonly headOf: (id: string, maxBytes: number) => Promise<FileHead | null>;
  readonly mostMs?: number;
};

/**
 * Inspects files in a thread of its own, one at a time: columns by the thousand take a second. What was found in a file
 * that is kept is remembered by its bytes and the settings.
 */
export function createFileInspector({ scratch, limits, headOf, mostMs = MOST_MS }: Options): FileInspector {
  const thread = boundedThread<InspectionTask, Inspection>({
    ...{ script: new URL("./inspect-thread.ts", import.meta.url), mostMs, mostMemoryMb: MOST_MEMORY_MB },
  });
  const known = remembered<Inspection | "gone" | "too-slow">({
    ...{ most: MOST_REMEMBERED, mostChars: MOST_REMEMBERED_CHARS },
    charsOf: (found) => (typeof found === "string" ? null : JSON.stringify(found).length),
  });
  const inspect = async (head: FileHead, settings: LoadSettings): Promise<Inspection | "too-slow"> => {
    const own = await scratch.make();
    try {
      return (await thread.run({ head, limits, settings, folder: own.path })) ?? "too-slow";
    } finally {
      await own.remove();
    }
  };
  return {
    inspect,
    inspectKept: ({ id, sha256 }, settings) =>
      known.of(JSON.stringify([sha256, settings]), async () => {
        const head = await headOf(id, INSPECTED_BYTES);
        return head === null ? "gone" : inspect(head, settings);
      }),
  };
}
