import { Link } from "@remix-run/react";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { PostButton } from "../../../ui/form/post-button.tsx";
import type { ConnectorProfileViewProps } from "../connector-page-model.ts";

/** Tells of a newer version than the connected one, with what is different in it, before the connection is moved. */
export function UpgradeNotice({ instance, upgrade }: Pick<ConnectorProfileViewProps, "instance" | "upgrade">) {
  if (!upgrade || !instance) return null;
  const { toId, toVersion, isOpen, differences } = upgrade;
  return (
    <Notice
      tone="warn"
      title={`You're connected to v${instance.version}. Consider upgrading.`}
      actions={
        isOpen && (
          <PostButton small intent="migrate" fields={{ to: toId }}>
            Upgrade to v{toVersion}
          </PostButton>
        )
      }
    >
      {consentSentence(upgrade)} {differences !== "" && `Different: ${differences}. `}
      <Link to={`/connector_profile/${toId}?tab=versions&since=${instance.version}#changes`}>
        See what changed from v{instance.version} to v{toVersion}
      </Link>
    </Notice>
  );
}

function consentSentence({
  toVersion,
  isOpen,
  sameConsent,
}: NonNullable<ConnectorProfileViewProps["upgrade"]>): string {
  if (!isOpen) return `v${toVersion} is inactive now, so nobody can move to it.`;
  return sameConsent
    ? `v${toVersion} calls the same hosts with the same secrets, so there is nothing to enter again.`
    : `v${toVersion} calls other hosts or sends secrets elsewhere: you are asked for them again.`;
}
