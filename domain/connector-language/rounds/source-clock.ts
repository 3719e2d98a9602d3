import type { Operation } from "../definition/definition.ts";
import { readMoment, writeMoment } from "../json/moments.ts";
import { readsTimes } from "./incremental.ts";

/** A source whose times have no zone may be so far ahead of UTC. */
const MAX_ZONE_MS = 14 * 3_600_000;
/** How far the clock of an API may be ahead of ours; more is a wrong date, not a clock. */
const MAX_AHEAD_MS = 86_400_000;
/** Differences between clocks that nobody is told of. */
const TOLERANCE_MS = 300_000;

/** The beginning of a pull by the clock of the API, which dates its rows. */
export class SourceClock {
  private readonly operation: Operation;
  private readonly begun: number;
  private ahead = 0;

  /** `begun`: when the pull began by our clock, in milliseconds since 1970. */
  constructor(operation: Operation, begun: number) {
    this.operation = operation;
    this.begun = begun;
  }

  /** Notes the Date header of an answer that came at `now`. */
  note(date: string | null, now: number): void {
    const ahead = Date.parse(date ?? "") - now;
    if (ahead > this.ahead) this.ahead = Math.min(ahead, MAX_AHEAD_MS);
  }

  /** Whether a value of the cursor field is a time after the beginning, which must not move the state. */
  isLater(cursor: string): boolean {
    return this.isAfter(cursor, this.begun + this.ahead);
  }

  /** Whether it is a time that was still to come at `now`. */
  isFuture(cursor: string, now: number): boolean {
    return this.isAfter(cursor, now + this.ahead + TOLERANCE_MS);
  }

  /** The beginning, written like a value of the cursor field. */
  beganLike(cursor: string): string {
    const format = this.operation.incremental?.format;
    const patterned = format?.includes("%") === true ? format : undefined;
    return String(writeMoment(this.begun, patterned, readMoment(cursor, format)?.form ?? null));
  }

  private isAfter(cursor: string, limit: number): boolean {
    const { incremental } = this.operation;
    if (incremental === null || incremental.future_cursor === "keep") return false;
    const { format } = incremental;
    const moment = readMoment(cursor, format);
    if (moment === null) return false;
    const { form } = moment;
    // A plain number may be an id.
    if ((form === "seconds" || form === "milliseconds") && !readsTimes(incremental)) return false;
    const hasZone = typeof form === "object" ? form.zone : form !== "date";
    return moment.ms > limit + (hasZone && format?.includes("%") !== true ? 0 : MAX_ZONE_MS);
  }
}
