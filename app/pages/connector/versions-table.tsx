import { Link } from "@remix-run/react";
import { Day } from "../../ui/time/time.tsx";
import type { ConnectorProfileViewProps } from "./connector-page-model.ts";
import { versionWord } from "../../items/hero.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";

/** Every version that the viewer may see. */
export function VersionsTable({
  versions,
  connector,
  instance,
}: Pick<ConnectorProfileViewProps, "versions" | "connector" | "instance">) {
  return (
    <section aria-label="Versions" className="panel">
      <ScrollTable label="All versions" heads={["Version", "State", "Published"]}>
        {versions.map((one) => (
          <tr key={one.id}>
            <td>
              {one.id === connector.id ? (
                <strong>v{one.version}</strong>
              ) : (
                <Link to={one.status === "draft" ? `/upload?edit=${one.id}` : `/connector_profile/${one.id}`}>
                  {one.status === "draft" ? "Draft" : `v${one.version}`}
                </Link>
              )}
            </td>
            <td>
              {versionWord(one)}
              {one.id === instance?.connectorId && ", you are connected"}
            </td>
            <td data-head="Published">{one.status === "draft" ? "not yet" : <Day at={one.createdAt} />}</td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}
