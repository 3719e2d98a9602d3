import path from "node:path";
import { z } from "zod";
import type { Secret } from "#domain/core/text/secret.ts";
import type { VerifierKey } from "#domain/transparency/notes/signed-note.ts";
import type { Witness } from "#domain/transparency/ports.ts";
import { contradictions } from "./contradictions.ts";
import { generatedSecret } from "./generated-secret.ts";
import {
  byteSize,
  emails,
  filesAddress,
  hostPorts,
  logKeyList,
  oneOf,
  origin,
  RATE_LIMITS,
  rateLimits,
  secretAddress,
  secretList,
  share,
  token,
  webPage,
  wholeNumber,
  witnessList,
  type HostPort,
  type RateLimitFigures,
} from "./variables.ts";
import { isRestored } from "../data-folder/restored-copy.ts";
import { clusterHome } from "../embedded-postgres/place.ts";
import { ROLES } from "../postgres/connection-budget.ts";

const DEFAULT_DATA_DIR = ".data";

export const VARIABLES = z.object({
  NODE_ENV: oneOf("development", "production", "test").default("production"),
  PORT: wholeNumber(1, 65_535).default(3_000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  DATABASE_CONNECTIONS: wholeNumber(1, 1_000).optional(),
  DATABASE_URL: secretAddress("postgres://user:password@host:5432/database", "postgres", "postgresql").optional(),
  EVENTSTORE_URL: secretAddress(
    "esdb://user:password@host:2113",
    "esdb",
    "esdb+discover",
    "kurrentdb",
    "kurrentdb+discover",
  ).optional(),
  MONGODB_URL: secretAddress("mongodb://host:27017/database", "mongodb", "mongodb+srv").optional(),
  FILES_URL: filesAddress.optional(),
  SMTP_URL: secretAddress("smtp://user:password@host:587", "smtp", "smtps").optional(),
  OUTBOX: oneOf("on", "off").default("on"),
  APP_URL: origin.optional(),
  APP_SECRET: secretList.optional(),
  ADMIN_EMAILS: emails.default([]),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  METRICS_TOKEN: token.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: secretAddress("http://collector:4318", "http", "https").optional(),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  OTEL_SERVICE_NAME: z.string().max(100).default("tributary"),
  RATE_LIMITS: rateLimits.default(RATE_LIMITS),
  OUTBOUND_ALLOW: hostPorts.default([]),
  WITNESSES: witnessList.default([]),
  WITNESSED_LOGS: logKeyList.default([]),
  ROLE: oneOf(...ROLES).default("all"),
  MIGRATE: oneOf("on", "off").optional(),
  RUNS: oneOf("on", "off").optional(),
  JOBS_POLL_SECONDS: wholeNumber(5, 3_600).default(5),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 60).optional(),
  START_TIMEOUT_SECONDS: wholeNumber(0, 3_600).default(60),
  CONTACT_FORM_URL: webPage.optional(),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
  UPLOAD_MAX_BYTES: byteSize.default(10e9),
  UPLOAD_MAX_COLUMNS: wholeNumber(1, 1_600).default(1_600),
  UPLOAD_MAX_CELL_BYTES: byteSize.default(8e6),
  UPLOAD_DAILY_BYTES: byteSize.default(50e9),
  UPLOADS_PER_DAY: wholeNumber(1, 1_000_000).default(200),
  DISK_MIN_FREE: byteSize.default(256e6),
  RESPONSE_MAX_BYTES: byteSize.default(64e6),
  RESPONSE_MIN_BYTES_PER_MINUTE: wholeNumber(0, 1_000_000).default(1_000),
  STREAM_STALL_SECONDS: wholeNumber(1, 3_600).default(60),
  RIGHTS_CHECK_SECONDS: wholeNumber(1, 3_600).default(30),
  RUN_TIMEOUT_MINUTES: wholeNumber(1, 300).default(60),
  RUN_SLOTS: wholeNumber(1, 100).default(20),
  RUN_SLOTS_PER_USER: wholeNumber(1, 100).default(5),
  MAIL_FILES_KEPT_DAYS: wholeNumber(1, 3_650).default(30),
  DATASET_VERSIONS_KEPT: wholeNumber(1, 1_000).default(10),
  PULLS_KEPT: wholeNumber(1, 1_000).default(2),
  KEY_CALLS_KEPT: wholeNumber(50, 1_000_000).default(10_000),
  KEY_CALLS_KEPT_DAYS: wholeNumber(1, 3_650).default(90),
});

type Variables = z.output<typeof VARIABLES>;

/** Names of all variables, for documents that must list each of them. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES.shape);

/** The configuration from the environment, checked once at start. Values that may hold a password are `Secret`s. */
export interface Config {
  readonly nodeEnv: Variables["NODE_ENV"];
  readonly port: number;
  readonly host: string;
  /** Absolute folder of the embedded Postgres, files, mails and the generated secret. */
  readonly dataDir: string;
  /** Absent: the embedded Postgres. */
  readonly databaseUrl: Secret | undefined;
  /** Most connections of this process to the database; absent: the default of its role. */
  readonly databaseConnections: number | undefined;
  /** Absent: events in Postgres. */
  readonly eventStoreUrl: Secret | undefined;
  /** Absent: Agenda on Postgres. */
  readonly mongodbUrl: Secret | undefined;
  /** Absent: uploads, images and Parquet files in folders of `dataDir`. */
  readonly filesUrl: Secret | undefined;
  /** Absent: mails as files in `dataDir/mail`. */
  readonly smtpUrl: Secret | undefined;
  /** Whether /outbox shows mails that are files. */
  readonly outbox: boolean;
  /** Public origin, without a slash at the end. */
  readonly appUrl: string;
  /** Keys are derived from these; the first signs and encrypts, the others still verify and decrypt. */
  readonly appSecrets: readonly [Secret, ...Secret[]];
  /** In lower case. */
  readonly adminEmails: readonly string[];
  /** Number of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: number;
  /** Absent: only loopback may read metrics. */
  readonly metricsToken: Secret | undefined;
  /** An OpenTelemetry collector that takes OTLP over HTTP; absent: no traces. */
  readonly tracesUrl: Secret | undefined;
  readonly traced: { readonly service: string; /** Which part of the requests and jobs. */ readonly share: number };
  readonly rateLimits: RateLimitFigures;
  readonly outboundAllow: readonly HostPort[];
  /** Servers that are asked to cosign this log. */
  readonly witnesses: readonly Witness[];
  /** Keys of logs that this server cosigns. */
  readonly witnessedLogs: readonly VerifierKey[];
  readonly role: Variables["ROLE"];
  /** Whether a start brings an older database to this version. */
  readonly migrates: boolean;
  /** `false`: no runs, schedules, mails, webhooks or other calls to the outside, as in a restored copy by default. */
  readonly runs: boolean;
  /** Whether RUNS says so, so that a restored copy is one no more. */
  readonly runsAsked: boolean;
  /** How often a runner looks for jobs by itself; it hears of new ones at once. */
  readonly jobsLookEveryMs: number;
  /** How long a stop goes on serving, and says that it is not ready, before it listens no more. */
  readonly shutdownDelayMs: number;
  /** How long a start waits for engines that do not answer. */
  readonly startTimeoutMs: number;
  readonly contactFormUrl: string | undefined;
  readonly logLevel: Variables["LOG_LEVEL"];
  readonly limits: {
    readonly uploadBytes: number;
    readonly uploadColumns: number;
    readonly uploadCellBytes: number;
    readonly uploadBytesPerDay: number;
    readonly uploadsPerDay: number;
    /** Bytes that must stay free on the disk of `dataDir`. */
    readonly diskMinFreeBytes: number;
    /** Most decoded bytes of one response of a connector's API. */
    readonly responseBytes: number;
    /** A response of a connector's API that sends less per minute is aborted; 0 for no limit. */
    readonly responseBytesPerMinute: number;
    /** How long a client may read nothing of a stream or a file before it is disconnected. */
    readonly streamStallMs: number;
    /** How often the rights behind an answer are looked at again while it goes on. */
    readonly rightsEveryMs: number;
    readonly runTimeoutMs: number;
    /** Runs at the same time, in each process. */
    readonly runSlots: number;
    readonly runSlotsPerUser: number;
    readonly mailFilesKeptDays: number;
    readonly datasetVersionsKept: number;
    readonly pullsKept: number;
    readonly keyCallsKept: number;
    readonly keyCallsKeptDays: number;
  };
}

export type ConfigResult =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Reads the configuration from `env` (an empty value counts as unset). Returns it, or every fault at once, each a
 * sentence for the operator. Makes the data folder and its secret if APP_SECRET is not set.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): ConfigResult {
  const given = valuesOf(env);
  const parsed = VARIABLES.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  faults.push(...contradictions(given));
  if (!parsed.success || faults.length > 0) return { ok: false, faults };

  const dataDir = path.resolve(parsed.data.DATA_DIR);
  const secrets = parsed.data.APP_SECRET ?? secretOf(dataDir);
  if (typeof secrets === "string") return { ok: false, faults: [secrets] };
  return { ok: true, config: toConfig(parsed.data, dataDir, secrets) };
}

/** What is set; an empty value counts as unset. */
export function valuesOf(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => value?.trim())
      .map(([name, value]) => [name, value?.trim()]),
  );
}

/** In seconds. Nobody balances requests between servers that were started on a terminal or by a test. */
function usualShutdownDelay(nodeEnv: Variables["NODE_ENV"]): number {
  return nodeEnv === "test" || process.stdin.isTTY ? 0 : 2;
}

function secretOf(dataDir: string): readonly [Secret] | string {
  const generated = generatedSecret(dataDir, () => clusterHome(dataDir) !== undefined);
  return generated.ok ? [generated.secret] : generated.fault;
}

function toConfig(read: Variables, dataDir: string, appSecrets: Config["appSecrets"]): Config {
  return {
    nodeEnv: read.NODE_ENV,
    port: read.PORT,
    host: read.HOST,
    dataDir,
    databaseUrl: read.DATABASE_URL,
    databaseConnections: read.DATABASE_CONNECTIONS,
    eventStoreUrl: read.EVENTSTORE_URL,
    mongodbUrl: read.MONGODB_URL,
    filesUrl: read.FILES_URL,
    smtpUrl: read.SMTP_URL,
    outbox: read.OUTBOX === "on" && !read.SMTP_URL,
    appUrl: read.APP_URL ?? `http://localhost:${read.PORT}`,
    appSecrets,
    adminEmails: read.ADMIN_EMAILS,
    trustProxy: read.TRUST_PROXY,
    metricsToken: read.METRICS_TOKEN,
    tracesUrl: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    traced: { service: read.OTEL_SERVICE_NAME, share: read.OTEL_TRACES_SAMPLER_ARG },
    rateLimits: read.RATE_LIMITS,
    outboundAllow: read.OUTBOUND_ALLOW,
    witnesses: read.WITNESSES,
    witnessedLogs: read.WITNESSED_LOGS,
    role: read.ROLE,
    migrates: read.ROLE === "all" && read.MIGRATE !== "off",
    runs: read.RUNS === undefined ? !isRestored(dataDir) : read.RUNS === "on",
    runsAsked: read.RUNS === "on",
    jobsLookEveryMs: read.JOBS_POLL_SECONDS * 1_000,
    shutdownDelayMs: (read.SHUTDOWN_DELAY_SECONDS ?? usualShutdownDelay(read.NODE_ENV)) * 1_000,
    startTimeoutMs: read.START_TIMEOUT_SECONDS * 1_000,
    contactFormUrl: read.CONTACT_FORM_URL,
    logLevel: read.LOG_LEVEL,
    limits: {
      uploadBytes: read.UPLOAD_MAX_BYTES,
      uploadColumns: read.UPLOAD_MAX_COLUMNS,
      uploadCellBytes: read.UPLOAD_MAX_CELL_BYTES,
      uploadBytesPerDay: read.UPLOAD_DAILY_BYTES,
      uploadsPerDay: read.UPLOADS_PER_DAY,
      diskMinFreeBytes: read.DISK_MIN_FREE,
      responseBytes: read.RESPONSE_MAX_BYTES,
      responseBytesPerMinute: read.RESPONSE_MIN_BYTES_PER_MINUTE,
      runSlots: read.RUN_SLOTS,
      runSlotsPerUser: read.RUN_SLOTS_PER_USER,
      mailFilesKeptDays: read.MAIL_FILES_KEPT_DAYS,
      streamStallMs: read.STREAM_STALL_SECONDS * 1_000,
      rightsEveryMs: read.RIGHTS_CHECK_SECONDS * 1_000,
      runTimeoutMs: read.RUN_TIMEOUT_MINUTES * 60_000,
      datasetVersionsKept: read.DATASET_VERSIONS_KEPT,
      pullsKept: read.PULLS_KEPT,
      keyCallsKept: read.KEY_CALLS_KEPT,
      keyCallsKeptDays: read.KEY_CALLS_KEPT_DAYS,
    },
  };
}
