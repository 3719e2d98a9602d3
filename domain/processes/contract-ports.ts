import type { Pool } from "pg";
import { createDatabaseClock } from "#infra/clock.ts";
import { createEventLog } from "#infra/event-log.ts";
import { logMigrations } from "#infra/event-store/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres-event-store.ts";
import { accessKeys } from "#infra/identity/access-keys.ts";
import { identityMigrations } from "#infra/identity/migrations.ts";
import { oneTimeTokens } from "#infra/identity/one-time-tokens.ts";
import { passwordHash } from "#infra/identity/password-hash.ts";
import { sessions } from "#infra/identity/sessions.ts";
import { createIds } from "#infra/ids.ts";
import { userMails } from "#infra/mail/user-mails.ts";
import { migrate } from "#infra/migrations.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { Secret } from "../core/secret.ts";
import { allEvents } from "./all-events.ts";
import type { Cause } from "./step.ts";

/** The real ports of processes over one test database; mails are kept in `sent`. */
export async function processPorts(pool: Pool) {
  await migrate(pool, [...logMigrations, ...vaultMigrations, ...identityMigrations]);
  const secrets = [new Secret("a secret of the process tests, 32 or more characters")] as const;
  const vault = createVault({ pool, masterSecrets: secrets });
  const store = createPostgresEventStore({ pool, log: { warn: () => undefined } });
  const ids = createIds();
  const sent: { to: string; subject: string; text: string }[] = [];
  const send = (mail: { to: string; subject: string; text: string }) => Promise.resolve(void sent.push(mail));
  return {
    store,
    log: createEventLog({ store, catalog: allEvents, vault }),
    clock: createDatabaseClock(pool),
    ids,
    vault,
    passwords: passwordHash({ pepper: await vault.fingerprint("pepper", "passwords"), cost: 4 }),
    tokens: oneTimeTokens(pool),
    sessions: sessions({ pool, secrets, issuer: "http://localhost:3000" }),
    accessKeys: accessKeys(pool, ids),
    mails: userMails({ send }, "http://localhost:3000"),
    adminEmails: [] as string[],
    sent,
  };
}

export type ProcessPorts = Awaited<ReturnType<typeof processPorts>>;

/** A cause of its own, or the same one again for the same id. */
export function causeOf(commandId: string = crypto.randomUUID()): Cause {
  return { actor: { kind: "system", name: "test" }, commandId, correlationId: "test" };
}
