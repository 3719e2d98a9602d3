/** A value that a task yielded, or its end. */
export type Progress<T, R> = { kind: "step"; index: number; value: T } | { kind: "end"; index: number; value: R };

/** The turn of one task: the tasks before it have ended. `come` rejects if the turn never comes. */
export interface Turn {
  readonly here: boolean;
  readonly come: Promise<void>;
}

/** Steps that a task may be ahead of its reader. */
const MAX_STEPS_AHEAD = 4;

/**
 * Runs tasks concurrently and yields their values in the order of the tasks: all of the first, then all of the second.
 * A task that is ahead waits after a few steps, so that memory stays bounded. An error of a task is thrown at its turn;
 * when the reader stops, no task continues and none starts.
 */
export async function* inOrder<T, R>(
  count: number,
  concurrency: number,
  start: (index: number, turn: Turn) => AsyncGenerator<T, R>,
): AsyncGenerator<Progress<T, R>, void> {
  const running: Ahead<T, R>[] = [];
  let begun = 0;
  try {
    for (let index = 0; index < count; index++) {
      while (begun < count && running.length < concurrency)
        running.push(new Ahead((turn) => start(begun++, turn), concurrency === 1 ? 0 : MAX_STEPS_AHEAD));
      const [task] = running;
      if (task === undefined) return;
      task.begin();
      let step = await task.next();
      for (; step.done !== true; step = await task.next()) yield { kind: "step", index, value: step.value };
      running.shift();
      yield { kind: "end", index, value: step.value };
    }
  } finally {
    await Promise.all(running.map((task) => task.stop()));
  }
}

/** Reads a generator a few steps ahead; with a capacity of 0 it is read on demand. */
class Ahead<T, R> {
  private readonly generator: AsyncGenerator<T, R>;
  private readonly room: number;
  private readonly steps: IteratorResult<T, R>[] = [];
  private failure: { error: unknown } | null = null;
  private stopped = false;
  private changed: () => void = () => {};
  private readonly work: Promise<void>;
  private readonly turn = Promise.withResolvers<void>();
  private here = false;

  constructor(start: (turn: Turn) => AsyncGenerator<T, R>, room: number) {
    const isHere = () => this.here;
    this.turn.promise.catch(() => undefined);
    this.generator = start({
      come: this.turn.promise,
      get here() {
        return isHere();
      },
    });
    this.room = room;
    this.work = room === 0 ? Promise.resolve() : this.run();
  }

  /** Starts the task's turn. */
  begin(): void {
    this.here = true;
    this.turn.resolve();
  }

  async next(): Promise<IteratorResult<T, R>> {
    if (this.room === 0) return this.generator.next();
    for (;;) {
      const step = this.steps.shift();
      if (step !== undefined) {
        this.changed();
        return step;
      }
      if (this.failure !== null) throw this.failure.error;
      await this.change();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.turn.reject(new Error("Nobody reads on."));
    this.changed();
    await this.work;
    // Nothing reads an error that it throws while it is closed.
    await this.generator.return(undefined as R).catch(() => undefined);
  }

  private async run(): Promise<void> {
    try {
      for (let done = false; !done && !this.stopped;) {
        const step = await this.generator.next();
        done = step.done === true;
        this.steps.push(step);
        this.changed();
        while (this.steps.length >= this.room && !this.stopped && !done) await this.change();
      }
    } catch (error) {
      this.failure = { error };
      this.changed();
    }
  }

  /** Resolves at the next change of either side: only one of them waits at a time. */
  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.changed = resolve;
    });
  }
}
