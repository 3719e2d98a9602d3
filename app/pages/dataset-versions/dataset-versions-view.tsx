import { Link } from "@remix-run/react";
import { DatasetPageHead } from "../../ui/frames/page-head.tsx";
import { counted } from "../../ui/data/format.ts";
import { Confirm } from "../../ui/controls/confirm.tsx";
import type { VersionShown } from "../../versions/version-calls.ts";
import { VersionsBlocks, type VersionsShown } from "../../versions/versions-blocks.tsx";

export type DatasetVersionsViewProps = VersionsShown & { id: string; title: string; mayRestore: boolean };

/** The versions of a dataset with what made each; the owner can restore one that is kept. */
export function DatasetVersionsView(props: DatasetVersionsViewProps) {
  const { id, total, mayRestore } = props;
  return (
    <div className="wrap">
      <DatasetPageHead
        dataset={props}
        title="Versions"
        lead={
          <>
            {counted(total, "version")}. Programs read an older one with <code>version=</code> or <code>as_of=</code>.
            {mayRestore && (
              <>
                {" "}
                <Link to={`/history/dataset/${id}`}>History of this dataset</Link>
              </>
            )}
          </>
        }
      />
      <VersionsBlocks
        {...props}
        here={`/dataset_profile/${id}/versions`}
        rowsOf={(version) => `/dataset_profile/${id}?version=${version}#rows`}
        actionsOf={(version) => mayRestore && version.isKept && !version.isCurrent && <Restore {...version} />}
      />
    </div>
  );
}

function Restore({ version, rows }: VersionShown) {
  return (
    <Confirm
      name={`restore-${version}`}
      label="Restore"
      about={`version ${version}`}
      kind="plain"
      title={`Restore version ${version}?`}
      verb="Restore"
      fields={{ intent: "restore-version", version: String(version) }}
    >
      <p>Its {counted(rows, "row")} become the newest version. The versions after it stay in this list.</p>
    </Confirm>
  );
}
