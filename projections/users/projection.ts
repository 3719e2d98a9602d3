import type { Scope } from "#domain/core/keys/scopes.ts";
import { projection } from "../projection.ts";
import { boolean, type DatabaseOf, integer, nullable, table, text, texts, time } from "../table.ts";

const tables = {
  users: table(
    {
      id: text(),
      name: text(),
      email: text(),
      plan: integer(),
      roles: texts(),
      verified: boolean(),
      streamingKeyId: nullable(text()),
      createdAt: time(),
    },
    {
      key: ["id"],
      indexes: [
        { on: ["id"], where: "roles <> '{}'" },
        { on: ["createdAt", "id"] },
        { on: ["name"], gin: "gin_trgm_ops" },
        { on: ["email"], gin: "gin_trgm_ops" },
      ],
    },
  ),
  /** Account API keys, also those that have expired. */
  apiKeys: table(
    {
      id: text(),
      userId: text(),
      name: text(),
      prefix: text(),
      lastFour: text(),
      scopes: texts<Scope>(),
      tables: nullable(texts()),
      connectors: nullable(texts()),
      expiresAt: nullable(time()),
      createdAt: time(),
    },
    { key: ["id"], indexes: [{ on: ["userId", "createdAt", "id"] }] },
  ),
  /** Deleted accounts whose data is still being erased. */
  deletions: table(
    { userId: text(), deletedAt: time() },
    { key: ["userId"], indexes: [{ on: ["deletedAt", "userId"] }] },
  ),
  /** One row: how many users there are, so that a list of all need not count them. */
  totals: table({ of: text<"users">(), count: integer() }, { key: ["of"] }),
};
export type UsersTables = DatabaseOf<typeof tables>;

/** The users and their API keys, for sessions, authors and the account. */
export const users = projection({
  name: "users",
  version: 4,
  tables,
  on: {
    UserRegistered(rows, { data: { userId: id, name, email }, recordedAt: createdAt }) {
      if (rows.users.get(id)) return rows.users.patch({ id }, { name, email });
      rows.users.put({ id, name, email, plan: 1, roles: [], verified: false, streamingKeyId: null, createdAt });
      rows.totals.put({ of: "users", count: (rows.totals.get("users")?.count ?? 0) + 1 });
    },
    UserRenamed: (rows, { data }) => rows.users.patch({ id: data.userId }, { name: data.name }),
    EmailChanged: (rows, { data }) => rows.users.patch({ id: data.userId }, { email: data.email }),
    UserVerified: (rows, { data }) => rows.users.patch({ id: data.userId }, { verified: true }),
    PlanChosen: (rows, { data }) => rows.users.patch({ id: data.userId }, { plan: data.plan }),
    RoleGranted: (rows, { data }) =>
      rows.users.patch({ id: data.userId }, ({ roles }) => ({ roles: [...roles, data.role] })),
    RoleRemoved: (rows, { data }) =>
      rows.users.patch({ id: data.userId }, ({ roles }) => ({ roles: roles.filter((role) => role !== data.role) })),
    StreamingKeyReplaced: (rows, { data }) => rows.users.patch({ id: data.userId }, { streamingKeyId: data.keyId }),
    ApiKeyCreated: (rows, { data: { keyId: id, ...key }, recordedAt: createdAt }) =>
      rows.apiKeys.put({ id, ...key, createdAt }),
    ApiKeyRenamed: (rows, { data }) => rows.apiKeys.patch({ id: data.keyId }, { name: data.name }),
    StreamingKeyRemoved: (rows, { data }) => rows.users.patch({ id: data.userId }, { streamingKeyId: null }),
    ApiKeyDeleted: (rows, { data }) => rows.apiKeys.remove({ id: data.keyId }),
    ApiKeysEnded(rows, { data }) {
      for (const id of data.keyIds) rows.apiKeys.remove({ id });
    },
    AccountDeleted(rows, { data: { userId }, recordedAt: deletedAt }) {
      rows.users.remove({ id: userId });
      rows.apiKeys.remove({ userId });
      rows.deletions.put({ userId, deletedAt });
      rows.totals.patch({ of: "users" }, ({ count }) => ({ count: count - 1 }));
    },
    AccountErased: (rows, { data: { userId } }) => rows.deletions.remove({ userId }),
  },
});
