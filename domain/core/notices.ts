import { descending } from "./lists/list-order.ts";
import type { CursorPage, ListRange } from "./lists/list-page.ts";

/** What users can be told of. They choose for each kind whether on the page, by mail, or both. */
export const NOTICE_KINDS = ["access", "keys", "log", "runs", "schema", "version", "webhooks"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The kinds that a user with these roles gets: the log is for admins. */
export function noticeKindsOf(roles: readonly string[]): readonly NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => kind !== "log" || roles.includes("admin"));
}

/** The facts of a notice: its sentence is made when it is shown. */
export type NoticeFacts =
  | { readonly what: "version"; readonly title: string; readonly version: number; readonly connectorId: string }
  | { readonly what: "rows"; readonly title: string; readonly version: number; readonly datasetId: string }
  | ({ readonly what: "schema"; readonly title: string; readonly path: string } & ColumnChanges)
  /** An admin has hidden an item, or shows it again. */
  | { readonly what: "taken-down"; readonly title: string }
  | { readonly what: "restored"; readonly title: string; readonly path: string }
  | { readonly what: "key-expires"; readonly title: string; readonly expiresAt: string }
  /** With another password. */
  | { readonly what: "keys-ended"; readonly titles: readonly string[] }
  | { readonly what: "streaming-key-ended" }
  | { readonly what: "webhook-off"; readonly webhookId: string; readonly reason: "gone" | "failing" | "password" }
  /** Refreshes of a dataset by its schedule. */
  | { readonly what: "refresh-failed"; readonly title: string; readonly datasetId: string; readonly count: number }
  | { readonly what: "failed"; readonly title: string; readonly runId: string; readonly count: number }
  | {
      readonly what: "requested" | "approved" | "refused" | "shared" | "removed" | "ended";
      readonly title: string;
      readonly datasetId: string;
      /** Who asks. */
      readonly personId?: string;
    };

/** Names of columns. */
export type ColumnChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** They have another type. */
  readonly changed: readonly string[];
};

/** `position`: of the newest event that it is about. */
export type Notice = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
  readonly at: string;
  readonly position: string;
  readonly isRead: boolean;
};

export type NoticeChannels = { readonly page: boolean; readonly mail: boolean };
export type NoticeChoices = Readonly<Record<NoticeKind, NoticeChannels>>;

/** What a user gets without choosing. A new version can wait until the page is opened. */
export const DEFAULT_CHOICES: NoticeChoices = {
  access: { page: true, mail: true },
  keys: { page: true, mail: true },
  log: { page: false, mail: true },
  runs: { page: true, mail: true },
  schema: { page: true, mail: true },
  version: { page: true, mail: false },
  webhooks: { page: true, mail: true },
};

/** Whether a user wants mails of a kind. */
export interface MailChoices {
  wantsMail(userId: string, kind: NoticeKind): Promise<boolean>;
}

/** The order of a user's notices: the newest first. */
export const NEWEST_NOTICES = descending({ position: "text", id: "text" });

/**
 * The notices of each user: what happened follows from the log; what was read and chosen is kept beside it, because it
 * changes nothing that others see and would be most of the log otherwise.
 */
export interface NoticeBox extends MailChoices {
  /** A page of the notices that the user has chosen to see, the newest first. */
  page(userId: string, range: ListRange): Promise<CursorPage<Notice>>;
  /** Marks one notice as read. */
  markRead(userId: string, noticeId: string): Promise<void>;
  /** Marks all notices up to this position as read. */
  markAllRead(userId: string, position: string): Promise<void>;
  choices(userId: string): Promise<NoticeChoices>;
  choose(userId: string, choices: Partial<NoticeChoices>): Promise<void>;
}
