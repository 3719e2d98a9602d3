import { Link } from "@remix-run/react";
import { Badge } from "../../../ui/data/badge.tsx";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Ago } from "../../../ui/time/time.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { attention, type OperationRow } from "./operation-rows.ts";

export type OperationsPage = {
  version: string;
  role: string;
  reasons: string[];
  warnings: string[];
  rows: OperationRow[];
  now: string;
};

const LEAD =
  "How this installation is now, as the process that answered you sees it. Prometheus reads more of it at /metrics, with rules for alerts.";

/** The figures of operation in short, with what wants attention first. */
export function OperationsView({ version, role, reasons, warnings, rows, now }: OperationsPage) {
  const wanted = attention(rows);
  return (
    <AdminFrame tab="/admin/operations" lead={LEAD}>
      {reasons.map((reason) => (
        <Notice key={reason} tone="bad" title="Not ready">
          {reason}
        </Notice>
      ))}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" title={warning} />
      ))}
      {wanted === null && reasons.length + warnings.length === 0 && <Notice tone="ok" title="All is well." />}
      <Facts
        facts={[
          { label: "Version", value: version },
          { label: "Role of this process", value: role },
        ]}
      />
      <div className="panel">
        <ScrollTable label={wanted ?? "Operations"} heads={["What", "Now", "To do"]}>
          {rows.map(({ name, text, at, wants, to }) => (
            <tr key={name}>
              <th scope="row">{to === null ? name : <Link to={to}>{name}</Link>}</th>
              <td>
                {text} {at !== null && <Ago at={at} now={now} />}
              </td>
              <td data-head="To do">{wants !== null && <Badge tone="warn">{wants}</Badge>}</td>
            </tr>
          ))}
        </ScrollTable>
      </div>
    </AdminFrame>
  );
}
