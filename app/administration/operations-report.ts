import type { JobKind, OutboxFigures } from "#domain/core/ports/work-ports.ts";

/** The figures of operation in short; null: they cannot be had now. */
export type OperationsReport = {
  /** Of the process that answers. */
  readonly role: string;
  /** Why it is not ready, and what else an operator should know: a sentence each. */
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly engines: readonly { readonly name: string; readonly answers: boolean }[];
  /** The disk of the data folder, in bytes. */
  readonly disk: { readonly free: number; readonly size: number } | null;
  /** How long the oldest event has waited that a read model has not applied, in milliseconds. */
  readonly followerLag: number | null;
  readonly scheduleRound: Date | null;
  /** Jobs of all kinds together. */
  readonly jobs: Omit<JobKind, "name"> | null;
  readonly mails: OutboxFigures | null;
  readonly webhooks: OutboxFigures | null;
  readonly lastBackup: Date | "none" | null;
  /** How far the clock of the process is ahead of the database's, in milliseconds. */
  readonly clockOffset: number;
  readonly forked: boolean | null;
  /** Of a log in Postgres, in bytes. */
  readonly logSizes: {
    readonly databaseBytes: number;
    readonly archiveBytes: number;
    readonly archivedAt: Date | null;
  } | null;
};
