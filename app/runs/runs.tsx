import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { RunRow } from "#projections/instances/queries.ts";
import { RunStrip } from "../ui/data/charts.tsx";
import { counted, formatCount, formatDuration, formatExact } from "../ui/data/format.ts";
import { Block } from "../ui/layout/block.tsx";
import { Ago } from "../ui/time/time.tsx";
import { ScrollTable } from "../ui/data/scroll-table.tsx";

/** A run as lists show it, the newest first. */
export type RunSummary = Pick<
  RunRow,
  "id" | "number" | "version" | "trigger" | "status" | "pages" | "rowCount" | "startedAt" | "endedAt"
> & { readonly error: string | null; readonly warnings: readonly string[] };

const faces = {
  running: { word: "Running", tone: "run", bar: "ok" },
  success: { word: "Succeeded", tone: "ok", bar: "ok" },
  partial: { word: "Partial", tone: "warn", bar: "warn" },
  failed: { word: "Failed", tone: "bad", bar: "bad" },
  cancelled: { word: "Cancelled", tone: "warn", bar: "bad" },
  abandoned: { word: "Abandoned", tone: "bad", bar: "bad" },
} as const;

export function RunStatus({ run }: { run: Pick<RunSummary, "status"> }) {
  const { word, tone } = faces[run.status];
  return <span className={`status status-${tone}`}>{word}</span>;
}

/**
 * Runs as bars and as a table; a run that did not simply succeed has a reason under its row. `picture`: the latest
 * ones, whichever page the table shows.
 */
export function RunHistory({
  runs,
  picture,
  total,
  now,
  more,
  children,
}: {
  runs: RunSummary[];
  picture: RunSummary[];
  total: number;
  now: string;
  more?: string;
  children?: ReactNode;
}) {
  const ended = picture
    .filter((run) => run.endedAt !== null)
    .slice(0, 28)
    .reverse();
  return (
    <Block
      id="runs-title"
      title="Run history"
      meta={counted(total, "run")}
      end={
        more &&
        total > runs.length && (
          <Link to={more} preventScrollReset>
            All runs
          </Link>
        )
      }
    >
      <div className="panel">
        {ended.length > 1 && <RunPicture ended={ended} />}
        <ScrollTable
          label="Last runs"
          heads={[
            "Run",
            "Status",
            "Started",
            "Trigger",
            "Version",
            { label: "Rows", num: true },
            { label: "Pages", num: true },
            { label: "Duration", num: true },
          ]}
        >
          {runs.map((run) => (
            <RunRows key={run.id} run={run} now={now} />
          ))}
        </ScrollTable>
        {children}
      </div>
    </Block>
  );
}

/** The duration and the number of rows of each run, as bars; the oldest first. */
function RunPicture({ ended }: { ended: readonly RunSummary[] }) {
  const bars = (size: (run: RunSummary) => number, words: (run: RunSummary) => string) =>
    ended.map((run) => ({
      id: run.id,
      outcome: faces[run.status].bar,
      size: size(run),
      name: `Run ${run.number}: ${faces[run.status].word.toLowerCase()}, ${words(run)}`,
    }));
  const succeeded = ended.filter((run) => run.status === "success").length;
  const inPart = ended.filter((run) => run.status === "partial").length;
  const others = `${inPart > 0 ? `${inPart} in part, ` : ""}${ended.length - succeeded - inPart} did not`;
  return (
    <div className="run-picture">
      <div className="run-strips">
        <RunStrip
          runs={bars(seconds, (run) => formatDuration(run.startedAt, run.endedAt ?? run.startedAt))}
          name={`Durations of the last ${ended.length} runs: ${succeeded} succeeded, ${others}`}
        />
        <RunStrip
          runs={bars(
            (run) => run.rowCount ?? 0,
            (run) => counted(run.rowCount ?? 0, "row"),
          )}
          name={`Rows of the last ${ended.length} runs`}
        />
      </div>
      <p className="quiet">
        The last {ended.length} runs, one bar each: above how long it took, below how many rows it read.{" "}
        <strong>{succeeded} succeeded</strong>, {others}.
      </p>
    </div>
  );
}

function RunRows({ run, now }: { run: RunSummary; now: string }) {
  const why = [run.error, ...run.warnings].filter(Boolean);
  return (
    <>
      <tr className={why.length ? "has-why" : undefined}>
        <td>
          <Link to={`/run/${run.id}`}>Run {run.number}</Link>
        </td>
        <td>
          <RunStatus run={run} />
        </td>
        <td title={formatExact(run.startedAt)}>
          <Ago at={run.startedAt} now={now} />
        </td>
        <td data-head="Trigger">{run.trigger === "manual" ? "Manual" : "Schedule"}</td>
        <td data-head="Version">{run.version === null ? "unknown" : `v${run.version}`}</td>
        <td className="num" data-head="Rows">
          {run.rowCount === null ? "" : formatCount(run.rowCount)}
        </td>
        <td className="num" data-head="Pages">
          {run.pages === null ? "" : formatCount(run.pages)}
        </td>
        <td className="num" data-head="Duration">
          {run.endedAt ? formatDuration(run.startedAt, run.endedAt) : ""}
        </td>
      </tr>
      {why.length > 0 && (
        <tr className="why">
          <td />
          <td colSpan={7} className="wrap-cell">
            {why.map((text) => (
              <span className="run-why" key={text}>
                {text}
              </span>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

function seconds(run: RunSummary): number {
  return (new Date(run.endedAt ?? run.startedAt).getTime() - new Date(run.startedAt).getTime()) / 1000;
}
