import { Form, Link } from "@remix-run/react";
import type { Comparison } from "#domain/core/ports/tables/table-versions.ts";
import type { VersionShown } from "../../versions/version-calls.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { counted, formatCount } from "../../ui/data/format.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { DatasetPageHead } from "../../ui/frames/page-head.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Ago } from "../../ui/time/time.tsx";
import { ComparisonView } from "../../versions/comparison-view.tsx";
import { versionWords } from "../../versions/version-words.ts";

type Compared = { before: number; after: number; comparison?: Comparison; fault?: string };

export type DatasetVersionsViewProps = {
  versions: readonly VersionShown[];
  /** How many there are. */
  total: number;
  /** The cursor of the page that follows. */
  next: string | null;
  id: string;
  title: string;
  now: string;
  mayRestore: boolean;
  compared?: Compared;
};

/** The versions of a dataset with what made each; the owner can restore one that is kept. */
export function DatasetVersionsView(props: DatasetVersionsViewProps) {
  const { id, total, next, compared } = props;
  return (
    <div className="wrap">
      <DatasetPageHead
        dataset={props}
        title="Versions"
        lead={
          <>
            {counted(total, "version")}. Programs read an older one with <code>version=</code> or <code>as_of=</code>.
            {props.mayRestore && (
              <>
                {" "}
                <Link to={`/history/dataset/${id}`}>All that happened to this dataset</Link>
              </>
            )}
          </>
        }
      />
      <div className="blocks">
        {compared && <Difference {...compared} id={id} />}
        <Block id="versions" title="All versions" meta="The newest first">
          <VersionTable {...props} />
          {next !== null && (
            <div className="table-foot">
              <ButtonLink to={`?after=${next}`}>Older versions</ButtonLink>
            </div>
          )}
        </Block>
      </div>
    </div>
  );
}

function Difference({ id, before, after, comparison, fault }: Compared & { id: string }) {
  return (
    <Block
      id="comparison"
      title={`Version ${after} compared with version ${before}`}
      end={
        <ButtonLink kind="quiet" to={`/dataset_profile/${id}/versions`}>
          Close
        </ButtonLink>
      }
    >
      <div className="panel panel-body stack">
        {comparison && <ComparisonView comparison={comparison} />}
        {fault && <Notice tone="bad" role="alert" title={fault} />}
        <KeyForm before={before} after={after} keyText={comparison?.key.join(", ") ?? ""} />
      </div>
    </Block>
  );
}

function KeyForm({ before, after, keyText }: { before: number; after: number; keyText: string }) {
  return (
    <Form method="get" className="stack" aria-label="Compare by other columns">
      <input type="hidden" name="compare" value={after} />
      <input type="hidden" name="with" value={before} />
      <TextField
        name="key"
        label="Match rows by"
        hint="Columns that identify a row, separated by commas."
        defaultValue={keyText}
        optional
      />
      <div>
        <Button kind="quiet">Compare again</Button>
      </div>
    </Form>
  );
}

function VersionTable({ versions, id, now, mayRestore }: DatasetVersionsViewProps) {
  const isFirst = (version: VersionShown) => version.version === 1;
  const heads = [
    { label: "Version", num: true },
    "What made it",
    "When",
    { label: "Rows", num: true },
    { label: "Columns", num: true },
    { label: "Actions", hidden: true },
  ];
  return (
    <ScrollTable panel label="Versions of the dataset" heads={heads}>
      {versions.map((version, at) => (
        <tr key={version.version}>
          <td className="num" data-head="Version">
            {version.isKept ? (
              <Link to={`/dataset_profile/${id}?version=${version.version}#rows`}>{version.version}</Link>
            ) : (
              version.version
            )}
          </td>
          <td className="wrap-cell" data-head="What made it">
            {versionWords(version)}
            {version.by !== null && <span className="meta"> by {version.by}</span>}{" "}
            {version.isCurrent && <Badge tone="ok">Current</Badge>}
            {!version.isKept && <span className="meta">rows no longer kept</span>}
          </td>
          <td data-head="When">
            <Ago at={version.at} now={now} />
          </td>
          <td className="num" data-head="Rows">
            {formatCount(version.rows)}
          </td>
          <td className="num" data-head="Columns">
            {formatCount(version.columnCount)}
          </td>
          <td>
            <span className="actions">
              {version.isKept && !isFirst(version) && (versions[at + 1]?.isKept ?? false) && (
                <Link to={`?compare=${version.version}`}>
                  Compare with previous<span className="visually-hidden"> of version {version.version}</span>
                </Link>
              )}
              {mayRestore && version.isKept && !version.isCurrent && <Restore id={id} {...version} />}
            </span>
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

function Restore({ version, rows }: VersionShown & { id: string }) {
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
