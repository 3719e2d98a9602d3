import type { Generated, Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { UserEvent } from "#domain/user/events.ts";
import type { Projection } from "../projection.ts";

export type UsersTables = {
  users: {
    id: string;
    name: string;
    email: string;
    plan: Generated<number>;
    roles: Generated<string[]>;
    verified: Generated<boolean>;
    streaming_key_id: string | null;
    created_at: string;
  };
};

/** Who the users are, for sessions, authors and the account. */
export const users: Projection<UsersTables> = {
  name: "users",
  version: 1,

  async createTables(db: Kysely<UsersTables>) {
    await db.schema
      .createTable("users")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("plan", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("roles", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
      .addColumn("verified", "boolean", (column) => column.notNull().defaultTo(false))
      .addColumn("streaming_key_id", "text")
      .addColumn("created_at", "timestamptz", (column) => column.notNull())
      .execute();
  },

  async apply(db: Transaction<UsersTables>, logged: LoggedEvent) {
    const event = logged as LoggedEvent<UserEvent>;
    switch (event.type) {
      case "UserRegistered": {
        const { userId: id, name, email } = event.data;
        await db
          .insertInto("users")
          .values({ id, name, email, streaming_key_id: null, created_at: event.recordedAt })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, email }))
          .execute();
        return;
      }
      case "UserVerified":
        await change(db, event.data.userId, { verified: true });
        return;
      case "PlanChosen":
        await change(db, event.data.userId, { plan: event.data.plan });
        return;
      case "RoleGranted":
        await db
          .updateTable("users")
          .set({ roles: sql`array_append(roles, ${event.data.role})` })
          .where("id", "=", event.data.userId)
          .execute();
        return;
      case "StreamingKeyReplaced":
        await change(db, event.data.userId, { streaming_key_id: event.data.keyId });
        return;
      case "PasswordSet":
        return;
    }
  },
};

async function change(
  db: Transaction<UsersTables>,
  id: string,
  values: { verified?: boolean; plan?: number; streaming_key_id?: string },
): Promise<void> {
  await db.updateTable("users").set(values).where("id", "=", id).execute();
}
