import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { type LogArchiveEvent, logArchiveEvents } from "./events.ts";

/** One archive; see `LogArchived`. */
export type LogArchive = LogArchiveEvent["data"];
export type LogArchiveCommand = { readonly type: "archive"; readonly archive: LogArchive };

/** The archives of the log, the oldest first. */
export type LogArchiveState = { readonly archives: readonly LogArchive[] };

/** Of one log: its id is "log". */
export const logArchives: Aggregate<string, LogArchiveState, LogArchiveEvent, LogArchiveCommand, never> = {
  stream: (log) => `log-archives-${log}`,
  events: logArchiveEvents,
  initialState: { archives: [] },

  evolve: ({ archives }, { data }) => ({ archives: [...archives, data] }),

  decide({ archives }, { archive }) {
    // The list of the files tells archives apart: one that was cut short is done again with the same.
    if (archives.some(({ sha256 }) => sha256 === archive.sha256)) return emit();
    return emit({ type: "LogArchived", data: archive });
  },
};
