import { Link } from "@remix-run/react";
import { Day } from "../../../ui/time/time.tsx";
import type { ConnectorProfileViewProps } from "../connector-page-model.ts";
import { versionWord } from "../../../items/hero.tsx";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";

/** Every version that the viewer may see, each with a link to what changed in it. */
export function VersionsTable({
  versions,
  connector,
  instance,
}: Pick<ConnectorProfileViewProps, "versions" | "connector" | "instance">) {
  const first = versions.at(-1)?.id;
  const heads = ["Version", "State", "Published", { label: "Actions", hidden: true }];
  return (
    <ScrollTable panel label="All versions" heads={heads}>
      {versions.map((one) => (
        <tr key={one.id}>
          <td data-head="Version">
            {one.id === connector.id ? (
              <strong>v{one.version}</strong>
            ) : (
              <Link to={one.status === "draft" ? `/upload?edit=${one.id}` : `/connector_profile/${one.id}`}>
                {one.status === "draft" ? "Draft" : `v${one.version}`}
              </Link>
            )}
          </td>
          <td data-head="State">
            {versionWord(one)}
            {one.id === instance?.connectorId && ", you are connected"}
          </td>
          <td data-head="Published">{one.status === "draft" ? "not yet" : <Day at={one.createdAt} />}</td>
          <td>
            {one.status !== "draft" && one.id !== first && (
              <Link to={`/connector_profile/${one.id}?tab=versions#changes`}>
                What changed<span className="visually-hidden"> in v{one.version}</span>
              </Link>
            )}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
