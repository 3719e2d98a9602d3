import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Comparison } from "#domain/core/ports/tables/table-versions.ts";
import { Badge } from "../ui/data/badge.tsx";
import { formatCount } from "../ui/data/format.ts";
import { Button, ButtonLink } from "../ui/controls/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { Block } from "../ui/layout/block.tsx";
import { EmptyState } from "../ui/layout/empty-state.tsx";
import { ScrollTable } from "../ui/data/scroll-table.tsx";
import { Ago } from "../ui/time/time.tsx";
import { ComparisonView } from "./comparison-view.tsx";
import type { VersionShown } from "./version-calls.ts";
import { versionWords } from "./version-words.ts";

type Compared = { before: number; after: number; comparison?: Comparison; fault?: string };

/** A page of the versions of a table, and what is different between two of them. */
export type VersionsShown = {
  versions: readonly VersionShown[];
  /** How many there are. */
  total: number;
  /** The cursor of the page that follows. */
  next: string | null;
  now: string;
  compared?: Compared;
};

type BlocksProps = VersionsShown & {
  /** The path of the page. */
  here: string;
  /** Where the rows of a version are shown; absent: nowhere. */
  rowsOf?: (version: number) => string;
  /** What else can be done with a version. */
  actionsOf?: (version: VersionShown) => ReactNode;
};

/** The versions of a table, and a comparison of two. */
export function VersionsBlocks(props: BlocksProps) {
  const { versions, next, compared, here } = props;
  if (versions.length === 0 && !compared)
    return (
      <EmptyState title="No versions yet" level={2}>
        <p className="quiet">The first complete pull makes one.</p>
      </EmptyState>
    );
  return (
    <div className="blocks">
      {compared && <Difference {...compared} here={here} versions={versions} />}
      <Block id="versions" title="All versions" meta="The newest first">
        <VersionTable {...props} />
        {next !== null && (
          <div className="table-foot">
            <ButtonLink to={`?after=${next}`}>Older versions</ButtonLink>
          </div>
        )}
      </Block>
    </div>
  );
}

type DifferenceProps = Compared & Pick<BlocksProps, "here" | "versions">;

function Difference({ here, versions, before, after, comparison, fault }: DifferenceProps) {
  return (
    <Block
      id="comparison"
      title={`Version ${after} compared with version ${before}`}
      end={
        <ButtonLink kind="quiet" to={here}>
          Close
        </ButtonLink>
      }
    >
      <div className="panel panel-body stack">
        {comparison && <ComparisonView comparison={comparison} />}
        {fault && <Notice tone="bad" role="alert" title={fault} />}
        <CompareForm
          key={`${before} ${after}`}
          before={before}
          after={after}
          others={otherVersions(versions, before, after)}
          keyText={comparison?.key.join(", ") ?? ""}
        />
      </div>
    </Block>
  );
}

/** The versions whose rows are kept, but for the compared one, and the one that it is compared with. */
function otherVersions(versions: readonly VersionShown[], before: number, after: number): readonly number[] {
  const kept = versions.filter(({ isKept }) => isKept).map(({ version }) => version);
  return [...new Set([...kept, before])].filter((version) => version !== after).sort((one, other) => other - one);
}

/** Compares with another version, or matches the rows by other columns. */
function CompareForm({
  before,
  after,
  others,
  keyText,
}: {
  before: number;
  after: number;
  others: readonly number[];
  keyText: string;
}) {
  return (
    <Form method="get" className="stack" aria-label="Compare in another way">
      <input type="hidden" name="compare" value={after} />
      <SelectField
        name="with"
        label={`Compare version ${after} with`}
        defaultValue={String(before)}
        options={others.map((version) => ({ value: String(version), label: `version ${version}` }))}
      />
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

function VersionTable({ versions, now, rowsOf, actionsOf }: BlocksProps) {
  const heads = [
    { label: "Version", num: true },
    "What made it",
    "When",
    { label: "Rows", num: true },
    { label: "Columns", num: true },
    { label: "Actions", hidden: true },
  ];
  return (
    <ScrollTable panel label="Versions of the table" heads={heads}>
      {versions.map((version) => (
        <tr key={version.version}>
          <td className="num" data-head="Version">
            {version.isKept && rowsOf ? <Link to={rowsOf(version.version)}>{version.version}</Link> : version.version}
          </td>
          <td className="wrap-cell" data-head="What made it">
            {version.runId === null ? (
              versionWords(version)
            ) : (
              <Link to={`/run/${encodeURIComponent(version.runId)}`}>{versionWords(version)}</Link>
            )}
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
              {version.isBeforeKept && (
                <Link to={`?compare=${version.version}`}>
                  What changed<span className="visually-hidden"> in version {version.version}</span>
                </Link>
              )}
              {actionsOf?.(version)}
            </span>
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
