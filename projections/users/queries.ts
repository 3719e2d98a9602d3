import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import { users, type UsersTables } from "./projection.ts";

const COLUMNS = ["id", "name", "email", "plan", "roles", "verified", "streamingKeyId"] as const;
export type UserRow = Pick<UsersTables["users"], (typeof COLUMNS)[number]>;

/** SQL of the same row as JSON, for statements that read something else of a user too. `id`: SQL of the user's id. */
export function userRowSql(id: string): string {
  const columns = COLUMNS.map(
    (name) => `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${name}"`,
  );
  return `(SELECT to_json(found) FROM (SELECT ${columns.join(", ")} FROM model_${users.name}.users WHERE id = ${id}) found)`;
}

/** Reads of the users model; `db` is bound to its schema. */
export function usersQueries(db: Kysely<UsersTables>) {
  return {
    async byId(id: string): Promise<UserRow | null> {
      const row = await db.selectFrom("users").select(COLUMNS).where("id", "=", id).executeTakeFirst();
      return row ?? null;
    },
    /** Names and addresses of several users, for lists of shares. */
    async byIds(ids: readonly string[]): Promise<readonly { id: string; name: string; email: string }[]> {
      if (ids.length === 0) return [];
      return db.selectFrom("users").select(["id", "name", "email"]).where("id", "=", anyOf(ids)).execute();
    },
    /** The plan of each of these users. */
    async plansOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await db.selectFrom("users").select(["id", "plan"]).where("id", "=", anyOf(ids)).execute();
      return new Map(rows.map(({ id, plan }) => [id, plan]));
    },
    async withRole(role: string): Promise<readonly { id: string; email: string }[]> {
      return (
        db
          .selectFrom("users")
          .select(["id", "email"])
          .where((where) => where(where.val(role), "=", where.fn.any("roles")))
          // Few users have a role; the index holds only those.
          .where(sql<boolean>`roles <> '{}'`)
          .execute()
      );
    },
  };
}
