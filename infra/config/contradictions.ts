import { isLoopback } from "#domain/core/values/loopback.ts";
import { leastConnections, ROLES } from "../postgres/connection-budget.ts";

/**
 * Rules between variables; checked on the raw values, so that they are reported together with faults of single values.
 */
export function contradictions(given: Readonly<Record<string, unknown>>): string[] {
  const faults: string[] = [];
  if (given["DATABASE_URL"] !== undefined && given["APP_SECRET"] === undefined) {
    faults.push(
      "APP_SECRET must be set when DATABASE_URL is set: every process that shares the database needs the same one.",
    );
  }
  if ((given["ROLE"] ?? "all") !== "all" && given["DATABASE_URL"] === undefined) {
    faults.push(
      "ROLE can only be split into web, follower and runner when DATABASE_URL is set: the embedded Postgres belongs to one process.",
    );
  }
  if (given["MIGRATE"] === "on" && (given["ROLE"] ?? "all") !== "all") {
    faults.push(
      "MIGRATE=on is for ROLE=all: processes of other roles never migrate. Run `npm run migrate` before them.",
    );
  }
  const role = ROLES.find((each) => each === (given["ROLE"] ?? "all"));
  if (role !== undefined && Number(given["DATABASE_CONNECTIONS"]) < leastConnections(role)) {
    faults.push(`DATABASE_CONNECTIONS must be at least ${leastConnections(role)} for the role ${role}.`);
  }
  if (showsMailsToOthers(given)) {
    faults.push(
      "HOST lets other machines in, while APP_URL is this machine and mails are files that /outbox shows: set APP_URL to the public address, SMTP_URL to a mail server, or OUTBOX=off.",
    );
  }
  return faults;
}

/** Whether the server takes requests of others as if it were on a machine of one's own, where everybody may read /outbox. */
function showsMailsToOthers(given: Readonly<Record<string, unknown>>): boolean {
  const { HOST, APP_URL, SMTP_URL, OUTBOX } = given;
  const appUrl = APP_URL === undefined ? null : URL.parse(String(APP_URL));
  const isOwnMachine = APP_URL === undefined || (appUrl !== null && isLoopback(appUrl.hostname));
  const letsOthersIn = HOST !== undefined && !isLoopback(String(HOST));
  return letsOthersIn && isOwnMachine && SMTP_URL === undefined && OUTBOX !== "off";
}
