import type { Delivery } from "#domain/core/webhooks/deliveries.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  rotateWebhookSecret,
} from "#domain/use-cases/webhooks/manage-webhook.ts";
import type { WebhookSettings } from "#domain/webhook/decider.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { WebhookRow } from "#projections/webhooks/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../http/call-result.ts";
import { freshLoginNeeded } from "../account/fresh-login.ts";
import type { AppContext, Platform } from "../platform.ts";

/** The password that confirms a change, if the login is not fresh. */
type Confirmed = { readonly password?: string | undefined };

/** Makes a webhook. Its secret is shown this once. */
export async function makeWebhook(
  context: AppContext,
  { password, ...settings }: WebhookSettings & Confirmed,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly webhook: WebhookRow; readonly secret: string }>> {
  const refused = await freshLoginNeeded(context, password, viewer);
  if (refused) return refused;
  const { platform } = context;
  const asked = { ...settings, userId: viewer.id };
  const made = await toCallResult(platform, await createWebhook(portsOf(platform), asked, cause));
  if (!made.ok) return made;
  const webhook = await webhookOf(platform, made.value.id, viewer);
  return webhook.ok ? { ok: true, value: { webhook: webhook.value, secret: made.value.secret } } : webhook;
}

/** Changes settings of a webhook; what is absent stays. Another address, or more to send there, is as good as a new webhook. */
export async function changeSettings(
  context: AppContext,
  { id, password, ...settings }: Partial<WebhookSettings> & Confirmed & { readonly id: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<WebhookRow>> {
  const { platform } = context;
  const before = await webhookOf(platform, id, viewer);
  const refused = before.ok ? await freshLoginNeeded(context, password, viewer) : null;
  if (refused) return refused;
  const asked = { ...settings, userId: viewer.id, webhookId: id };
  const changed = await toCallResult(platform, await changeWebhook(portsOf(platform), asked, cause));
  return changed.ok ? webhookOf(platform, id, viewer) : changed;
}

/** Gives a webhook another secret, which is shown this once. */
export async function rotateSecret(
  context: AppContext,
  { id, password }: Confirmed & { readonly id: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly webhook: WebhookRow; readonly secret: string }>> {
  const { platform } = context;
  const known = await webhookOf(platform, id, viewer);
  const refused = known.ok ? await freshLoginNeeded(context, password, viewer) : known;
  if (refused) return refused;
  const asked = { userId: viewer.id, webhookId: id };
  const rotated = await toCallResult(platform, await rotateWebhookSecret(portsOf(platform), asked, cause));
  if (!rotated.ok) return rotated;
  const webhook = await webhookOf(platform, id, viewer);
  return webhook.ok ? { ok: true, value: { webhook: webhook.value, secret: rotated.value.secret } } : webhook;
}

/** Switches a webhook on or off. One that is on again sends as a new one would; nobody is asked when it is switched off. */
export async function switchOn(
  context: AppContext,
  { id, enabled, password }: Confirmed & { readonly id: string; readonly enabled: boolean },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<WebhookRow>> {
  const { platform } = context;
  const before = await webhookOf(platform, id, viewer);
  if (!before.ok) return before;
  const refused = enabled && !before.value.enabled ? await freshLoginNeeded(context, password, viewer) : null;
  if (refused) return refused;
  const ref = { userId: viewer.id, webhookId: id };
  const switched = enabled
    ? await enableWebhook(portsOf(platform), ref, cause)
    : await disableWebhook(platform.ports, { ...ref, reason: "owner" }, cause);
  const done = await toCallResult(platform, switched);
  return done.ok ? webhookOf(platform, id, viewer) : done;
}

/** Deletes a webhook: nothing is sent any more. */
export async function removeWebhook(
  platform: Platform,
  id: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const ref = { userId: viewer.id, webhookId: id };
  return toCallResult(platform, await deleteWebhook(platform.ports, ref, cause));
}

/** One webhook of the viewer. */
export async function webhookOf(platform: Platform, id: string, viewer: UserRow): Promise<CallResult<WebhookRow>> {
  const value = await platform.queries.webhooks.byId(viewer.id, id);
  return value ? { ok: true, value } : NOT_FOUND;
}

/** A page of what was sent to a webhook of the viewer, the newest first. */
export async function deliveriesOf(
  platform: Platform,
  id: string,
  viewer: UserRow,
  range: ListRange,
): Promise<CallResult<CursorPage<Delivery>>> {
  const webhook = await webhookOf(platform, id, viewer);
  if (!webhook.ok) return webhook;
  return { ok: true, value: await platform.webhooks.page({ userId: viewer.id, webhookId: id }, range) };
}

/** Sends a test to a webhook. */
export async function sendTest(platform: Platform, id: string, viewer: UserRow): Promise<CallResult<null>> {
  const webhook = await webhookThatIsOn(platform, id, viewer);
  if (!webhook.ok) return webhook;
  const isQueued = await platform.webhooks.sendTest({ userId: viewer.id, webhookId: id });
  return isQueued ? { ok: true, value: null } : refuse("webhook-tests-waiting");
}

/** Sends a delivery once more. */
export async function sendAgain(
  platform: Platform,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
  viewer: UserRow,
): Promise<CallResult<null>> {
  const webhook = await webhookThatIsOn(platform, id, viewer);
  if (!webhook.ok) return webhook;
  const isQueued = await platform.webhooks.sendAgain({ userId: viewer.id, webhookId: id, deliveryId });
  return isQueued ? { ok: true, value: null } : NOT_FOUND;
}

async function webhookThatIsOn(platform: Platform, id: string, viewer: UserRow): Promise<CallResult<WebhookRow>> {
  const webhook = await webhookOf(platform, id, viewer);
  return webhook.ok && !webhook.value.enabled ? refuse("webhook-off") : webhook;
}

const portsOf = ({ ports, webhooks: deliveries }: Platform) => ({ ...ports, deliveries });
