import { Link } from "@remix-run/react";
import type { DefinitionLines } from "../../../connectors/changes/definition-lines.ts";
import type { StateOf, StateShown } from "../../../history/state-shown.ts";
import { Badge } from "../../../ui/data/badge.tsx";
import { counted } from "../../../ui/data/format.ts";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { AccessPart } from "./access-part.tsx";
import { DefinitionDiff } from "../../../connectors/changes/definition-diff.tsx";
import { Moment, Part, SaidList } from "../../../history/moment.tsx";

/** Versions that are shown, the newest first. */
const VERSIONS_SHOWN = 20;

/** What a connector was: its latest version, all versions, the definition, who was connected. */
export function ConnectorState({
  state,
  definition,
  people,
  accessHref,
}: Pick<StateShown, "people"> & {
  state: StateOf<"connector">;
  definition: DefinitionLines | null;
  accessHref: string;
}) {
  const latest = state.versions.at(-1);
  return (
    <>
      {latest && (
        <Part id="latest" title={`Version ${latest.version}`} meta={<Standing {...latest} />}>
          <div className="panel-body">
            <SaidList
              said={[
                { term: "Title", value: latest.title },
                { term: "Description", value: latest.description },
                { term: "Category", value: latest.category },
                { term: "Visible to", value: latest.isPublic ? "everybody" : "its owner and those connected" },
                { term: "Owner", value: state.ownerId && people[state.ownerId] },
                { term: "Its API", value: latest.apiDocUrl },
                { term: "Taken down", value: state.takenDown && "by an admin" },
              ]}
            />
          </div>
        </Part>
      )}
      {definition && <DefinitionDiff definition={definition} />}
      <Versions versions={state.versions} />
      <AccessPart title="Who was connected" access={state.access} names={people} href={accessHref} />
    </>
  );
}

type Version = StateOf<"connector">["versions"][number];

function Standing({ active }: Pick<Version, "active">) {
  return active ? <Badge tone="ok">Active</Badge> : <Badge tone="bad">Inactive</Badge>;
}

function Versions({ versions }: { versions: readonly Version[] }) {
  const shown = versions.slice(-VERSIONS_SHOWN).reverse();
  if (shown.length === 0) return null;
  const heads = [{ label: "Version", num: true }, "Title", "State", "Visible", "Published"];
  return (
    <Part id="versions" title="Versions" meta={counted(versions.length, "version")}>
      <ScrollTable label="Versions" heads={heads}>
        {shown.map((version) => (
          <tr key={version.connectorId}>
            <td className="num" data-head="Version">
              <Link to={`/connector_profile/${version.connectorId}`}>v{version.version}</Link>
            </td>
            <td className="wrap-cell" data-head="Title">
              {version.title}
            </td>
            <td data-head="State">
              <Standing {...version} />
            </td>
            <td data-head="Visible">{version.isPublic ? "public" : "private"}</td>
            <td data-head="Published">
              {version.publishedAt !== null && (
                <a href={`?as_of=${encodeURIComponent(version.publishedAt)}`}>
                  <Moment at={version.publishedAt} />
                </a>
              )}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </Part>
  );
}
