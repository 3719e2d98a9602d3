import { type Kysely, sql } from "kysely";
import type { Role } from "#domain/user/events.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { anyOf } from "../any-of.ts";
import { ascending, descending } from "#domain/core/lists/list-order.ts";
import { pageOf } from "../list-page.ts";
import { users, type UsersTables } from "./projection.ts";

const COLUMNS = ["id", "name", "email", "plan", "roles", "verified", "streamingKeyId"] as const;
export type UserRow = Pick<UsersTables["users"], (typeof COLUMNS)[number]>;
export type ListedUser = UserRow & Pick<UsersTables["users"], "createdAt">;

/** Which users a list shows. `search`: empty for all; `role`: null for all. */
export type UserFilter = { readonly search: string; readonly role: Role | null };

export type ApiKeyRow = UsersTables["apiKeys"];

/** The newest users first. */
export const NEWEST_USERS = descending({ createdAt: "time", id: "text" });
/** Keys of a user, the oldest first. */
export const OLDEST_KEYS = ascending({ createdAt: "time", id: "text" });

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
    /** A page of a user's account API keys, oldest first. */
    async apiKeysOf(userId: string, range: ListRange): Promise<CursorPage<ApiKeyRow>> {
      return pageOf(db.selectFrom("apiKeys").selectAll().where("userId", "=", userId), OLDEST_KEYS, range);
    },
    async apiKeyById(userId: string, id: string): Promise<ApiKeyRow | null> {
      const found = db.selectFrom("apiKeys").selectAll().where("id", "=", id).where("userId", "=", userId);
      return (await found.executeTakeFirst()) ?? null;
    },
    /**
     * A page of the users whose name or address contains the text, the newest first. A text of one or two characters is
     * looked for at the start of names and addresses.
     */
    async page({ search, role }: UserFilter, range: ListRange): Promise<CursorPage<ListedUser>> {
      const literal = search.replace(/[\\%_]/g, "\\$&");
      const pattern = search.length < 3 ? `${literal}%` : `%${literal}%`;
      const found = db
        .selectFrom("users")
        .select([...COLUMNS, "createdAt"])
        .$if(search !== "", (users) =>
          users.where((where) => where.or([where("name", "ilike", pattern), where("email", "ilike", pattern)])),
        )
        .$if(role !== null, (users) =>
          users
            .where((where) => where(sql<string>`${role}`, "=", where.fn.any("roles")))
            .where(sql<boolean>`roles <> '{}'`),
        );
      if (search !== "" || role !== null) return pageOf(found, NEWEST_USERS, range);
      return pageOf(found, NEWEST_USERS, range, async () => {
        const total = await db.selectFrom("totals").select("count").where("of", "=", "users").executeTakeFirst();
        return total?.count ?? 0;
      });
    },
    /** Deleted accounts whose data is still being erased, the earliest first. */
    async unerased(limit: number): Promise<readonly string[]> {
      const rows = await db.selectFrom("deletions").select("userId").orderBy("deletedAt").limit(limit).execute();
      return rows.map(({ userId }) => userId);
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
