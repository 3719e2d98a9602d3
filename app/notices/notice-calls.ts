import type { NoticeFacts } from "#domain/core/notices.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../platform.ts";
import { formatDate } from "../ui/data/format.ts";
import type { ShownNotice } from "./notice-words.ts";

/** A page of the viewer's notices, the newest first. */
export async function noticesPage(
  platform: Platform,
  viewer: UserRow,
  range: ListRange,
): Promise<CursorPage<ShownNotice>> {
  const { items, ...page } = await platform.notices.page(viewer.id, range);
  const ids = items.flatMap(({ facts }) => ("personId" in facts && facts.personId ? [facts.personId] : []));
  const names = new Map((await platform.queries.users.byIds(ids)).map(({ id, name }) => [id, name]));
  const shown = items.map(({ facts, ...notice }) => ({
    ...notice,
    text: sentenceOf(facts, names),
    path: pathOf(facts),
  }));
  return { ...page, items: shown };
}

function sentenceOf(facts: NoticeFacts, names: ReadonlyMap<string, string>): string {
  switch (facts.what) {
    case "version":
      return `${facts.title} has a new version: v${facts.version}.`;
    case "rows":
      return `${facts.title} has new rows: version ${facts.version}.`;
    case "schema":
      return `The columns of ${facts.title} have changed: ${changesOf(facts)}.`;
    case "taken-down":
      return `An admin has taken ${facts.title} down. You keep your access; it works again when it is restored.`;
    case "restored":
      return `${facts.title} is available again.`;
    case "key-expires":
      return `Your API key ${facts.title} expires on ${formatDate(facts.expiresAt)}.`;
    case "keys-ended":
      return `With your new password these API keys were ended: ${facts.titles.join(", ")}.`;
    case "streaming-key-ended":
      return "With your new password your streaming key was ended. Make another under Manage.";
    case "webhook-off":
      if (facts.reason === "password") return "A webhook of yours was switched off with your new password.";
      return facts.reason === "gone"
        ? "A webhook of yours was switched off: its address answered that it is gone."
        : "A webhook of yours was switched off: its address has failed for three days.";
    case "failed":
      return facts.count === 1
        ? `A run of ${facts.title} has failed.`
        : `${facts.count} runs of ${facts.title} in a row have failed.`;
    case "refresh-failed":
      return facts.count === 1
        ? `A refresh of ${facts.title} has failed. Its rows stay as they were.`
        : `${facts.count} refreshes of ${facts.title} in a row have failed. Its rows stay as they were.`;
    case "requested":
      return `${names.get(facts.personId ?? "") ?? "Somebody"} asks for access to ${facts.title}.`;
    case "approved":
      return `Your request was approved: you have access to ${facts.title}.`;
    case "refused":
      return `Your request for access to ${facts.title} was refused.`;
    case "shared":
      return `${facts.title} was shared with you.`;
    case "removed":
      return `The owner has removed your access to ${facts.title}.`;
    case "ended":
      return `Your access to ${facts.title} has ended.`;
  }
}

function changesOf({ added, removed, changed }: Extract<NoticeFacts, { what: "schema" }>): string {
  return [
    ...(added.length > 0 ? [`added ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(", ")}`] : []),
    ...(changed.length > 0 ? [`another type for ${changed.join(", ")}`] : []),
  ].join("; ");
}

function pathOf(facts: NoticeFacts): string | null {
  switch (facts.what) {
    case "version":
      return `/connector_profile/${facts.connectorId}?tab=versions`;
    case "schema":
    case "restored":
      return facts.path;
    case "key-expires":
    case "keys-ended":
      return "/account?tab=api-keys";
    case "streaming-key-ended":
      return "/manage?tab=stream";
    case "webhook-off":
      return `/account?tab=webhooks&webhook=${facts.webhookId}`;
    case "failed":
      return `/run/${facts.runId}`;
    case "removed":
    case "ended":
    case "taken-down":
      return null;
    case "requested":
      return `/dataset_profile/${facts.datasetId}#requests-title`;
    case "rows":
    case "refresh-failed":
    case "approved":
    case "refused":
    case "shared":
      return `/dataset_profile/${facts.datasetId}`;
  }
}
