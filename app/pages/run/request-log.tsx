import type { RunRequest } from "#domain/core/run-records.ts";
import { RequestStrip } from "../../ui/charts.tsx";
import { counted, formatBytes, formatCount } from "../../ui/format.ts";
import { Pager } from "../../ui/pager.tsx";

export type RequestLogProps = {
  /** One page of what is kept. */
  requests: readonly RunRequest[];
  /** How many there were, and how many are kept. */
  total: number;
  kept: number;
  page: number;
  pages: number;
  bins: RequestBin[];
};

/** A stretch of a run's time: how many requests began in it, and how many of them failed. */
export type RequestBin = { requests: number; failed: number };

/** Every request of a run in its order, and a picture of them over its time. */
export function RequestLog({ requests, total, kept, page, pages, bins }: RequestLogProps) {
  const failed = bins.reduce((sum, bin) => sum + bin.failed, 0);
  const several = requests.some(({ operation }) => operation !== requests[0]?.operation);
  return (
    <section aria-labelledby="requests-title">
      <div className="block-head">
        <h2 id="requests-title">Requests</h2>
        <p className="meta">{counted(total, "request")}{kept < total && `, the first ${formatCount(Math.ceil(kept / 2))} and the last ${formatCount(Math.floor(kept / 2))} are kept`}. Secrets are masked.</p>
      </div>
      <div className="panel">
        {bins.length > 1 && (
          <div className="run-picture">
            <RequestStrip bins={bins} name={`Requests over the time of the run: ${counted(total, "request")}, ${failed} failed`} />
            <p className="quiet">From start to end, one bar for each {bins.length}th of its time. {failed > 0 ? <><strong>{counted(failed, "request")} failed</strong>, drawn in red.</> : "None failed."}</p>
          </div>
        )}
        <div className="table-scroll" role="region" aria-label="Requests" tabIndex={0}>
          <table className="table requests">
            <thead>
              <tr>
                <th scope="col" className="num">No.</th><th scope="col">At</th>{several && <th scope="col">Operation</th>}<th scope="col">Request</th><th scope="col">Answer</th>
                <th scope="col" className="num">Rows</th><th scope="col" className="num">Size</th><th scope="col" className="num">Time</th>
              </tr>
            </thead>
            <tbody>{requests.map((request) => <RequestRows key={request.number} {...request} several={several} />)}</tbody>
          </table>
        </div>
        {pages > 1 && <div className="table-foot"><Pager page={page} pages={pages} /></div>}
      </div>
    </section>
  );
}

/** `several`: the requests are of more than one operation, so each says of which. */
function RequestRows({ number, at, operation, attempt, method, url, status, bytes, ms, rows, note, several }: RunRequest & { several: boolean }) {
  const failed = isFailed({ status, note });
  return (
    <>
      <tr className={note ? "has-why" : undefined}>
        <td className="num">{formatCount(number)}</td>
        <td><time dateTime={at}>{at.slice(11, 23)}</time></td>
        {several && <td>{operation}</td>}
        <td className="wrap-cell"><code className="request-url">{method} {url}</code>{attempt > 1 && <span className="meta nowrap"> try {attempt}</span>}</td>
        <td><span className={`status status-${failed ? "bad" : status === null ? "run" : "ok"}`}>{status ?? (note ? "no answer" : "open")}</span></td>
        <td className="num">{rows === null ? "" : formatCount(rows)}</td>
        <td className="num">{bytes === null ? "" : formatBytes(bytes)}</td>
        <td className="num">{ms === null ? "" : `${formatCount(ms)} ms`}</td>
      </tr>
      {note && <tr className="why"><td colSpan={several ? 3 : 2} /><td colSpan={5} className="wrap-cell"><span className="run-why">{note}</span></td></tr>}
    </>
  );
}

/** Whether a request brought nothing to go on with. */
export function isFailed({ status, note }: Pick<RunRequest, "status" | "note">): boolean {
  return status === null ? note !== null : status >= 400;
}
