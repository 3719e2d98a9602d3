/** The longest wait of a turn: background work never stops, however many pages are asked for. */
export const MOST_WAIT_MS = 50;

/** Lets the background work of a process wait while the process answers pages, which people wait for. */
export type PagesFirst = {
  /** A page is being answered until the returned function is called. */
  enter(): () => void;
  /** Resolves when no page is being answered, or after MOST_WAIT_MS. */
  turn(): Promise<void>;
  /** How many turns have waited. */
  waited(): number;
};

/** One for each process: its pages and its background work share a thread. */
export function createPagesFirst(): PagesFirst {
  let pages = 0;
  let waited = 0;
  const waiting = new Set<() => void>();
  return {
    enter() {
      pages += 1;
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        pages -= 1;
        if (pages === 0) for (const goOn of waiting) goOn();
      };
    },
    turn() {
      if (pages === 0) return Promise.resolve();
      waited += 1;
      return new Promise((resolve) => {
        const goOn = (): void => {
          clearTimeout(late);
          waiting.delete(goOn);
          resolve();
        };
        const late = setTimeout(goOn, MOST_WAIT_MS);
        waiting.add(goOn);
      });
    },
    waited: () => waited,
  };
}
