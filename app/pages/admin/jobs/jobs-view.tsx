import { Link } from "@remix-run/react";
import type { JobKind, JobReport, JobState } from "#domain/core/ports/work-ports.ts";
import { Pager } from "../../../ui/controls/pager.tsx";
import { Segments } from "../../../ui/controls/tabs.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import { counted, formatAhead, formatExact } from "../../../ui/data/format.ts";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { PostButton } from "../../../ui/form/post-button.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Ago } from "../../../ui/time/time.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { jobWord } from "./job-words.ts";

type ShownKind = Omit<JobKind, "dueAt"> & { dueAt: string | null };
type ShownJob = Omit<JobReport, "since" | "nextAt"> & { since: string; nextAt: string | null };
export type JobsPage = {
  kinds: ShownKind[];
  jobs: ShownJob[];
  state: JobState | null;
  kind: string | null;
  page: number;
  pages: number;
  now: string;
};

const LEAD =
  "What the runners have to do: runs, loads, mails, clean-up. A failed job is kept for a week. Unfinished work is tried again automatically.";

/** The job queue: how many of each kind, and each job with its state. */
export function JobsView({ kinds, jobs, state, kind, page, pages, now }: JobsPage) {
  const failed = kinds.reduce((sum, each) => sum + (kind === null || kind === each.name ? each.failed : 0), 0);
  return (
    <AdminFrame tab="/admin/jobs" lead={LEAD}>
      <Kinds kinds={kinds} now={now} />
      <div className="row">
        <Segments
          label="State"
          options={[
            { label: "All", href: addressOf(null, kind), current: state === null },
            { label: "Failed", href: addressOf("failed", kind), current: state === "failed", count: failed },
            { label: "Running", href: addressOf("running", kind), current: state === "running" },
            { label: "Waiting", href: addressOf("waiting", kind), current: state === "waiting" },
          ]}
        />
        {kind !== null && (
          <span>
            Only “{jobWord(kind)}”. <Link to={addressOf(state, null)}>Show all kinds</Link>
          </span>
        )}
      </div>
      {jobs.length === 0 ? (
        <EmptyState title={state === "failed" ? "No job has failed." : "No such jobs."} />
      ) : (
        <ScrollTable
          panel
          className="table-forms"
          label="Jobs"
          heads={["Job", "State", "Next", "Last error", { label: "Retry or remove", hidden: true }]}
        >
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} now={now} />
          ))}
        </ScrollTable>
      )}
      <Pager page={page} pages={pages} label="Pages of jobs" />
      <p className="quiet">
        <Link to="/admin/read-models">Read models</Link> shows how far they follow the log.
      </p>
    </AdminFrame>
  );
}

function Kinds({ kinds, now }: { kinds: ShownKind[]; now: string }) {
  const number = (label: string) => ({ label, num: true });
  return (
    <ScrollTable
      panel
      label="Kinds of jobs"
      heads={["Kind", number("Failed"), number("Running"), number("Waiting"), "First due"]}
    >
      {kinds.map(({ name, failed, running, waiting, dueAt }) => (
        <tr key={name}>
          <th scope="row">
            <Link to={addressOf(null, name)}>{jobWord(name)}</Link>
          </th>
          <td data-head="Failed" className="num">
            {failed > 0 ? <strong>{failed}</strong> : 0}
          </td>
          <td data-head="Running" className="num">
            {running}
          </td>
          <td data-head="Waiting" className="num">
            {waiting}
          </td>
          <td data-head="First due">{dueAt === null ? "–" : <Due at={dueAt} now={now} />}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}

const STATES = { failed: "Failed", running: "Running", waiting: "Waiting" } as const;
const TONES = { failed: "bad", running: "info", waiting: "line" } as const;

function JobRow({ job, now }: { job: ShownJob; now: string }) {
  const { id, name, about, recurring, state, since, nextAt, failures, error } = job;
  return (
    <tr>
      <th scope="row">
        {jobWord(name)}
        {about !== "" && (
          <span className="meta block">
            <code>{about}</code>
          </span>
        )}
      </th>
      <td data-head="State">
        <Badge tone={TONES[state]}>{STATES[state]}</Badge>
        <span className="meta block">
          <Ago at={since} now={now} />
        </span>
      </td>
      <td data-head="Next">
        {nextAt !== null ? <Due at={nextAt} now={now} /> : state === "running" ? "–" : "not scheduled"}
      </td>
      <td data-head="Last error">
        {error ?? "–"}
        {failures > 1 && <span className="meta block">failed {counted(failures, "time")} in a row</span>}
      </td>
      <td>
        {state === "failed" && (
          <div className="row">
            <PostButton intent="retry" fields={{ id }} small>
              Retry now<span className="visually-hidden">: {jobWord(name)}</span>
            </PostButton>
            {!recurring && (
              <PostButton intent="remove" fields={{ id }} kind="quiet" small>
                Remove<span className="visually-hidden">: {jobWord(name)}</span>
              </PostButton>
            )}
          </div>
        )}
      </td>
    </tr>
  );
}

function Due({ at, now }: { at: string; now: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatAhead(at, now)}
    </time>
  );
}

function addressOf(state: JobState | null, kind: string | null): string {
  const query = new URLSearchParams({ ...(state ? { state } : {}), ...(kind === null ? {} : { kind }) });
  return query.size > 0 ? `/admin/jobs?${query}` : "/admin/jobs";
}
