import { Form } from "@remix-run/react";
import type { ConnectorChanges } from "../../../connectors/changes/change-calls.ts";
import { ChangeList } from "../../../connectors/changes/change-list.tsx";
import { DefinitionDiff } from "../../../connectors/changes/definition-diff.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import { Block } from "../../../ui/layout/block.tsx";
import type { VersionRow } from "../../../items/hero.tsx";

/** What is different in the version shown from an earlier one: in words, then line by line. */
export function ChangesBlock({ changes, versions }: { changes: ConnectorChanges; versions: readonly VersionRow[] }) {
  const { from, to, lines } = changes;
  if (from === null)
    return (
      <Block id="changes" title={`What changed in v${to.version}`}>
        <p className="quiet">This is the first version.</p>
      </Block>
    );
  return (
    <Block
      id="changes"
      title={`What changed from v${from.version} to v${to.version}`}
      end={<OtherVersion versions={versions} from={from.version} shownId={to.id} />}
    >
      <div className="stack">
        <InWords {...changes} />
        {lines && <DefinitionDiff definition={lines} />}
      </div>
    </Block>
  );
}

function InWords({ changes, areRead, lines }: ConnectorChanges) {
  if (!areRead)
    return <p className="quiet">One of these definitions cannot be read any more. Only their lines are compared.</p>;
  if (changes.length > 0) return <ChangeList changes={changes} />;
  const isEqual = lines !== null && lines.added + lines.removed === 0;
  return <p className="quiet">{isEqual ? "Nothing is different." : "Only the lines below are different."}</p>;
}

/** Compares with another version that the viewer may see. */
function OtherVersion({ versions, from, shownId }: { versions: readonly VersionRow[]; from: number; shownId: string }) {
  const others = versions.filter(({ id, status }) => id !== shownId && status !== "draft");
  if (others.length < 2) return null;
  return (
    <Form method="get" className="row" aria-label="Compare with another version">
      <input type="hidden" name="tab" value="versions" />
      <SelectField
        name="since"
        label="Compare with"
        defaultValue={String(from)}
        options={others.map(({ version }) => ({ value: String(version), label: `v${version}` }))}
      />
      <Button>Compare</Button>
    </Form>
  );
}
