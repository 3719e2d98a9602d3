import { emptySearchMigrations } from "../beside-log/counts/empty-searches.ts";
import { postViewMigrations } from "../beside-log/counts/post-views.ts";
import { noticeMigrations } from "../beside-log/notice-migrations.ts";
import { runRecordMigrations } from "../beside-log/run-record-migrations.ts";
import { runClaimMigrations } from "../beside-log/runs/run-claim-migrations.ts";
import { snapshotMigrations } from "../beside-log/snapshot-store.ts";
import { idempotencyMigrations } from "../beside-log/stored-answers.ts";
import { textMigrations } from "../beside-log/text-store.ts";
import { installationMigrations } from "../data-folder/installation-mark.ts";
import { logMigrations } from "../event-store/postgres/log-migrations.ts";
import { identityMigrations } from "../identity/migrations.ts";
import { mailMigrations } from "../mail/migrations.ts";
import type { Migration } from "../postgres/migrations.ts";
import { tableMigrations } from "../tables/table-migrations.ts";
import { transparencyMigrations } from "../transparency/transparency-migrations.ts";
import { uploadMigrations } from "../uploads/upload-migrations.ts";
import { webhookMigrations } from "../webhooks/webhook-migrations.ts";
import { vaultMigrations } from "../vault/vault-migrations.ts";

/** The tables of this floor, in the order of their creation. */
export const platformMigrations: readonly Migration[] = [
  ...logMigrations,
  ...vaultMigrations,
  ...identityMigrations,
  ...mailMigrations,
  ...idempotencyMigrations,
  ...tableMigrations,
  ...uploadMigrations,
  ...runRecordMigrations,
  ...textMigrations,
  ...snapshotMigrations,
  ...postViewMigrations,
  ...noticeMigrations,
  ...emptySearchMigrations,
  ...transparencyMigrations,
  ...webhookMigrations,
  ...runClaimMigrations,
];

/** All tables of an installation; `upper` are those of the upper floors. */
export function allMigrations(upper: readonly Migration[]): readonly Migration[] {
  return [...platformMigrations, ...upper, ...installationMigrations];
}
