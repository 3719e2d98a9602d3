import type { DisabledReason, WebhookKind } from "#domain/core/webhooks/webhooks.ts";
import { projection } from "../projection.ts";
import { boolean, type DatabaseOf, nullable, table, text, texts, time } from "../table.ts";

const tables = {
  webhooks: table(
    {
      id: text(),
      userId: text(),
      url: text(),
      kinds: texts<WebhookKind>(),
      /** The only dataset or connection that it tells of. */
      itemId: nullable(text()),
      /** Names of secrets in the vault; the previous one signs too until then. */
      secretId: text(),
      previousSecretId: nullable(text()),
      previousUntil: nullable(time()),
      enabled: boolean(),
      disabledReason: nullable(text<DisabledReason>()),
      createdAt: time(),
    },
    { key: ["id"], indexes: [{ on: ["userId", "createdAt", "id"] }] },
  ),
};
export type WebhooksTables = DatabaseOf<typeof tables>;

/** The webhooks of each user, for their page and for those who send. */
export const webhooks = projection({
  name: "webhooks",
  version: 1,
  tables,
  on: {
    WebhookCreated: (rows, { data: { webhookId: id, ...webhook }, recordedAt: createdAt }) =>
      rows.webhooks.put({
        ...{ id, ...webhook, createdAt, enabled: true },
        ...{ previousSecretId: null, previousUntil: null, disabledReason: null },
      }),
    WebhookChanged: (rows, { data: { webhookId: id, url, kinds, itemId } }) =>
      rows.webhooks.patch({ id }, { url, kinds, itemId }),
    WebhookSecretRotated: (rows, { data: { webhookId: id, secretId, previousUntil } }) =>
      rows.webhooks.patch({ id }, (row) => ({ secretId, previousSecretId: row.secretId, previousUntil })),
    WebhookDisabled: (rows, { data: { webhookId: id, reason: disabledReason } }) =>
      rows.webhooks.patch({ id }, { enabled: false, disabledReason }),
    WebhookEnabled: (rows, { data: { webhookId: id } }) =>
      rows.webhooks.patch({ id }, { enabled: true, disabledReason: null }),
    WebhookDeleted: (rows, { data: { webhookId: id } }) => rows.webhooks.remove({ id }),
    AccountDeleted: (rows, { data: { userId } }) => rows.webhooks.remove({ userId }),
    AccountErased: (rows, { data: { userId } }) => rows.webhooks.remove({ userId }),
  },
});
