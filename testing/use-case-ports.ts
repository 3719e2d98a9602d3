import { legacyEncoding } from "#infra/tables/csv/encoding/legacy-encoding.ts";
import type { Pool } from "pg";
import { afterAll } from "vitest";
import { createSnapshotStore, snapshotMigrations } from "#infra/beside-log/snapshot-store.ts";
import { runClaimMigrations } from "#infra/beside-log/runs/run-claim-migrations.ts";
import { createRunClaims } from "#infra/beside-log/runs/run-claims.ts";
import { createTextStore, textMigrations } from "#infra/beside-log/text-store.ts";
import { createHtmlSanitizer } from "#infra/html/html-sanitizer.ts";
import { createDatabaseClock } from "#infra/time/clock.ts";
import { createEventLog } from "#infra/event-store/event-log.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { accessKeys } from "#infra/identity/tokens/access-keys.ts";
import { identityMigrations } from "#infra/identity/migrations.ts";
import { oneTimeTokens } from "#infra/identity/tokens/one-time-tokens.ts";
import { passwordHash } from "#infra/identity/password-hash.ts";
import { sessions } from "#infra/identity/sessions.ts";
import { digest } from "#infra/vault/digest.ts";
import { createIds } from "#infra/platform/ids.ts";
import { localTime } from "#infra/time/local-time.ts";
import { userMails } from "#infra/mail/user-mails.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { Secret } from "#domain/core/text/secret.ts";
import { user } from "#domain/user/decider.ts";
import type { JobName } from "#domain/core/ports/work-ports.ts";
import type { PlanId } from "#domain/user/plan.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { configPrefix } from "#domain/use-cases/api-access/instance-config.ts";
import { activateConnector } from "#domain/use-cases/connecting/activate-connector.ts";
import { publishConnector } from "#domain/use-cases/authoring/publish-connector.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import type { FreshDatabase } from "./postgres/fresh-database.ts";
import { testDatabase } from "./postgres/test-database.ts";
import { settleLoad } from "./settle-work.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import type { WrittenDraft } from "#domain/use-cases/authoring/draft-text.ts";
import { openDraftOf } from "#domain/use-cases/authoring/open-draft-of.ts";
import { publishDraft } from "#domain/use-cases/authoring/publish-draft.ts";
import { saveDraft } from "#domain/use-cases/authoring/save-draft.ts";
import { beginSignUp } from "#domain/use-cases/accounts/begin-sign-up.ts";
import { finishSignUp } from "#domain/use-cases/accounts/finish-sign-up.ts";
import { registerVerified } from "#domain/use-cases/accounts/register-verified.ts";
import type { Result } from "#domain/core/result.ts";

/** The tables that the ports below need. */
export const processMigrations = [
  ...logMigrations,
  ...vaultMigrations,
  ...identityMigrations,
  ...textMigrations,
  ...snapshotMigrations,
  ...runClaimMigrations,
];

/** The real ports of use cases over one test database; mails are recorded in `sent`. */
export async function processPorts(pool: Pool) {
  await migrate(pool, processMigrations);
  return portsOver(pool);
}

/** The same over an existing database, for example a product's. */
export async function portsOver(pool: Pool, secret = "a secret of the process tests, 32 or more characters") {
  const secrets = [new Secret(secret)] as const;
  const vault = createVault({ pool, masterSecrets: secrets });
  const store = createPostgresEventStore({ pool, log: { warn: () => undefined } });
  const ids = createIds();
  const sent: { to: string; subject: string; text: string }[] = [];
  const woken: string[] = [];
  const send = (mail: { to: string; subject: string; text: string }) => Promise.resolve(void sent.push(mail));
  return {
    store,
    log: createEventLog({
      store,
      catalog: allEvents,
      vault,
      snapshots: createSnapshotStore(pool, { warn: () => undefined }),
    }),
    runs: createRunClaims(pool),
    clock: createDatabaseClock(pool),
    ids,
    vault,
    passwords: passwordHash({ pepper: await vault.fingerprint("pepper", "passwords"), cost: 4 }),
    tokens: oneTimeTokens(pool),
    sessions: sessions({ pool, secrets, issuer: "http://localhost:3000" }),
    accessKeys: accessKeys(pool, ids),
    texts: createTextStore(pool),
    html: createHtmlSanitizer(),
    mails: userMails({ send }, "http://localhost:3000"),
    adminEmails: [] as string[],
    sent,
    jobs: { wake: async (job: JobName, id: string): Promise<void> => void woken.push(`${job} ${id}`) },
    woken,
    /** Uploads are recorded here without a file. */
    keepFile: () => Promise.resolve(),
    userAgent: "Tributary/test",
    encodingOf: (sample: Uint8Array) => legacyEncoding(Buffer.from(sample)).encoding,
    time: localTime,
    digest,
  };
}

export type ProcessPorts = Awaited<ReturnType<typeof processPorts>>;

/** The ports over a new database for one test file: `const { db, ports } = await useCasePorts()`. Both are closed after its last test. */
export async function useCasePorts(): Promise<{ readonly db: FreshDatabase; readonly ports: ProcessPorts }> {
  const db = await testDatabase();
  const ports = await processPorts(db.pool);
  afterAll(async () => {
    await ports.store.close();
    await db.drop();
  });
  return { db, ports };
}

/** A new cause, or the same one again for the same id. */
export function causeOf(commandId?: string): Cause {
  return {
    actor: { kind: "system", name: "test" },
    commandId: commandId ?? crypto.randomUUID(),
    correlationId: "test",
    fresh: commandId === undefined,
  };
}

/** The value of a use case that must succeed here. */
export async function valueOf<T>(outcome: Promise<Result<T, { readonly code: string }>>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(JSON.stringify(settled.refusal));
  return settled.value;
}

/** The client address of the people in these tests. */
export const CLIENT = "203.0.113.7";

/** A whole registration: the answer, and the work after it. */
export async function signUp(
  ports: ProcessPorts,
  input: { readonly name: string; readonly email: string; readonly password: string },
  cause: Cause,
) {
  const begun = await beginSignUp(ports, { ...input, client: CLIENT }, cause);
  if (begun.ok) await finishSignUp(ports, begun.value, cause);
  return begun;
}

/** A new user with a verified address: `<name>@example.org` for a name, else a unique one. */
export async function person(ports: ProcessPorts, name?: string): Promise<string> {
  const userId = ports.ids.fresh();
  const email = `${name?.toLowerCase() ?? userId}@example.org`;
  if (!(await registerVerified(ports, { userId, name: name ?? `Person ${userId}`, email }, causeOf())))
    throw new Error(`${email} is taken`);
  return userId;
}

/** Changes a user's plan. */
export async function choosePlan(ports: ProcessPorts, userId: string, plan: PlanId): Promise<void> {
  await aggregate(ports.log, user).handle(
    userId,
    { type: "choose-plan", userId, plan },
    step(causeOf(), "choose-plan"),
  );
}

/** The first version of a new public connector; its id is also the lineage's. */
export async function publishedConnector(ports: ProcessPorts, definition: object, author: string): Promise<string> {
  const card = { title: "Weather", description: "", category: "API", apiDocUrl: null, isPublic: true };
  return (await valueOf(publishConnector(ports, { ...card, definition, by: author }, causeOf()))).rootId;
}

/** Connects a user to the first version of a lineage; the id of the instance. */
export async function activated(
  ports: ProcessPorts,
  rootId: string,
  changes: Parameters<typeof activateConnector>[1]["changes"],
  by: string,
): Promise<string> {
  return (await valueOf(activateConnector(ports, { rootId, connectorId: rootId, changes, by }, causeOf()))).instanceId;
}

/** How many versions of an instance's values the vault keeps. */
export async function storedConfigs(pool: Pool, instanceId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from vault.secrets where starts_with(name, $1)",
    [configPrefix(instanceId)],
  );
  return rows[0]?.count ?? -1;
}

/** The id of the version published from a draft of `connectorId` with these changes. */
export async function nextVersion(
  ports: ProcessPorts,
  of: { readonly rootId: string; readonly connectorId: string },
  written: Partial<WrittenDraft>,
  by: string,
): Promise<string> {
  const { draftId } = await valueOf(openDraftOf(ports, { ...of, by }, causeOf()));
  await valueOf(saveDraft(ports, { draftId, written, by }, causeOf()));
  return (await valueOf(publishDraft(ports, { draftId, by }, causeOf()))).connectorId;
}

const CARD = {
  ...{ title: "Rivers", description: "", category: "Other", keywords: ["river"], license: "none", onRequest: false },
  fileName: "rivers.csv",
};

/** A dataset whose rows were loaded. */
export async function datasetWithRows(ports: ProcessPorts, owner: string, isPublic = true): Promise<string> {
  const datasetId = ports.ids.fresh();
  await valueOf(uploadDataset(ports, { ...CARD, isPublic, datasetId, by: owner }, causeOf()));
  const column = { name: "level", label: "Level", type: "bigint" as const };
  const table = { physical: `t_${datasetId}`, columns: [column], rows: 1, contentHash: "0" };
  await valueOf(settleLoad(ports, datasetId, { table, rejected: 0 }, causeOf()));
  return datasetId;
}
