import { Link } from "@remix-run/react";
import { Pager } from "../../../ui/controls/pager.tsx";
import { Badge } from "../../../ui/data/badge.tsx";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { PostButton } from "../../../ui/form/post-button.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Ago } from "../../../ui/time/time.tsx";
import { AdminFrame } from "../admin-frame.tsx";

type Shown = {
  id: string;
  connectorId: string;
  title: string;
  version: number | null;
  owner: string;
  why: string;
  since: string;
  isStopped: boolean;
  remindedAt: string | null;
};
export type CredentialsPage = { connections: Shown[]; now: string; page: number; pages: number };

const LEAD =
  "Connections whose credentials may have gone to a host that their owner did not agree to. Each owner has a notice with “replace it”; a connection leaves this list when its owner has entered other credentials.";

/** The connections whose credentials may have left. */
export function CredentialsView({ connections, now, page, pages }: CredentialsPage) {
  return (
    <AdminFrame tab="/admin/credentials" lead={LEAD}>
      {connections.length === 0 ? (
        <EmptyState title="No credential is known to have left." />
      ) : (
        <ScrollTable
          panel
          className="table-forms"
          label="Connections whose credentials may have left"
          heads={["Connection", "Owner", "Why", "Since", "Done", { label: "Tell again or stop", hidden: true }]}
        >
          {connections.map((each) => (
            <ConnectionRow key={each.id} {...each} now={now} />
          ))}
        </ScrollTable>
      )}
      <Pager page={page} pages={pages} label="Pages of connections" />
    </AdminFrame>
  );
}

function ConnectionRow({ now, ...shown }: Shown & { now: string }) {
  const { id, connectorId, title, version, owner, why, since, isStopped, remindedAt } = shown;
  const about = <span className="visually-hidden"> {`${title} of ${owner}`}</span>;
  return (
    <tr>
      <th scope="row">
        <Link to={`/history/instance/${id}`}>{title}</Link>{" "}
        <Link className="quiet" to={`/connector_profile/${connectorId}`}>
          {version === null ? "connector" : `v${version}`}
        </Link>
      </th>
      <td data-head="Owner">{owner}</td>
      <td data-head="Why" className="wrap-cell">
        {why}
      </td>
      <td data-head="Since">
        <Ago at={since} now={now} />
      </td>
      <td data-head="Done">
        {isStopped && <Badge tone="warn">stopped</Badge>}{" "}
        {remindedAt === null ? (
          "owner told"
        ) : (
          <>
            told again <Ago at={remindedAt} now={now} />
          </>
        )}
      </td>
      <td>
        <div className="row">
          <PostButton intent="remind" fields={{ id }} small>
            Tell again{about}
          </PostButton>
          {!isStopped && (
            <PostButton intent="stop" fields={{ id }} small>
              Stop{about}
            </PostButton>
          )}
        </div>
      </td>
    </tr>
  );
}
