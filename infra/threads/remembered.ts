/** Results by the text that they were made of. */
export interface Remembered<Result> {
  /** What is known of the text, or what `make` makes of it; those who ask meanwhile wait for the same. */
  of(text: string, make: () => Promise<Result>): Promise<Result>;
}

/**
 * Remembers the last results, at most `most` with about so many characters together; the oldest is forgotten first.
 * `charsOf` null: this result is not kept.
 */
export function remembered<Result>(options: {
  readonly most: number;
  readonly mostChars: number;
  readonly charsOf: (result: Result) => number | null;
}): Remembered<Result> {
  const { most, mostChars, charsOf } = options;
  const known = new Map<string, { readonly result: Result; readonly chars: number }>();
  const underway = new Map<string, Promise<Result>>();
  let all = 0;
  const keep = (text: string, result: Result): void => {
    const own = charsOf(result);
    if (own === null || known.has(text)) return;
    const chars = own + text.length;
    known.set(text, { result, chars });
    all += chars;
    for (const [oldest, kept] of known) {
      if (known.size <= most && all <= mostChars) return;
      known.delete(oldest);
      all -= kept.chars;
    }
  };
  return {
    async of(text, make) {
      const before = known.get(text);
      if (before) return before.result;
      const made =
        underway.get(text) ??
        make().then((result) => {
          keep(text, result);
          return result;
        });
      underway.set(text, made);
      return made.finally(() => underway.delete(text));
    },
  };
}
