import { Link } from "@remix-run/react";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { ConnectorProfileViewProps } from "./connector-page-model.ts";

/** That the viewer's connection calls nothing or has credentials to replace, or that nobody can connect to a version. */
export function StoppedNotices({ instance, unsafe }: Pick<ConnectorProfileViewProps, "instance" | "unsafe">) {
  return (
    <>
      {unsafe !== null && (
        <Notice tone="bad" title="Nobody can connect to this version any more.">
          {unsafe} Publish another version.
        </Notice>
      )}
      {instance?.stopped && (
        <Notice tone="bad" title="Your connection is stopped.">
          {instance.stopped}
        </Notice>
      )}
      {instance?.isExposed && (
        <Notice tone="warn" title="Its credentials may have gone elsewhere than you agreed to.">
          Replace them where the API gives them out, and enter the new ones in the{" "}
          <Link to={`/connector_profile/${instance.connectorId}?tab=setup`}>setup</Link>.
        </Notice>
      )}
    </>
  );
}
