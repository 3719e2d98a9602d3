import { pageWithin } from "#domain/core/lists/list-page.ts";
import { MAX_WEBHOOKS } from "#domain/core/webhooks/webhooks.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { WebhookRow } from "#projections/webhooks/queries.ts";
import { pick } from "#domain/core/values/pick.ts";
import { offeredThings, titlesOf } from "../../../account/key-limits.ts";
import { pageNumber, throwNotFound } from "../../../http/forms/page.ts";
import type { AppContext } from "../../../platform.ts";

const DELIVERIES_SHOWN = 20;

/** The viewer's webhooks, and the one that `?webhook=` names with its deliveries. */
export async function webhooksPage({ platform }: AppContext, viewer: UserRow, params: URLSearchParams) {
  const all = await platform.queries.webhooks.pageOf(viewer.id, { limit: MAX_WEBHOOKS, offset: 0 });
  const { tables, connections } = await offeredThings(platform, viewer);
  const asked = params.get("webhook");
  const row = asked === null ? undefined : (all.items.find(({ id }) => id === asked) ?? throwNotFound());
  const itemId = row?.itemId ?? null;
  const named = itemId === null ? null : { tables: [itemId], connectors: [itemId] };
  const titles = new Map([
    ...[...tables, ...connections].map(({ id, title }) => [id, title] as const),
    ...(named ? await titlesOf(platform, viewer, [named]) : []),
  ]);
  if (itemId !== null && !titles.has(itemId)) titles.set(itemId, "Something you can no longer use");
  return {
    now: new Date().toISOString(),
    webhooks: all.items.map(shown),
    hasRoom: all.total < MAX_WEBHOOKS,
    things: [...titles].map(([id, title]) => ({ id, title })),
    open: row ? { ...shown(row), ...(await deliveriesShown(platform, viewer, row.id, pageNumber(params))) } : null,
  };
}

/** What the page shows of a webhook. */
const shown = (row: WebhookRow) =>
  pick(row, ["id", "url", "kinds", "itemId", "enabled", "disabledReason", "previousUntil"]);

async function deliveriesShown(platform: AppContext["platform"], viewer: UserRow, webhookId: string, asked: number) {
  const read = (page: number) =>
    platform.webhooks.page(
      { userId: viewer.id, webhookId },
      { limit: DELIVERIES_SHOWN, offset: (page - 1) * DELIVERIES_SHOWN },
    );
  const found = await read(asked);
  const pages = pageWithin(asked, found.total, DELIVERIES_SHOWN);
  const { items } = pages.page === asked ? found : await read(pages.page);
  return { pages, deliveries: [...items] };
}
