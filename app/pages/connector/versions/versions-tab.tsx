import { Block } from "../../../ui/layout/block.tsx";
import type { ConnectorProfileViewProps } from "../connector-page-model.ts";
import { ChangesBlock } from "./changes-block.tsx";
import { VersionsTable } from "./versions-table.tsx";

/** Every version that the viewer may see, and what is different in the one shown. */
export function VersionsTab(props: Pick<ConnectorProfileViewProps, "versions" | "connector" | "instance" | "changes">) {
  return (
    <>
      <Block id="versions" title="Versions">
        <VersionsTable {...props} />
      </Block>
      {props.changes && <ChangesBlock changes={props.changes} versions={props.versions} />}
    </>
  );
}
