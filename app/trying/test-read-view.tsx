import { DataTable } from "../ui/data/data-table.tsx";
import { counted, formatBytes, formatMs } from "../ui/data/format.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import type { OperationShown, TestResult } from "./test-result.ts";

type Read = Extract<TestResult, { kind: "read" }>;

/**
 * The result of a test read by operation: rows with their columns, why it stopped, and each request with its response.
 */
export function TestReadView({ ok, error, ms, operations }: Read) {
  const requests = operations.reduce((sum, operation) => sum + operation.requests.length, 0);
  return (
    <div className="panel-body stack">
      {ok ? (
        <p className="status status-ok">
          {counted(requests, "request")} in {formatMs(ms)}. Nothing was stored.
        </p>
      ) : (
        <Notice
          tone="bad"
          title={error ?? "Not everything could be read."}
        >{`${counted(requests, "request")} in ${formatMs(ms)}. Nothing was stored.`}</Notice>
      )}
      {operations.map((operation) => (
        <Operation key={operation.id} operation={operation} alone={operations.length === 1} />
      ))}
    </div>
  );
}

const TONES = { success: "ok", partial: "warn", failed: "bad", cut: "warn" } as const;

function Operation({ operation, alone }: { operation: OperationShown; alone: boolean }) {
  const { id, name, status, stopped, error, warnings, requests, columns, rows, pages } = operation;
  const preview = {
    columns: columns.map((column) => ({ name: column.name, type: column.type ?? "text" })),
    rows,
    total: rows.length,
  };
  return (
    <section className="tried" aria-label={name}>
      <div className="block-head">
        {!alone && <h3>{name}</h3>}
        <p className={`status status-${TONES[status]}`}>
          {counted(rows.length, "row")}, {counted(columns.length, "column")} from {counted(pages, "page")}
        </p>
        <p className="meta">{stopped}</p>
      </div>
      {error !== null && <p className="run-why">{error}</p>}
      {warnings.map((warning) => (
        <p className="hint" key={warning}>
          {warning}
        </p>
      ))}
      {rows.length > 0 && (
        <div className="panel preview">
          <DataTable name={`Rows of ${name}`} preview={preview} />
        </div>
      )}
      {requests.length > 0 && (
        <ul className="calls" aria-label={`Requests of ${id}`}>
          {requests.map((request) => (
            <li key={request.number}>
              <Call of={id} request={request} open={requests.length === 1 && status === "failed"} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Call({ of, request, open }: { of: string; request: OperationShown["requests"][number]; open: boolean }) {
  const { number, method, url, headers, body, notes, response, ignored, failure, attempt } = request;
  const fine = response !== null && response.status >= 200 && response.status < 300;
  return (
    <details className="call" open={open || undefined}>
      <summary>
        <span className={ignored ? "badge" : `badge badge-${fine ? "ok" : "bad"}`}>
          {response?.status ?? "none"}
          {ignored && " ignored"}
        </span>
        <code className="call-url">
          <b>{method}</b> {url}
        </code>
        <span className="meta">
          {attempt > 1 && `try ${attempt}, `}
          {response ? `${formatBytes(response.bytes)}, ${Math.round(response.ms)} ms` : "no answer"}
        </span>
      </summary>
      <div className="call-parts">
        {notes.map((note) => (
          <p className="hint" key={note}>
            {note}
          </p>
        ))}
        <Part title="Request" headers={headers} body={body} name={`Body of request ${number} of ${of}`} />
        {response && (
          <Part
            title="Response"
            headers={response.headers}
            body={response.body}
            name={`Answer to request ${number} of ${of}`}
          />
        )}
        {failure !== null && <p className="run-why">{failure}</p>}
      </div>
    </details>
  );
}

function Part({
  title,
  headers,
  body,
  name,
}: {
  title: string;
  headers: readonly (readonly [string, string])[];
  body: { readonly text: string; readonly cut: boolean } | null;
  name: string;
}) {
  return (
    <div className="call-part">
      <h4>{title}</h4>
      {headers.length > 0 && (
        <dl className="call-headers">
          {headers.map(([key, value], at) => (
            <div key={at}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {body && body.text !== "" && (
        <pre className="code" tabIndex={0} role="region" aria-label={name}>
          {body.text}
        </pre>
      )}
      {body?.cut && <p className="hint">Only its beginning is shown.</p>}
    </div>
  );
}
