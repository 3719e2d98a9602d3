import { formatAhead, formatExact } from "../data/format.ts";

/** When an instance runs by itself next, an ISO time (null while nobody can say), and the sentence for why it rests. */
export type NextRun = { nextAt: string | null; paused: string | null };

export function ScheduleNote({ schedule, now }: { schedule: NextRun; now: string }) {
  const { nextAt, paused } = schedule;
  return (
    <span className={paused ? "status status-warn status-sentence" : undefined}>
      <span>
        {paused && `Resting: ${paused} `}
        {nextAt && (
          <time dateTime={nextAt} title={formatExact(nextAt)}>
            {paused ? "Goes on" : "Next run"} {formatAhead(nextAt, now)}
          </time>
        )}
        {!paused && !nextAt && "Next run after the current one"}
      </span>
    </span>
  );
}
