import type { Budgets } from "#domain/core/budget.ts";
import type { NoticeKind } from "#domain/core/notices.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { type UserRow, userRowSql } from "#projections/all.ts";
import { createIdempotency } from "../beside-log/idempotency.ts";
import { createEmptySearches } from "../beside-log/counts/empty-searches.ts";
import { createPostViews } from "../beside-log/counts/post-views.ts";
import { createNoticeBox, unreadNoticesSql } from "../beside-log/notice-box.ts";
import { createNoticeMails } from "../beside-log/notice-mails.ts";
import { createRunRecords } from "../beside-log/run-records.ts";
import { createRunClaims } from "../beside-log/runs/run-claims.ts";
import { createSnapshotStore } from "../beside-log/snapshot-store.ts";
import { ANSWERS_CHANNEL } from "../beside-log/stored-answers.ts";
import { createTextStore } from "../beside-log/text-store.ts";
import type { Config } from "../config/config.ts";
import { guardEventStore } from "../engines/guard-engines.ts";
import type { EngineWatch } from "../engines/watch-engines.ts";
import { createEventLog } from "../event-store/event-log.ts";
import { openEventStore } from "../event-store/open-event-store.ts";
import type { FileStores } from "../files/open-file-stores.ts";
import { createHtmlSanitizer } from "../html/html-sanitizer.ts";
import { knownLogins } from "../identity/known-logins.ts";
import { passwordHash } from "../identity/password-hash.ts";
import { rateLimits } from "../identity/rate-limits.ts";
import { sessions } from "../identity/sessions.ts";
import { accessKeys } from "../identity/tokens/access-keys.ts";
import { accessLooks } from "../identity/access-looks.ts";
import { keyCalls } from "../identity/tokens/key-calls.ts";
import { excelTokens } from "../identity/tokens/excel-tokens.ts";
import { unsubscribeTokens } from "../identity/tokens/unsubscribe-tokens.ts";
import { oneTimeTokens } from "../identity/tokens/one-time-tokens.ts";
import { fileTransport } from "../mail/file-transport.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { smtpTransport } from "../mail/smtp-transport.ts";
import { userMails } from "../mail/user-mails.ts";
import type { Log } from "../observability/logger.ts";
import { sparseLog } from "../observability/sparse-log.ts";
import type { Damage } from "../observability/damage.ts";
import { createExclusiveWork } from "../postgres/exclusive-work.ts";
import { openNotifications } from "../postgres/notifications.ts";
import type { Pools } from "../postgres/open-pools.ts";
import { openTransparency } from "../transparency/open-transparency.ts";
import { parseAllowList } from "../egress/address/destination.ts";
import { allowedHosts } from "./open-outbound.ts";
import { createDeliveryQueue } from "../webhooks/queue-deliveries.ts";
import { createWebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { createVault, type PersonalVault } from "../vault/vault.ts";
import { createDatabaseClock } from "../time/clock.ts";
import { openDatabaseTime } from "../time/database-time.ts";
import type { DiskRoom } from "./disk-room.ts";
import { createIds } from "./ids.ts";
import type { DataPlane } from "./open-data.ts";

export type Opened = {
  readonly config: Config;
  readonly log: Log;
  readonly pools: Pools;
  readonly budgets: Budgets;
  readonly data: DataPlane;
  readonly files: FileStores;
  readonly room: DiskRoom;
  readonly engines: EngineWatch;
  readonly cluster: { stop(): Promise<void>; readonly died: Promise<string> } | null;
  /** The data folder, if it is shared with other processes. */
  readonly shared: { release(): Promise<void> } | null;
  readonly damage: Damage;
  /** Called after something was queued for the job of this name. */
  readonly queued: (job: "send-mail" | "send-webhooks") => void;
};

/** Builds the adapters on the opened connections. */
export async function composePlatform(opened: Opened) {
  const { config, log, pools, budgets, data, files, room, engines, cluster, shared } = opened;
  const { pool } = pools.commands;
  const vault = createVault({ pool, masterSecrets: config.appSecrets });
  await vault.rewrap();
  const clock = createDatabaseClock(pool);
  const databaseTime = await openDatabaseTime(pool);
  const ids = createIds();
  const { store, close: closeStore } = await openStore(opened, clock);
  const snapshots = createSnapshotStore(pool, log);
  const exclusive = createExclusiveWork(pool);
  const notifications = openNotifications(pool, sparseLog(log));
  const onFailure = (err: unknown) => log.warn({ err }, "Views of posts or searches could not be counted");
  const postViews = createPostViews(pool, { onFailure });
  const emptySearches = createEmptySearches(pool, { onFailure });
  return {
    config,
    budgets,
    log,
    damage: opened.damage,
    engines,
    database: pools.commands,
    /** Connection pools by use. */
    pools,
    notifications,
    exclusive,
    data,
    room,
    store,
    eventLog: createEventLog({ store, catalog: allEvents, vault, snapshots }),
    vault,
    ...{ clock, databaseTime },
    ids,
    ...composeMail(opened),
    ...(await composeIdentity(opened, vault)),
    accessKeys: accessKeys(pool, ids),
    ...{ accessLooks: accessLooks(pool), keyCalls: keyCalls(pool, { kept: config.limits.keyCallsKept }) },
    idempotency: createIdempotency({ pool, secrets: config.appSecrets, answered: notifications.on(ANSWERS_CHANNEL) }),
    ...{ runClaims: createRunClaims(pool), runRecords: createRunRecords(pool) },
    texts: createTextStore(pool),
    webhooks: createWebhookOutbox({
      ...{ pool, appUrl: config.appUrl, allowed: parseAllowList(allowedHosts(config)) },
      wake: () => opened.queued("send-webhooks"),
    }),
    webhookQueue: createDeliveryQueue({ pool, appUrl: config.appUrl }),
    snapshots,
    html: createHtmlSanitizer(),
    postViews,
    emptySearches,
    transparency: openTransparency({ pool, store, vault, clock, config }),
    /** Resolves with a sentence if the embedded Postgres stops unexpectedly; never for an external database. */
    databaseDied: cluster?.died ?? new Promise<never>(() => undefined),
    async close() {
      databaseTime.stop();
      if (!engines.isAway("database")) await Promise.all([postViews.close(), emptySearches.close()]);
      // Connections still in use are cut, so that they delay neither this process nor the stop of an embedded Postgres.
      await Promise.all([engines.stop(), notifications.stop(), closeStore(), exclusive.close(), pools.close()]);
      files.close();
      await cluster?.stop();
      await shared?.release();
    },
  };
}

/** The log's store, which reports to `engines` when it does not answer. */
async function openStore(
  { config, log, pools, budgets, engines, damage, files }: Opened,
  clock: ReturnType<typeof createDatabaseClock>,
) {
  const opened = await openEventStore({
    eventStoreUrl: config.eventStoreUrl,
    pool: pools.log.pool,
    clock,
    log: sparseLog(log),
    archive: files.archive,
  });
  budgets.add(opened.pool.budget("database log"));
  damage.watch(opened.pool);
  if (opened.warning !== null) log.warn({}, opened.warning);
  return { store: guardEventStore(opened.store, engines), close: opened.close };
}

function composeMail({ config, log, pools, queued }: Opened) {
  const { pool } = pools.commands;
  const limits = rateLimits(pool, config.rateLimits);
  const from = `Tributary <no-reply@${new URL(config.appUrl).hostname}>`;
  const transport = config.smtpUrl
    ? smtpTransport({ url: config.smtpUrl, from })
    : fileTransport({ dataDir: config.dataDir, from });
  const mail = mailQueue({
    pool,
    secrets: config.appSecrets,
    transport,
    mayReceive: async (address) => (await limits.consume("mail", { account: address })).allowed,
    wake: () => queued("send-mail"),
    onFailure: ({ reason, final }) => log.warn({ reason }, final ? "A mail was given up" : "A mail has to wait"),
  });
  const noticeBox = createNoticeBox(pool);
  const unsubscribe = unsubscribeTokens(config.appSecrets);
  const rules = {
    wantsMail: noticeBox.wantsMail,
    unsubscribeUrl: (userId: string, kind: NoticeKind) =>
      `${config.appUrl}/unsubscribe/${unsubscribe.make({ userId, kind })}`,
  };
  return {
    limits,
    mail,
    mails: userMails(mail, config.appUrl, rules),
    noticeBox,
    unsubscribe,
    noticeMails: createNoticeMails({ pool, sealed: mail.sealed, appUrl: config.appUrl, ...rules }),
  };
}

async function composeIdentity({ config, pools, budgets }: Opened, vault: PersonalVault) {
  const { pool } = pools.commands;
  const signing = { pool, secrets: config.appSecrets, issuer: config.appUrl };
  const passwords = passwordHash({
    pepper: await vault.fingerprint("pepper", "passwords"),
    cost: config.nodeEnv === "test" ? 4 : 12,
  });
  budgets.add(passwords.budget);
  return {
    passwords,
    tokens: oneTimeTokens(pool),
    sessions: sessions<UserRow>({ ...signing, userRow: userRowSql, unreadNotices: unreadNoticesSql }),
    excelTokens: excelTokens(signing),
    knownLogins: knownLogins(pool, vault.fingerprint),
  };
}
