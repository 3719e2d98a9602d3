/** What events are about, for filters, with their types. */
export const PURPOSES = {
  versions: [
    ...["ConnectorVersionPublished", "ConnectorVersionDeactivated", "ConnectorVersionReactivated"],
    ...["DatasetCreated", "DatasetPublishedFromConnection", "DatasetVersionRequested", "DatasetVersionRestored"],
    ...["DatasetLoaded", "DatasetLoadFailed", "DatasetRefreshRequested", "DatasetFileFetched"],
    ...["DatasetRefreshUnchanged", "DatasetLoadRetried"],
  ],
  drafts: ["DraftCreated", "DraftImported", "DraftSaved", "DraftPublished", "DraftDiscarded"],
  settings: [
    ...["DatasetSourceSet", "DatasetRefreshIntervalSet"],
    ...["DatasetEdited", "ColumnsDescribed", "DatasetImageChanged", "ConnectorImageChanged"],
    ...["InstanceConfigured", "InstanceMigrated", "InstanceSignedIn", "InstanceSignedOut"],
    ...["UserRenamed", "EmailChanged", "PasswordSet", "PlanChosen", "UserVerified"],
  ],
  access: [
    ...["AccessGranted", "AccessRemoved", "AccessExpired", "AccessRequested", "AccessRequestApproved"],
    ...["AccessRequestRefused", "AccessRequestWithdrawn", "ConnectorSubscribed", "ConnectorUnsubscribed"],
    ...["InstanceActivated", "InstanceRemoved", "RoleGranted", "RoleRemoved", "ApiKeyCreated", "ApiKeyRenamed"],
    ...["ApiKeyDeleted", "ApiKeysEnded", "ApiKeyExpiryNear", "StreamingKeyReplaced"],
    "StreamingKeyRemoved",
  ],
  runs: [
    ...["RunStarted", "RunSucceeded", "RunPartlySucceeded", "RunFailed", "RunCancelled", "RunAbandoned"],
    "RunFailuresReported",
  ],
} as const satisfies Record<string, readonly string[]>;
export type EventPurpose = keyof typeof PURPOSES;
export const EVENT_PURPOSES = Object.keys(PURPOSES) as [EventPurpose, ...EventPurpose[]];

/** "ConnectorVersionPublished" in words: "Connector version published". */
export function eventWords({ type }: { readonly type: string }): string {
  return type.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
