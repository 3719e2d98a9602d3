import { isFailedRequest, type RunRequest } from "#domain/core/ports/run-records.ts";
import { Chip } from "../../ui/data/badge.tsx";
import { RequestStrip, RowBar } from "../../ui/data/charts.tsx";
import { counted, formatBytes, formatCount } from "../../ui/data/format.ts";
import { Pager } from "../../ui/controls/pager.tsx";
import { Segments } from "../../ui/controls/tabs.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { type LogView, logHref } from "./log-view.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";

export type RequestLogProps = {
  /** One page of the view's requests. */
  requests: readonly RunRequest[];
  view: LogView;
  /** How many there were, how many are stored, and how many of these are in the view, failed, and were ignored. */
  total: number;
  kept: number;
  shown: number;
  failed: number;
  ignored: number;
  /** Milliseconds of the slowest stored request. */
  longest: number;
  page: number;
  pages: number;
  bins: RequestBin[];
};

/** A section of a run's time: how many requests began in it, and how many of them failed. */
export type RequestBin = { requests: number; failed: number };

/** The requests of a run, and a chart of them over its time. */
export function RequestLog(props: RequestLogProps) {
  const { total, kept, shown, page, pages, bins } = props;
  const halves = `, the first ${formatCount(Math.ceil(kept / 2))} and the last ${formatCount(Math.floor(kept / 2))} are kept`;
  return (
    <Block
      id="requests-title"
      title="Requests"
      meta={`${counted(total, "request")}${kept < total ? halves : ""}. Secrets are masked.`}
    >
      <div className="panel">
        {bins.length > 1 && <RequestPicture {...props} />}
        {kept > 1 && <LogBar {...props} />}
        <RequestTable {...props} />
        {shown === 0 && <p className="panel-body quiet">No requests match.</p>}
        {pages > 1 && (
          <div className="table-foot">
            <Pager page={page} pages={pages} />
          </div>
        )}
      </div>
    </Block>
  );
}

/** When the requests were made, and how many of them failed. */
function RequestPicture({ bins, total, failed, ignored }: RequestLogProps) {
  return (
    <div className="run-picture">
      <RequestStrip
        bins={bins}
        name={`Requests over the time of the run: ${counted(total, "request")}, ${failed} failed, ${ignored} ignored`}
      />
      <p className="quiet">
        Requests over time, from start to end.{" "}
        {failed > 0 ? (
          <>
            <strong>{counted(failed, "request")} failed</strong>, drawn in red.
          </>
        ) : (
          "None failed."
        )}{" "}
        {ignored > 0 && (
          <>
            {counted(ignored, "answer")} {ignored === 1 ? "was" : "were"} ignored, as the definition says.
          </>
        )}
      </p>
    </div>
  );
}

/** Which of the requests are shown. */
function LogBar({ view, kept, shown, failed, ignored }: RequestLogProps) {
  const to = (change: Partial<LogView>) => logHref({ ...view, ...change });
  const show = (label: string, name: LogView["show"], count?: number) => ({
    label,
    href: to({ show: name }),
    current: view.show === name,
    ...(count === undefined ? {} : { count }),
  });
  return (
    <div className="log-bar">
      <Segments
        small
        label="Which requests"
        options={[
          show("In order", "all"),
          show("Slowest first", "slowest"),
          ...(failed > 0 ? [show("Failed", "failed", failed)] : []),
          ...(ignored > 0 ? [show("Ignored", "ignored", ignored)] : []),
        ]}
      />
      {view.operation !== null && (
        <Chip
          removeHref={to({ operation: null })}
          removeLabel={`Show the requests of every operation, not only of ${view.operation}`}
        >
          Operation is <strong>{view.operation}</strong>
        </Chip>
      )}
      {shown < kept && (
        <span className="meta">
          {formatCount(shown)} of {counted(kept, "request")}
        </span>
      )}
    </div>
  );
}

function RequestTable({ requests, longest }: RequestLogProps) {
  const several = requests.some(({ operation }) => operation !== requests[0]?.operation);
  return (
    <ScrollTable
      label="Requests, one a row"
      heads={[
        { label: "No.", num: true },
        "At",
        ...(several ? ["Operation"] : []),
        "Request",
        "Answer",
        { label: "Rows", num: true },
        { label: "Size", num: true },
        { label: "Time", num: true },
        { label: "Time as a bar", hidden: true },
      ]}
      className="requests"
    >
      {requests.map((request) => (
        <RequestRows key={request.number} {...request} several={several} longest={longest} />
      ))}
    </ScrollTable>
  );
}

/** `several`: the requests are of more than one operation, so each names its own. */
function RequestRows({
  number,
  at,
  operation,
  attempt,
  method,
  url,
  status,
  bytes,
  ms,
  rows,
  ignored,
  note,
  several,
  longest,
}: RunRequest & { several: boolean; longest: number }) {
  const failed = isFailedRequest({ status, ignored, note });
  return (
    <>
      <tr className={note ? "has-why" : undefined}>
        <td className="num">{formatCount(number)}</td>
        <td>
          <time dateTime={at}>{at.slice(11, 23)}</time>
        </td>
        {several && <td>{operation}</td>}
        <td className="wrap-cell">
          <code className="request-url">
            {method} {url}
          </code>
          {attempt > 1 && <span className="meta nowrap"> try {attempt}</span>}
        </td>
        <td>
          <span className={ignored ? "status" : `status status-${failed ? "bad" : status === null ? "run" : "ok"}`}>
            {status ?? (note ? "no answer" : "open")}
            {ignored && " ignored"}
          </span>
        </td>
        <td className="num" data-head="Rows">
          {rows === null ? "" : formatCount(rows)}
        </td>
        <td className="num">{bytes === null ? "" : formatBytes(bytes)}</td>
        <td className="num">{ms === null ? "" : `${formatCount(ms)} ms`}</td>
        <td className="bar-cell">
          <RowBar value={ms ?? 0} most={longest} tone={failed ? "bad" : undefined} />
        </td>
      </tr>
      {note && (
        <tr className="why">
          <td colSpan={several ? 3 : 2} />
          <td colSpan={6} className="wrap-cell">
            <span className="run-why">{note}</span>
          </td>
        </tr>
      )}
    </>
  );
}
