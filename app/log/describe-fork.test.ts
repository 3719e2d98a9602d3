import { expect, test } from "vitest";
import type { LogFork } from "#domain/transparency/ports.ts";
import { describeFork } from "./describe-fork.ts";

test.each([
  [
    { code: "log-shorter", size: 5, signed: 9 },
    "The log has 5 events, but a log checkpoint of 9 events was signed: an older backup was restored.",
  ],
  [
    { code: "log-rewritten", signed: 9 },
    "The first 9 events of the log are not those for which a log checkpoint was signed.",
  ],
  [{ code: "tree-not-of-log", index: 3 }, "Event 3 of the log is not the one that its tree was made of."],
  [{ code: "kept-checkpoint-unreadable" }, "The copy of the last log checkpoint in the data folder cannot be read."],
  [
    { code: "witness-disagrees", witness: "w.example.org" },
    "The witness w.example.org has cosigned a log that this one does not continue.",
  ],
] satisfies [LogFork, string][])("%o is told in a sentence", (fork, sentence) => {
  expect(describeFork(fork)).toBe(sentence);
});
