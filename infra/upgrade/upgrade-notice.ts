import { formatSize } from "#domain/core/text/counted.ts";
import type { SchemaState } from "../postgres/migrations.ts";

export type Surroundings = {
  /** Other processes of Tributary that serve this database now. */
  readonly others: number;
  /** Bytes of the tables that are changed. */
  readonly bytes: number;
  /** Free bytes of the disk of the database; null if it is on a server elsewhere. */
  readonly free: number | null;
};

/** Whether the version that made this database cannot be started on it after these steps. */
export function closesTheDoor({ due, breaking, isLenient, isEmpty }: SchemaState): boolean {
  return !isEmpty && due.length > 0 && (!isLenient || breaking.length > 0);
}

/** What is told before steps are made on a database with data, a sentence or command in each line. */
export function upgradeNotice(state: SchemaState, { others, bytes, free }: Surroundings): readonly string[] {
  const { due, last } = state;
  const by = last?.by ? ` by version ${last.by}` : " by an earlier version";
  const when = last ? ` on ${last.at.toISOString().slice(0, 10)} (${last.id})` : "";
  const room = free === null ? "" : `; ${formatSize(free)} are free`;
  return [
    `The database was last migrated${by}${when}. This version makes ${due.length === 1 ? "1 migration" : `${due.length} migrations`}:`,
    ...due.map(
      ({ id, contract }) =>
        `  ${id}${contract ? ` (versions that do not know ${contract.since} cannot be started afterwards)` : ""}`,
    ),
    ...(bytes > 0
      ? [`They change tables of ${formatSize(bytes)} and may need as much room again meanwhile${room}.`]
      : []),
    ...othersNotice(others, closesTheDoor(state)),
    ...(closesTheDoor(state)
      ? [
          "This is a point of no return: the version before cannot be started on this database afterwards, and only a backup that is made now leads back:",
          "  npm run backup -- <new folder>",
          "and back again, with the version before: npm run restore -- <folder>",
        ]
      : ["The version before works with them: it can be started again."]),
  ];
}

function othersNotice(others: number, isDoor: boolean): readonly string[] {
  if (others === 0) return [];
  const who = others === 1 ? "1 other process serves" : `${others} other processes serve`;
  return [
    isDoor
      ? `${who} this database: stop them first if they are of an earlier version. They cannot be started again.`
      : `${who} this database and may go on.`,
  ];
}

/** Why these steps are not made now; null: they may be. */
export function whyNotNow({ due, isEmpty }: SchemaState, others: number): string | null {
  const breaking = isEmpty ? undefined : due.find(({ contract }) => contract !== undefined);
  if (!breaking || others === 0) return null;
  const who = others === 1 ? "1 process" : `${others} processes`;
  return `Migration ${breaking.id} takes away what earlier versions need, and ${who} of Tributary still use${others === 1 ? "s" : ""} this database. Stop all of them, then run npm run migrate.`;
}
