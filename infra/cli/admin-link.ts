import { Kysely, PostgresDialect } from "kysely";
import { openQueries } from "#projections/all.ts";
import { oneTimeTokens } from "../identity/tokens/one-time-tokens.ts";
import { type Installation, runTool } from "./open-installation.ts";

/**
 * `npm run admin-link [-- <email>]`: prints a link by which an admin sets a new password, for 24 hours and once. Without an
 * address: of the only admin. Links that were printed before end.
 */
const USAGE = "Usage: npm run admin-link [-- <email of an admin>]";
const DAY_MS = 86_400_000;

const [asked, ...rest] = process.argv.slice(2);
if (rest.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else await runTool((installation) => printLink(installation, asked?.trim().toLowerCase()));

async function printLink({ pool, config }: Installation, email: string | undefined): Promise<number> {
  const { users } = openQueries(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  const admins = await users.withRole("admin");
  const found = email === undefined ? admins : admins.filter((each) => each.email.toLowerCase() === email);
  const [admin] = found;
  if (!admin) {
    console.error(email === undefined ? "There is no admin. Set ADMIN_EMAILS and register." : `${email} is no admin.`);
    return 1;
  }
  if (found.length > 1) {
    console.error(`There are several admins: ${found.map((each) => each.email).join(", ")}. Name one.\n${USAGE}`);
    return 2;
  }
  const tokens = oneTimeTokens(pool);
  await tokens.revokeAll(admin.id, "reset-password");
  const token = await tokens.issue("reset-password", admin.id, {}, DAY_MS);
  console.log(
    `Set a new password of ${admin.email}, once, within 24 hours:\n  ${config.appUrl}/reset-password/${token}`,
  );
  return 0;
}
