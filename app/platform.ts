import type { OperationsReport } from "./administration/operations-report.ts";
import type { AccessLooks } from "#domain/core/history/access-looks.ts";
import type { KeyCalls } from "#domain/core/keys/key-calls.ts";
import type { Scope } from "#domain/core/keys/scopes.ts";
import type { Status } from "./waiting/status.ts";
import type { StatusWatch } from "./waiting/status-watch.ts";
import type { RequestFacts } from "./http/request/request-facts.ts";
import type { Downloads } from "./http/server/limited-body.ts";
import type { CategoryNames } from "./connectors/category-names.ts";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import type { Engines } from "#domain/core/ports/engines.ts";
import type { RecordedEvent } from "#domain/core/event-store.ts";
import type { Idempotency, ReadModels } from "#domain/core/ports/ports.ts";
import type { RunRecordsQueries } from "#domain/core/ports/run-records.ts";
import type { NoticeBox, NoticeKind } from "#domain/core/notices.ts";
import type { WebhookDeliveries } from "#domain/core/webhooks/deliveries.ts";
import type { RateLimits } from "#domain/core/ports/rate-limits.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import type { TableVersions } from "#domain/core/ports/tables/table-versions.ts";
import type { TableStatistics } from "#domain/core/ports/table-statistics.ts";
import type { FileHosts } from "#domain/dataset/source/file-address.ts";
import type { FileInspector } from "#domain/dataset/inspection.ts";
import type { LoadReports } from "#domain/dataset/load-report.ts";
import type { ImageStore, PreviewedFiles, RowsReader, UploadRecords } from "#domain/core/ports/uploads.ts";
import type { ListPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { ImportReader } from "#domain/connector-import/import-reader.ts";
import type { Jobs, JobsAdmin, TablePreviews } from "#domain/core/ports/work-ports.ts";
import type { HaltedModels } from "#domain/use-cases/administration/skip-event.ts";
import type { TransparencyLog } from "#domain/transparency/ports.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import type { Queries } from "#projections/all.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { TryPorts } from "#domain/use-cases/trying/perform-test-read.ts";

/** Which accounts have logged in from which client addresses. */
export interface KnownLogins {
  note(account: string, address: string): Promise<void>;
  has(account: string, address: string): Promise<boolean>;
}

/** How often the posts of the blog were opened. */
export interface PostViews {
  /** Counts that this reader (a user or a client address) opened a post. */
  count(postId: string, reader: string): void;
  of(postIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** What people searched the DataStore for and did not find, without who they are. */
export interface EmptySearches {
  count(text: string): void;
  /** Of the last 30 days, the most frequent first. `lastDay`: YYYY-MM-DD. */
  page(
    range: ListRange,
  ): Promise<ListPage<{ readonly phrase: string; readonly searches: number; readonly lastDay: string }>>;
}

/** An answer of this server to a call of its own. */
export type OwnAnswer = {
  readonly status: number;
  readonly contentType: string;
  /** X-Total-Count. */
  readonly total: number | null;
  readonly firstByteMs: number;
  readonly ms: number;
  /** As they were sent, compressed or not. */
  readonly bytes: number;
  /** False: reading was ended by a limit. */
  readonly whole: boolean;
};

/** Calls addresses of this server over HTTP, as programs do. */
export interface OwnCalls {
  get(
    path: string,
    headers: Readonly<Record<string, string>>,
    read: { readonly onChunk: (chunk: Buffer) => void; readonly maxBytes: number; readonly withinMs: number },
  ): Promise<OwnAnswer>;
}

/** Work that continues after its request has been answered. */
export interface FollowUps {
  /**
   * Starts the work when there is room; false if too much is waiting. Work of one owner is done in order. A failure is
   * reported.
   */
  start(owner: string, about: string, work: () => Promise<void>): boolean;
  /** Resolves when the owner's work in this process is done. */
  settled(owner: string): Promise<void>;
}

/**
 * Opens and closes the browser's session; both return a Set-Cookie value. `before`: the session that is replaced.
 * `device`: what a list of sessions calls the browser.
 */
export interface SessionLifecycle {
  open(userId: string, before: string | null, device: string): Promise<string>;
  close(sid: string | null): Promise<string>;
}

/** The open sessions of a user; `device` is null for one from before devices were stored. */
export interface UserSessions {
  listOf(
    userId: string,
    range: ListRange,
  ): Promise<
    ListPage<{
      readonly sid: string;
      readonly device: string | null;
      readonly created: Date;
      readonly lastSeen: Date;
    }>
  >;
  /** False if the user has no such session. */
  endOf(userId: string, sid: string): Promise<boolean>;
  /** Whether its user has logged in, or confirmed by password, within this time of the database's clock. */
  isFresh(sid: string, withinMs: number): Promise<boolean>;
  /** Its user has confirmed by password. */
  confirm(sid: string): Promise<void>;
}

/** Facts about the installation for its pages. */
export type Site = {
  readonly appUrl: string;
  readonly version: string;
  readonly contactFormUrl: string | null;
  /** Mails are files that /outbox can show (no SMTP server is set, and OUTBOX is not off). */
  readonly outbox: boolean;
};

/** Mails stored as files. */
export interface Outbox {
  list(): Promise<
    readonly { readonly id: string; readonly to: string; readonly subject: string; readonly date: Date }[]
  >;
  read(id: string): Promise<{
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly date: Date;
    readonly text: string;
  } | null>;
}

/** The state of a read model. `behind`: events that it has not applied yet, counted up to 1000. */
export type ReadModelReport = {
  readonly model: string;
  readonly state: "following" | "rebuilding" | "halted" | "missing" | "newer";
  readonly position: string | null;
  readonly behind: number;
  readonly halted: {
    readonly rebuild: boolean;
    readonly since: Date | null;
    readonly error: string;
    readonly event: RecordedEvent | null;
  } | null;
};

/** What admins see of the read models, and their actions for a halted one. */
export type ReadModelsAdmin = HaltedModels & {
  report(): Promise<readonly ReadModelReport[]>;
  /** Types of events that this version does not know and that halted no model, with the first of each. */
  unknownTypes(): Promise<readonly { readonly type: string; readonly stream: string; readonly since: Date }[]>;
};

/** Follows runs and loads for the clients that wait for them. */
export type Waiting = {
  readonly runs: StatusWatch<Status>;
  readonly loads: StatusWatch<Status>;
  /** Long polls in progress, by user. */
  readonly waits: ConcurrencyLimit;
  readonly waitsPerUser: number;
  /** Streams of events in progress, by user. */
  readonly eventStreams: ConcurrencyLimit;
  readonly eventStreamsPerUser: number;
  /** Aborts when the server is about to end: then nobody waits any more. */
  readonly stopping: AbortSignal;
};

/** What the routes work with: composed once in server.ts, passed with every request. */
export type Platform = {
  readonly ports: Ports;
  readonly queries: Queries;
  readonly categories: CategoryNames;
  readonly readModels: ReadModels;
  readonly readModelsAdmin: ReadModelsAdmin;
  /** What admins see of the operation of this installation. */
  readonly operations: { report(): Promise<OperationsReport> };
  readonly previews: TablePreviews;
  /** Statistics from when the table was filled; null if there are none. */
  readonly statistics: {
    of(table: TableVersion): Promise<TableStatistics | null>;
    /** The share of empty cells by column for each table, by its physical name; for lists. */
    emptyShares(tables: readonly TableVersion[]): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>>;
  };
  readonly versions: TableVersions<LoadFailure, LoadSettings>;
  /** How many of its newest versions a table keeps, by its kind. */
  readonly versionsKept: { readonly dataset: number; readonly output: number };
  readonly uploads: UploadRecords & LoadReports & FileInspector & RowsReader & PreviewedFiles;
  readonly images: ImageStore;
  readonly fileHosts: FileHosts;
  readonly runRecords: RunRecordsQueries;
  readonly waiting: Waiting;
  readonly outbox: Outbox;
  readonly transparency: TransparencyLog;
  readonly notices: NoticeBox;
  readonly webhooks: WebhookDeliveries;
  /** Links in mails that end mails of a kind. */
  readonly unsubscribe: { read(token: string): { readonly userId: string; readonly kind: NoticeKind } | null };
  readonly jobs: Jobs;
  readonly jobsAdmin: JobsAdmin;
  readonly imports: ImportReader;
  readonly limits: RateLimits;
  readonly knownLogins: KnownLogins;
  readonly postViews: PostViews;
  readonly emptySearches: EmptySearches;
  readonly followUps: FollowUps;
  readonly sessionDoor: SessionLifecycle;
  readonly userSessions: UserSessions;
  /** When each of these users logged in last. Absent: never. */
  readonly lastLogins: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
  readonly excelTokens: { issue(userId: string): Promise<{ readonly token: string; readonly expiresAt: Date }> };
  readonly accessLooks: AccessLooks;
  readonly keyCalls: KeyCalls;
  readonly ownCalls: OwnCalls;
  readonly idempotency: Idempotency;
  /** Calling an API for a user once, without storing anything. */
  readonly trying: TryPorts;
  /** Test reads, connection checks and look-ups of options in progress. */
  readonly testReads: ConcurrencyLimit;
  /** Previews in progress, by user or client address. */
  readonly previewReads: ConcurrencyLimit;
  /** Files being sent, by user. */
  readonly downloads: Downloads;
  /** Counts of filtered rows in progress, by user. */
  readonly countReads: ConcurrencyLimit;
  /** Groups of rows being made for OData, by user. */
  readonly groupReads: ConcurrencyLimit;
  readonly site: Site;
  readonly engines: Engines;
  /** Whether each answer of the API is checked against what its endpoint declares: in development and tests. */
  readonly checksAnswers: boolean;
  readonly reportError: (error: unknown, about: string) => void;
};

/** The things that a limited key opens. */
export type KeyReach = {
  /** Datasets and output tables. */
  readonly tableIds: ReadonlySet<string>;
  readonly tableNames: ReadonlySet<string>;
  readonly connectors: ReadonlySet<string>;
  readonly instances: ReadonlySet<string>;
};

/** The API key of a program, in place of a session. `tables` and `connectors`: null for all that its user may use. */
export type RequestKey = {
  readonly id: string;
  readonly kind: "streaming" | "account" | "table";
  readonly scopes: readonly Scope[];
  readonly tables: readonly string[] | null;
  readonly connectors: readonly string[] | null;
  /** What a limited key opens; null: all that its user may use. */
  readonly reach: KeyReach | null;
};

/** The viewer and more, determined from the cookie or the key before any body is read. */
export type RequestContext = {
  readonly session: { readonly userId: string; readonly sid: string } | null;
  /** Present: the viewer is its user, and there is no session. */
  readonly key: RequestKey | null;
  /** With a key, without the roles that the key does not have. */
  readonly viewer: UserRow | null;
  /** Counted up to a hundred; 0 for calls of the API. */
  readonly unreadNotices: number;
  /** The request had a cookie of an ended session. False if the browser has logged in again since. */
  readonly sessionEnded: boolean;
  /** What the request says about who sends it. */
  readonly facts: RequestFacts;
  readonly clientAddress: string;
  /** As the client sent it; empty if it sent none. */
  readonly userAgent: string;
  readonly requestId: string;
  readonly nonce: string;
  /** As the client sent it; Remix passes loaders another one when a page requests its data. */
  readonly method: string;
  /** Aborts when the client leaves before its answer is complete, to end work for it. */
  readonly signal: AbortSignal;
  /**
   * The answer of a GET goes on only while `may` is true of who asks then; otherwise its connection is cut. By itself it
   * needs its session or key.
   */
  readonly needs: (may: (now: RequestContext) => Promise<boolean>) => void;
};

export type AppContext = RequestContext & { readonly platform: Platform };

declare module "@remix-run/node" {
  interface AppLoadContext extends AppContext {}
}
