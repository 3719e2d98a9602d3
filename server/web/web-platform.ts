import { legacyEncoding } from "#infra/tables/csv/encoding/legacy-encoding.ts";
import { createCategoryNames } from "#app/connectors/category-names.ts";
import { QUEUE_FOR_PLACES } from "#app/http/server/wait-for-place.ts";
import { createSlowTransfers } from "#app/http/server/slow-transfers.ts";
import { toldLimits } from "#app/http/limits/told-limits.ts";
import { sessionDoor } from "#app/http/security/session-lifecycle.ts";
import type { sessionCookie } from "#app/http/security/session-cookie.ts";
import type { FollowUps, Platform } from "#app/platform.ts";
import { type ConcurrencyLimit, createConcurrencyLimit } from "#domain/core/budget.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { createImportReader } from "#infra/connector-import/import-reader.ts";
import { VERSION } from "#infra/config/version.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import type { OutboundSessions } from "#infra/egress/outbound-port.ts";
import { redactSecrets } from "#infra/egress/redact-secrets.ts";
import { allowedHosts } from "#infra/platform/open-outbound.ts";
import { createFileHosts } from "#infra/uploads/source/file-hosts.ts";
import { listOutbox, readOutbox } from "#infra/mail/outbox.ts";
import { digest } from "#infra/vault/digest.ts";
import { localTime } from "#infra/time/local-time.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { modelQueries } from "../model-queries.ts";
import { createHaltedModels, reportModels } from "#runners/follower/halted-models.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { type Jobs, USER_AGENT } from "../lifecycle.ts";
import { createOwnCalls } from "./own-calls.ts";
import { createWaiting } from "./waiting.ts";

/** How long a test read, a connection check or a look-up of options may take. */
const TRY_TIMEOUT_MS = 30_000;
/** Previews that one user, or the visitors of one address, may run at a time; more of them wait. */
const PREVIEWS_PER_USER = 3;
const MAX_WAITING_PREVIEWS = 50;
const MAX_WAITING_COUNTS = 20;
/** Each reads and sorts a table for up to half a minute. */
const MAX_GROUP_READS = 3;
const MAX_DOWNLOADS = 60;
const DOWNLOADS_PER_USER = 6;
/** An answer that is read more slowly than this loses its slot when another needs one. */
export const SLOW_ANSWER_BYTES = 3_000_000;
const MAX_TEST_READS = 30;
const TEST_READS_PER_USER = 3;

type PlatformParts = {
  readonly jobs: Jobs;
  readonly readModels: WatchedReadModels;
  readonly outbound: OutboundSessions;
  readonly cookie: ReturnType<typeof sessionCookie>;
  readonly followUps: FollowUps;
  readonly reportError: (error: unknown, about: string) => void;
  readonly report: Platform["operations"]["report"];
  /** Aborts when the server is about to end. */
  readonly stopping: AbortSignal;
};

/** What pages and API routes work with: the load context of every request. */
export function createWebPlatform(infra: InfraPlatform, parts: PlatformParts): Platform {
  const { config } = infra;
  const { readModels, cookie } = parts;
  const ports = useCasePorts(infra, parts);
  const halted = createHaltedModels({ pool: infra.database.pool, store: infra.store });
  const queries = modelQueries(infra, readModels);
  return {
    ports,
    queries,
    categories: createCategoryNames(queries),
    readModels,
    operations: { report: parts.report },
    readModelsAdmin: { ...halted, report: () => reportModels(readModels, halted) },
    previews: infra.data.previews,
    statistics: { of: infra.data.previews.statistics, emptyShares: infra.data.previews.emptyShares },
    versions: infra.data.versions,
    versionsKept: { dataset: config.limits.datasetVersionsKept, output: config.limits.pullsKept },
    uploads: infra.data.uploads,
    images: infra.data.images,
    fileHosts: createFileHosts(allowedHosts(config)),
    runRecords: infra.runRecords,
    waiting: createWaiting(infra, queries, parts.stopping),
    imports: createImportReader(),
    postViews: infra.postViews,
    emptySearches: infra.emptySearches,
    outbox: { list: () => listOutbox(config.dataDir), read: (id) => readOutbox(config.dataDir, id) },
    transparency: infra.transparency.publicLog,
    notices: infra.noticeBox,
    webhooks: infra.webhooks.deliveries,
    unsubscribe: infra.unsubscribe,
    jobs: parts.jobs,
    jobsAdmin: parts.jobs.admin,
    limits: toldLimits(infra.limits),
    knownLogins: infra.knownLogins,
    followUps: parts.followUps,
    sessionDoor: sessionDoor(infra.sessions, cookie),
    userSessions: infra.sessions,
    lastLogins: (userIds) => infra.sessions.lastLogins(userIds),
    excelTokens: infra.excelTokens,
    accessLooks: infra.accessLooks,
    keyCalls: infra.keyCalls,
    ownCalls: createOwnCalls(config),
    idempotency: infra.idempotency,
    trying: { ...ports, hide: redactSecrets, timeoutMs: TRY_TIMEOUT_MS },
    ...readLimits(infra),
    site: {
      appUrl: config.appUrl,
      version: VERSION,
      contactFormUrl: config.contactFormUrl ?? null,
      outbox: config.outbox,
    },
    engines: infra.engines,
    checksAnswers: infra.config.nodeEnv !== "production",
    reportError: parts.reportError,
  };
}

function useCasePorts(infra: InfraPlatform, { jobs, outbound }: PlatformParts): Ports {
  return {
    log: infra.eventLog,
    runs: infra.runClaims,
    clock: infra.clock,
    ids: infra.ids,
    vault: infra.vault,
    passwords: infra.passwords,
    tokens: infra.tokens,
    sessions: infra.sessions,
    accessKeys: infra.accessKeys,
    texts: infra.texts,
    html: infra.html,
    mails: infra.mails,
    adminEmails: infra.config.adminEmails,
    jobs,
    exclusive: infra.exclusive,
    openCalls: openCalls(outbound),
    userAgent: USER_AGENT,
    encodingOf: (sample) => legacyEncoding(Buffer.from(sample)).encoding,
    time: localTime,
    digest,
  };
}

type Limits = Pick<Platform, "previewReads" | "countReads" | "groupReads" | "testReads" | "downloads">;

function readLimits({ budgets, data, config }: InfraPlatform): Limits {
  const limit = (options: Parameters<typeof createConcurrencyLimit>[0]): ConcurrencyLimit =>
    budgets.add(createConcurrencyLimit(options));
  const { atATime, countsAtATime } = data.previews;
  return {
    previewReads: limit({ name: "previews", limit: atATime, perOwner: PREVIEWS_PER_USER, queue: MAX_WAITING_PREVIEWS }),
    countReads: limit({ name: "counts", limit: countsAtATime, perOwner: 1, queue: MAX_WAITING_COUNTS }),
    groupReads: limit({ name: "groups", limit: MAX_GROUP_READS, perOwner: 1, queue: MAX_WAITING_COUNTS }),
    downloads: {
      limit: limit({ name: "downloads", limit: MAX_DOWNLOADS, perOwner: DOWNLOADS_PER_USER, ...QUEUE_FOR_PLACES }),
      slow: createSlowTransfers({ bytes: SLOW_ANSWER_BYTES, withinMs: config.limits.streamStallMs }),
    },
    testReads: limit({ name: "test reads", limit: MAX_TEST_READS, perOwner: TEST_READS_PER_USER }),
  };
}
