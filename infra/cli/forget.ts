import { aggregate } from "#domain/core/aggregate.ts";
import { user } from "#domain/user/decider.ts";
import { emailReservation, holderOf } from "#domain/use-cases/accounts/reservations.ts";
import { deleteAccount } from "#domain/use-cases/leaving/delete-account.ts";
import { openQueries } from "#projections/all.ts";
import { Kysely, PostgresDialect } from "kysely";
import { sessions } from "../identity/sessions.ts";
import { accessKeys } from "../identity/tokens/access-keys.ts";
import { oneTimeTokens } from "../identity/tokens/one-time-tokens.ts";
import { createAgendaJobs } from "../jobs/agenda-jobs.ts";
import { openNotifications } from "../postgres/notifications.ts";
import { createDatabaseClock } from "../time/clock.ts";
import { openDatabaseTime } from "../time/database-time.ts";
import { createIds } from "../platform/ids.ts";
import { createVault } from "../vault/vault.ts";
import { type Installation, runTool } from "./open-installation.ts";

/**
 * `npm run forget -- <email or user id>`: deletes an account as its user would. Sessions and keys end at once; a runner
 * erases the rest, or the next start if none runs.
 */
const USAGE = "Usage: npm run forget -- <email or user id>";
const SAYS = {
  "user-unknown": "There is no account with this address or id.",
  "user-already-registered": "There is no account with this address or id.",
  "last-admin": "This is the last admin. Make somebody else an admin first.",
} as const;
const STOP_WITHIN_MS = 5_000;

const [asked, ...rest] = process.argv.slice(2);
if (asked === undefined || rest.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else await runTool((installation) => forget(installation, asked));

async function forget({ pool, events: log, config, log: lines }: Installation, who: string): Promise<number> {
  const ids = createIds();
  const vault = createVault({ pool, masterSecrets: config.appSecrets });
  const clock = createDatabaseClock(pool);
  const { users } = openQueries(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  const time = await openDatabaseTime(pool);
  const jobs = await createAgendaJobs({
    ...{ pool, mongodbUrl: config.mongodbUrl?.reveal() ?? null, log: lines },
    ...{ notifications: openNotifications(pool, lines), lookEveryMs: config.jobsLookEveryMs, time },
  });
  const id = ids.fresh();
  const ports = {
    log,
    jobs,
    adminEmails: config.adminEmails,
    adminIds: async () => (await users.withRole("admin")).map((admin) => admin.id),
    sessions: sessions({ pool, secrets: config.appSecrets, issuer: config.appUrl }),
    tokens: oneTimeTokens(pool),
    accessKeys: accessKeys(pool, ids),
  };
  try {
    const { holder } = await holderOf(
      { log, vault, clock },
      await emailReservation({ vault }, who.trim().toLowerCase()),
    );
    const userId = holder ?? who;
    const known = await aggregate(log, user).load(userId);
    const cause = { actor: { kind: "system", name: "command-line" }, commandId: id, correlationId: id } as const;
    const deleted = await deleteAccount(ports, userId, cause);
    if (!deleted.ok) {
      console.error(SAYS[deleted.refusal.code]);
      return 1;
    }
    console.log(
      known.status === "absent" && known.deleted === "erased"
        ? "This account was deleted and erased before."
        : `The account ${userId} is deleted. A running server erases what it has left; if none runs, the next start does.`,
    );
    return 0;
  } finally {
    time.stop();
    await jobs.stop(STOP_WITHIN_MS);
  }
}
