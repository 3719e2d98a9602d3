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
    { key: ["id"], indexes: [{ on: ["id"], where: "roles <> '{}'" }] },
  ),
};
export type UsersTables = DatabaseOf<typeof tables>;

/** The users, for sessions, authors and the account. */
export const users = projection({
  name: "users",
  version: 2,
  tables,
  on: {
    UserRegistered(rows, { data: { userId: id, name, email }, recordedAt: createdAt }) {
      if (rows.users.get(id)) rows.users.patch({ id }, { name, email });
      else rows.users.put({ id, name, email, plan: 1, roles: [], verified: false, streamingKeyId: null, createdAt });
    },
    UserVerified: (rows, { data }) => rows.users.patch({ id: data.userId }, { verified: true }),
    PlanChosen: (rows, { data }) => rows.users.patch({ id: data.userId }, { plan: data.plan }),
    RoleGranted: (rows, { data }) =>
      rows.users.patch({ id: data.userId }, ({ roles }) => ({ roles: [...roles, data.role] })),
    StreamingKeyReplaced: (rows, { data }) => rows.users.patch({ id: data.userId }, { streamingKeyId: data.keyId }),
  },
});
