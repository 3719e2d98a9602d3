import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { type Product, type ProductOptions, startProduct } from "../../product.ts";

/** A process of an installation: one after another, on the same port. */
export type Member = {
  readonly role: string;
  /** Throws while it does not run. */
  readonly product: () => Product;
  readonly isUp: () => boolean;
  /** Resolves when it answers again. */
  readonly back: () => Promise<void>;
  /** The processor stops in the middle of an instruction. */
  readonly kill: () => Promise<void>;
  /** Starts it and waits until it is ready. Its clock may be ahead, or behind. */
  readonly start: (clockAheadSeconds?: number) => Promise<void>;
  /** Starts it, and kills it so long after that, ready or not. */
  readonly killInStart: (afterMs: number) => Promise<void>;
  /** As on a host that is suspended for a while: locks, time limits and connections go on without the process. */
  readonly pause: (ms: number) => Promise<void>;
  readonly output: () => string;
};

type Options = {
  readonly role: string;
  readonly options: () => ProductOptions;
  readonly did: (what: string) => void;
};

export function openMember({ role, options, did }: Options): Member {
  let product: Product | undefined;
  let down = Promise.withResolvers<void>();
  let before = "";
  const running = (): Product => {
    if (product === undefined) throw new Error(`The process of ${role} does not run`);
    return product;
  };
  return {
    role,
    product: running,
    isUp: () => product !== undefined,
    back: () => down.promise,
    async kill() {
      if (product === undefined) return;
      const ended = product;
      product = undefined;
      down = Promise.withResolvers();
      if (ended.process.exitCode === null) did("kills");
      await ended.stop("SIGKILL");
      before += `${ended.output()}\n--- ${role} was killed\n`;
    },
    async start(clockAheadSeconds) {
      product = await startProduct({ ...options(), clockAheadSeconds });
      down.resolve();
    },
    async killInStart(afterMs) {
      let child: ChildProcess | undefined;
      const killed = wait(afterMs).then(() => child?.kill("SIGKILL"));
      const ready = await startProduct({ ...options(), onProcess: (started) => (child = started) }).catch(
        (error: unknown) => {
          before += `--- ${role} was killed in its start: ${String(error)}\n`;
          return null;
        },
      );
      await killed;
      await ready?.stop("SIGKILL");
      did("kills in a start");
    },
    async pause(ms) {
      const { pid } = running().process;
      process.kill(pid!, "SIGSTOP");
      await wait(ms);
      process.kill(pid!, "SIGCONT");
      did("pauses");
    },
    output: () => before + (product?.output() ?? ""),
  };
}
