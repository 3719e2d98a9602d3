import { Form, Link, useNavigation } from "@remix-run/react";
import { CircleStop } from "../ui/icons/all.ts";
import type { OperationProgress, RunProgress, RunWait } from "#domain/core/ports/run-records.ts";
import { Button } from "../ui/controls/button.tsx";
import { counted, formatCount, formatDuration, formatMs } from "../ui/data/format.ts";
import { LookAgain } from "./follow-runs.tsx";
import type { RunSummary } from "./runs.tsx";

export type Running = Pick<RunSummary, "id" | "number" | "startedAt">;

/** Posts `cancel` with the run's id: cancels a run and drops its rows. */
export function CancelRun({
  run,
  small = true,
  about,
  fields = {},
}: {
  run: Pick<Running, "id">;
  small?: boolean;
  about?: string;
  fields?: Record<string, string>;
}) {
  const posted = useNavigation().formData;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="run_id" value={run.id} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        small={small}
        icon={CircleStop}
        off={posted?.get("intent") === "cancel" && posted.get("run_id") === run.id}
      >
        Cancel run{about && <span className="visually-hidden"> of {about}</span>}
      </Button>
    </Form>
  );
}

/**
 * A running run: the progress of each operation, and what it is waiting for. The page reloads it, without JavaScript by
 * its link.
 */
export function LiveRun({
  run,
  progress,
  now,
  level = 2,
  ownPage = false,
}: {
  run: Running;
  progress: RunProgress | null;
  now: string;
  level?: 2 | 3;
  ownPage?: boolean;
}) {
  const Title = level === 2 ? "h2" : "h3";
  return (
    <section className="panel live-run" aria-labelledby={`live-${run.number}`} aria-busy="true">
      <div className="panel-head">
        <Title id={`live-${run.number}`}>Run {run.number} is running</Title>
        <span className="status status-run">for {formatDuration(run.startedAt, now)}</span>
        <CancelRun run={run} />
      </div>
      <div className="panel-body stack">
        {progress && progress.operations.length > 0 ? (
          <ul className="live-operations">
            {progress.operations.map((operation) => (
              <Operation key={operation.operation} {...operation} />
            ))}
          </ul>
        ) : (
          <p className="quiet">It has not asked for anything yet.</p>
        )}
        {progress?.wait && <p className="status status-warn wrap-status">{waiting(progress.wait, now)}</p>}
        <p className="quiet">
          The rows appear when it has ended; those of earlier runs stay until then.{" "}
          <LookAgain runId={run.id} more={!ownPage} />
          {!ownPage && <Link to={`/run/${run.id}`}>See its requests</Link>}
        </p>
      </div>
    </section>
  );
}

function Operation({ operation, round, rounds, pages, rows }: OperationProgress) {
  return (
    <li>
      <span className="between">
        <strong>{operation}</strong>
        <span className="meta">{counted(rows, "row")}</span>
      </span>
      <progress
        className="progress"
        aria-label={`Progress of ${operation}`}
        {...(rounds > 1 ? { value: round - 1, max: rounds } : {})}
      />
      <span className="meta">
        {counted(pages, "page")}
        {rounds > 1 && `, round ${formatCount(round)} of ${formatCount(rounds)}`}
      </span>
    </li>
  );
}

/** "Waiting 12 s as the API asked: the API answered 429". */
function waiting({ ms, until, cause, why }: RunWait, now: string): string {
  if (until < now) return "The next request is on its way.";
  const asked =
    cause === "asked"
      ? " as the API asked"
      : cause === "rate_limit"
        ? " to keep to its rate limit"
        : " before another try";
  return `Waiting ${ms < 60_000 ? `${Math.round(ms / 1_000)} s` : formatMs(ms)}${asked}${why === null ? "" : `: ${why}`}`;
}

/** The same in a few words, for lists. */
export function progressWords(progress: RunProgress | null): string {
  if (!progress || progress.operations.length === 0) return "begins";
  const pages = progress.operations.reduce((sum, each) => sum + each.pages, 0);
  const rows = progress.operations.reduce((sum, each) => sum + each.rows, 0);
  return `${counted(pages, "page")}, ${counted(rows, "row")}${progress.wait ? ", waiting" : ""}`;
}
