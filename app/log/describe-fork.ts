import type { LogFork } from "#domain/transparency/ports.ts";

/** Why the log is not signed any more, in a sentence. */
export function describeFork(fork: LogFork): string {
  switch (fork.code) {
    case "log-shorter":
      return `The log has ${fork.size} events, but a log checkpoint of ${fork.signed} events was signed: an older backup was restored.`;
    case "log-rewritten":
      return `The first ${fork.signed} events of the log are not those for which a log checkpoint was signed.`;
    case "tree-not-of-log":
      return `Event ${fork.index} of the log is not the one that its tree was made of.`;
    case "kept-checkpoint-unreadable":
      return "The copy of the last log checkpoint in the data folder cannot be read.";
    case "witness-disagrees":
      return `The witness ${fork.witness} has cosigned a log that this one does not continue.`;
  }
}
