import { MAX_API_KEYS } from "#domain/api-keys/decider.ts";
import { MAX_WEBHOOKS } from "#domain/core/webhooks/webhooks.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { apiKeysPage, type ListedApiKey } from "../account/api-key-calls.ts";
import type { Platform } from "../platform.ts";

/** What acts for a user without a login. */
export type Programs = {
  readonly apiKeys: readonly Pick<ListedApiKey, "id" | "name" | "publicPart" | "scopes" | "lastUsedAt">[];
  /** null: there is none. */
  readonly streamingKey: { readonly lastUsedAt: string | null } | null;
  /** The addresses of those that are on. */
  readonly webhooks: readonly { readonly id: string; readonly url: string }[];
};

/** The keys and webhooks that another password may end. */
export async function programsOf(platform: Platform, viewer: UserRow): Promise<Programs> {
  const [keys, stored, webhooks] = await Promise.all([
    apiKeysPage(platform, viewer, { limit: MAX_API_KEYS, offset: 0 }),
    platform.ports.accessKeys.listOf(viewer.id),
    platform.queries.webhooks.pageOf(viewer.id, { limit: MAX_WEBHOOKS, offset: 0 }),
  ]);
  const streaming = stored.find(({ id }) => id === viewer.streamingKeyId);
  return {
    apiKeys: keys.items.map(({ id, name, publicPart, scopes, lastUsedAt }) => ({
      ...{ id, name, publicPart, scopes, lastUsedAt },
    })),
    streamingKey: streaming ? { lastUsedAt: streaming.lastUsed?.toISOString() ?? null } : null,
    webhooks: webhooks.items.filter(({ enabled }) => enabled).map(({ id, url }) => ({ id, url })),
  };
}
