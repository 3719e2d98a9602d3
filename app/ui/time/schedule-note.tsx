import { formatAhead, formatExact } from "../data/format.ts";

/** When an instance runs next by itself, or why it is paused: `next_at` is an ISO time, `paused` a sentence. */
export type ScheduleFacts = { next_at: string | null; paused: string | null };

export function ScheduleNote({ schedule, now }: { schedule: ScheduleFacts; now: string }) {
  const { next_at, paused } = schedule;
  return (
    <span className={paused ? "status status-warn status-sentence" : undefined}>
      <span>
        {paused && `Resting: ${paused} `}
        {next_at && (
          <time dateTime={next_at} title={formatExact(next_at)}>
            {paused ? "Goes on" : "Next run"} {formatAhead(next_at, now)}
          </time>
        )}
        {!paused && !next_at && "Next run after the one that is going on"}
      </span>
    </span>
  );
}
