import { counted } from "../../ui/data/format.ts";
import { PageHead } from "../../ui/frames/page-head.tsx";
import { VersionsBlocks, type VersionsShown } from "../../versions/versions-blocks.tsx";

export type TableVersionsViewProps = VersionsShown & { tableName: string; title: string; connectorId: string | null };

/** The versions of a connection's table: one for each complete pull with other rows, with the run that made it. */
export function TableVersionsView(props: TableVersionsViewProps) {
  const { tableName, title, connectorId, total } = props;
  const table = encodeURIComponent(tableName);
  const above = [{ to: "/manage", label: "Manage Data" }];
  if (connectorId !== null)
    above.push({ to: `/connector_profile/${connectorId}?tab=output&table=${table}`, label: title });
  return (
    <div className="wrap">
      <PageHead
        above={above}
        title="Versions"
        lead={
          <>
            {counted(total, "version")} of <code>{tableName}</code>, one for each complete pull. Programs read an older
            one with <code>version=</code> or <code>as_of=</code>.
          </>
        }
      />
      <VersionsBlocks {...props} here={`/table/${table}/versions`} />
    </div>
  );
}
