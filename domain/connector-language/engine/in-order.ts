/** What a task gave, or that it has ended. */
export type Progress<T, R> = { kind: "step"; index: number; value: T } | { kind: "end"; index: number; value: R };

/** The turn of one task: those before it have ended. `come` rejects when it never comes. */
export interface Turn {
  readonly here: boolean;
  readonly come: Promise<void>;
}

/** Steps that a task may be ahead of its reader. */
const AHEAD = 4;

/**
 * Runs tasks, several at a time, and hands on what they give in the order of the tasks: all of the first, then all of
 * the second. A task whose turn has not come waits after a few steps, so that memory stays bounded. What a task
 * throws is thrown at its turn; once the reader leaves, no task goes on and no further one begins.
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
        running.push(new Ahead((turn) => start(begun++, turn), concurrency === 1 ? 0 : AHEAD));
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

/** A generator that is read a few steps ahead; with room for none it is read when asked. */
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

  /** Its turn has come. */
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
    // What it throws on the way out has no reader any more.
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

  /** Resolves when either side has moved: only one of them waits at a time. */
  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.changed = resolve;
    });
  }
}
