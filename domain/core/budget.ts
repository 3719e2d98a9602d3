/**
 * How much of one bounded resource is in use, as `/metrics` shows it. Units are those of `limit`: connections, slots,
 * bytes.
 */
export type BudgetUse = {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  /** Callers waiting for room. */
  readonly waiting: number;
  /** Requests refused since the process started. */
  readonly refused: number;
};

/** A bounded resource of this process. */
export type Budget = { use(): BudgetUse };

/** The budgets of one process, registered here so that an operator sees them all. */
export type Budgets = {
  add<B extends Budget>(budget: B): B;
  uses(): readonly BudgetUse[];
};

export function createBudgets(): Budgets {
  const budgets: Budget[] = [];
  return {
    add(budget) {
      budgets.push(budget);
      return budget;
    },
    uses: () => budgets.map((budget) => budget.use()),
  };
}

export type ConcurrencyLimitOptions = {
  readonly name: string;
  /** Most in use at a time, for all owners together. */
  readonly limit: number;
  /** Most that one owner may use; default `limit`. */
  readonly perOwner?: number;
  /** How many calls of `run` and `enter` may wait for room; default none. */
  readonly queue?: number;
  /** How many of them may be of one owner; default `queue`. */
  readonly queuePerOwner?: number;
};

export type ConcurrencyLimit = Budget & {
  /**
   * Takes `amount` (default 1) for an owner. Returns a function that gives it back once, or null if there is no room.
   */
  tryEnter(owner: string, amount?: number): (() => void) | null;
  /** The same when there is room, in the order of the calls; null if the queue is full too, or when `signal` aborts. */
  enter(owner: string, signal?: AbortSignal): Promise<(() => void) | null>;
  /** Why an owner cannot enter: their own share is used up, the whole is, or neither (null). */
  lacks(owner: string, amount?: number): "share" | "all" | null;
  /**
   * Does the work when there is room, in the order of the calls; returns "full" if the queue is full too, or when
   * `signal` aborts the wait.
   */
  run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T | "full">;
};

/** A call of `run` that waits for room. */
type Waiter = { readonly owner: string; readonly start: (release: () => void) => void };

/** A budget counted in this process: slots, open answers, bytes in memory. */
export function createConcurrencyLimit({
  name,
  limit,
  perOwner = limit,
  queue = 0,
  queuePerOwner = queue,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const byOwner = new Map<string, number>();
  const waiting: Waiter[] = [];
  let used = 0;
  let refused = 0;

  const lacks = (owner: string, amount: number): "share" | "all" | null => {
    if ((byOwner.get(owner) ?? 0) + amount > perOwner) return "share";
    return used + amount > limit ? "all" : null;
  };
  const take = (owner: string, amount: number): (() => void) | null => {
    if (lacks(owner, amount) !== null) return null;
    used += amount;
    byOwner.set(owner, (byOwner.get(owner) ?? 0) + amount);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      used -= amount;
      const left = (byOwner.get(owner) ?? 0) - amount;
      if (left > 0) byOwner.set(owner, left);
      else byOwner.delete(owner);
      startWaiting();
    };
  };

  const startWaiting = (): void => startAll(waiting, take, () => used < limit);

  const enter = async (owner: string, signal?: AbortSignal): Promise<(() => void) | null> => {
    const room = take(owner, 1);
    const mayWait = room === null && signal?.aborted !== true && hasRoom(waiting, owner, { queue, queuePerOwner });
    const release = mayWait ? await waitIn(waiting, owner, signal) : room;
    if (release === null) refused += 1;
    return release;
  };

  return {
    use: () => ({ name, used, limit, waiting: waiting.length, refused }),
    lacks: (owner, amount = 1) => lacks(owner, amount),
    tryEnter(owner, amount = 1) {
      const release = take(owner, amount);
      if (release === null) refused += 1;
      return release;
    },
    enter,
    async run(owner, work, signal) {
      const release = await enter(owner, signal);
      if (release === null) return "full";
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** An owner who has used up their share does not block those behind. */
function startAll(
  waiting: Waiter[],
  take: (owner: string, amount: number) => (() => void) | null,
  hasRoom: () => boolean,
): void {
  for (let at = 0; at < waiting.length && hasRoom();) {
    const release = take(waiting[at]!.owner, 1);
    if (release === null) at += 1;
    else waiting.splice(at, 1)[0]!.start(release);
  }
}

function hasRoom(
  waiting: readonly Waiter[],
  owner: string,
  most: Required<Pick<ConcurrencyLimitOptions, "queue" | "queuePerOwner">>,
): boolean {
  return waiting.length < most.queue && waiting.filter((waiter) => waiter.owner === owner).length < most.queuePerOwner;
}

/** Waits in a queue until it is started with what gives its room back; null when `signal` aborts before. */
function waitIn(queue: Waiter[], owner: string, signal: AbortSignal | undefined): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const waiter: Waiter = {
      owner,
      start(release) {
        signal?.removeEventListener("abort", leave);
        resolve(release);
      },
    };
    const leave = (): void => {
      queue.splice(queue.indexOf(waiter), 1);
      resolve(null);
    };
    queue.push(waiter);
    signal?.addEventListener("abort", leave, { once: true });
  });
}
