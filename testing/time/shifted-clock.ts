const Right = Date;
let shift = 0;

/**
 * Sets the clock of this process ahead by so many milliseconds, or behind: what `Date` says. Timers, `performance.now()`
 * and the database go on as they are.
 */
export function shiftClock(milliseconds: number): void {
  shift = milliseconds;
  const now = () => Right.now() + shift;
  globalThis.Date = new Proxy(Right, {
    construct: (target, args: [], made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made) as Date,
    apply: () => new Right(now()).toString(),
    get: (target, name): unknown => (name === "now" ? now : Reflect.get(target, name)),
  });
}

const ahead = process.env["CLOCK_AHEAD_SECONDS"];
// With `--import` a whole server runs so.
if (ahead) shiftClock(Number(ahead) * 1_000);
