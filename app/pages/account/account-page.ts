import { pageWithin } from "#domain/core/lists/list-page.ts";
import { MAX_API_KEYS } from "#domain/api-keys/decider.ts";
import { PLANS } from "#domain/user/plan.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { apiKeysPage } from "../../account/api-key-calls.ts";
import { offeredThings, titlesOf } from "../../account/key-limits.ts";
import { isFreshLogin } from "../../account/fresh-login.ts";
import { usageOf } from "../../account/usage.ts";
import { pageNumber } from "../../http/forms/page.ts";
import type { AppContext } from "../../platform.ts";
import { programsOf } from "../../programs/programs-of.ts";
import { webhooksPage } from "./webhooks/webhooks-page.ts";

const SESSIONS_SHOWN = 20;

/** The tabs, as `?tab=` names them, in their order. */
export const TAB_NAMES = ["account", "security", "api-keys", "webhooks", "plan"] as const;
type TabName = (typeof TAB_NAMES)[number];

/** The data of one tab. */
export type AccountPage = Awaited<ReturnType<typeof accountPage>>;
export type AccountTab<Name extends TabName> = Extract<AccountPage, { tab: Name }>;

/** The tab that an address asks for; the first if it asks for none. */
export function tabOf(params: URLSearchParams): TabName {
  const asked = params.get("tab");
  return TAB_NAMES.find((name) => name === asked) ?? "account";
}

/** One tab of the account page. */
export async function accountPage(context: AppContext, viewer: UserRow, params: URLSearchParams) {
  const tab = tabOf(params);
  const { name, email } = viewer;
  switch (tab) {
    case "account":
      return { tab, id: viewer.id, name, email };
    case "security":
      return {
        ...{ tab, email, programs: await programsOf(context.platform, viewer) },
        ...(await sessionsShown(context, viewer, pageNumber(params))),
      };
    case "api-keys": {
      const { items, total } = await apiKeysPage(context.platform, viewer, { limit: MAX_API_KEYS, offset: 0 });
      const titles = Object.fromEntries(await titlesOf(context.platform, viewer, items));
      const things = await offeredThings(context.platform, viewer);
      const now = new Date().toISOString();
      const needsPassword = !(await isFreshLogin(context));
      return { tab, now, keys: [...items], titles, things, hasRoom: total < MAX_API_KEYS, needsPassword };
    }
    case "webhooks":
      return { tab, ...(await webhooksPage(context, viewer, params)), needsPassword: !(await isFreshLogin(context)) };
    case "plan":
      return { tab, ...(await planShown(context, viewer)) };
  }
}

async function sessionsShown({ platform, session }: AppContext, viewer: UserRow, asked: number) {
  const read = (page: number) =>
    platform.userSessions.listOf(viewer.id, { limit: SESSIONS_SHOWN, offset: (page - 1) * SESSIONS_SHOWN });
  const found = await read(asked);
  const pages = pageWithin(asked, found.total, SESSIONS_SHOWN);
  const { items } = pages.page === asked ? found : await read(pages.page);
  return {
    now: new Date().toISOString(),
    pages,
    sessions: items.map(({ sid, device, created, lastSeen }) => ({
      sid,
      device: device ?? "Unknown device",
      loggedInAt: created.toISOString(),
      lastSeenAt: lastSeen.toISOString(),
      isThis: sid === session?.sid,
    })),
  };
}

async function planShown({ platform }: AppContext, viewer: UserRow) {
  const used = await usageOf(platform, viewer.id);
  return {
    plan: viewer.plan,
    plans: Object.values(PLANS).map((plan) => ({ ...plan })),
    usage: {
      connectors: used.connectors,
      datasets: used.datasets,
      runs: used.runsThisWeek,
      scheduled: used.scheduledRuns,
      resetsAt: used.resetsAt,
    },
  };
}
