import type { EventStore } from "#domain/core/event-store.ts";
import type { ExclusiveWork } from "#domain/core/ports/work-ports.ts";
import type { LogFork, LogIdentity, Witness } from "#domain/transparency/ports.ts";
import { pause } from "../follower/leadership.ts";
import { startLeading } from "../leading.ts";
import { askWitnesses, type WitnessPorts } from "./ask-witnesses.ts";
import { growTree, type GrowPorts, TreeMovedError } from "./grow-tree.ts";
import { signCheckpoint, type SignPorts } from "./sign-checkpoint.ts";

export type TransparencyPorts = GrowPorts &
  SignPorts &
  Omit<WitnessPorts, "send" | "log"> & {
    readonly store: EventStore;
    readonly exclusive: ExclusiveWork;
    /** Makes missing keys. */
    readonly identity: () => Promise<LogIdentity>;
    /** Absent: no witness is asked. */
    readonly witnesses?: { readonly list: readonly Witness[]; readonly send: WitnessPorts["send"] };
    readonly log: {
      warn(facts: object, message: string): void;
      error(facts: object, message: string): void;
    };
  };

/** How often something new is signed. */
const SIGN_INTERVAL_MS = 3_000;
/** How soon a fork is looked for again. */
const FORKED_MS = 30_000;

/**
 * Keeps the tree over the log and signs it every few seconds. Of all processes that call this one does it; another takes
 * over within a second. Should two do it at once, each change still happens once.
 */
export function startTransparency(ports: TransparencyPorts): { stop(): Promise<void> } {
  return startLeading({
    exclusive: ports.exclusive,
    name: "transparency",
    lead: (signal, worked) => lead(ports, signal, worked),
    failed: (err, attempt) => {
      if (!(err instanceof TreeMovedError))
        ports.log.warn({ err, attempt }, "The tree over the log cannot be kept; trying again");
    },
  });
}

async function lead(ports: TransparencyPorts, signal: AbortSignal, worked: () => void): Promise<void> {
  const identity = await ports.identity();
  const growing = await growTree(ports);
  if ("code" in growing) {
    await report(ports, growing, null);
    return pause(FORKED_MS, signal);
  }
  const known = new Map<string, number>();
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const sign = async (): Promise<void> => {
    for (let reported: string | null = null; !ended.aborted;) {
      reported = await report(ports, await round(ports, identity, known), reported);
      worked();
      await pause(SIGN_INTERVAL_MS, ended);
    }
  };
  const signing = sign();
  try {
    await Promise.race([signing, growing.finished]);
  } finally {
    over.abort();
    await Promise.allSettled([signing, growing.stop()]);
  }
}

/** Signs what is new, and has it cosigned. A fork is returned. */
async function round(
  ports: TransparencyPorts,
  identity: LogIdentity,
  known: Map<string, number>,
): Promise<LogFork | null> {
  const outcome = await signCheckpoint(ports, identity);
  if (typeof outcome === "object") return outcome;
  if (outcome === "behind" || !ports.witnesses?.list.length) return null;
  const { list, send } = ports.witnesses;
  return askWitnesses({ ...ports, send }, list, known);
}

/** Stores a fork for readiness and pages, and logs it once. Returns it as text. */
async function report(ports: TransparencyPorts, fork: LogFork | null, reported: string | null): Promise<string | null> {
  const text = fork === null ? "" : JSON.stringify(fork);
  if (text === reported) return text;
  await ports.signed.report(fork);
  if (fork !== null)
    ports.log.error({ event: fork.code }, "The log has forked: it is not the one that was signed before");
  return text;
}
