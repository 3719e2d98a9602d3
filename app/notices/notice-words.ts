import type { Notice, NoticeKind } from "#domain/core/notices.ts";

/** A notice as pages and API show it. `path`: of the page that it is about; null: there is none any more. */
export type ShownNotice = Pick<Notice, "id" | "kind" | "at" | "position" | "isRead"> & {
  readonly text: string;
  readonly path: string | null;
};

/** What each kind of notice is about, for the settings. */
export const KIND_WORDS: Readonly<Record<NoticeKind, { readonly label: string; readonly mail: string }>> = {
  access: { label: "Requests for access, their answers, and access that others change", mail: "at once" },
  keys: { label: "API keys that expire soon, or ended with a new password", mail: "seven days and one day before" },
  log: { label: "The log checkpoint, to keep outside this server", mail: "once a day if there is something new" },
  runs: {
    label: "Failed runs of your connections, and failed refreshes of your datasets",
    mail: "after a connection has failed three times in a row",
  },
  schema: { label: "Changed columns of tables that you use", mail: "once for each change" },
  version: { label: "New versions of connectors and datasets that you use", mail: "once for each version" },
  webhooks: { label: "Webhooks that were switched off because their address failed", mail: "at once" },
};
