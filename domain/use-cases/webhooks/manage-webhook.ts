import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { WebhookDeliveries } from "../../core/webhooks/deliveries.ts";
import {
  type DisabledReason,
  PREVIOUS_SECRET_MS,
  webhookSecretName,
  webhookSecretPrefix,
  webhookUrl,
} from "../../core/webhooks/webhooks.ts";
import { type WebhookRefusal, webhooks, type WebhookSettings } from "../../webhook/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

export type ManageWebhookRefusal =
  | WebhookRefusal
  | { readonly code: "webhook-url-invalid" | "webhook-url-private" | "webhook-item-unknown" | "webhook-made-already" };
type SecretPorts = Pick<Ports, "log" | "vault" | "clock" | "ids"> & {
  readonly deliveries: Pick<WebhookDeliveries, "freshSecret">;
};
type CheckPorts = { readonly deliveries: Pick<WebhookDeliveries, "mayCall" | "mayHear"> };
type Ref = { readonly userId: string; readonly webhookId: string };

/** Makes a webhook. Its secret is stored first, so that no webhook is without one; nobody can read it again. */
export async function createWebhook(
  ports: SecretPorts & CheckPorts,
  { userId, ...asked }: WebhookSettings & { readonly userId: string },
  cause: Cause,
): Promise<Result<{ readonly id: string; readonly secret: string }, ManageWebhookRefusal>> {
  const checked = await checkSettings(ports, userId, asked);
  if (!checked.ok) return checked;
  const { webhookId, secretId, secret } = await storeSecret(ports, { userId, webhookId: ports.ids.fresh() });
  const made = await aggregate(ports.log, webhooks).handle(
    userId,
    { type: "create", ...checked.value, userId, webhookId, secretId },
    step(cause, "create-webhook"),
  );
  const created = made.ok && made.value.some(({ data }) => data.webhookId === webhookId);
  if (!created) {
    await ports.vault.removeAll(userId, webhookSecretPrefix(webhookId));
    return made.ok ? refuse({ code: "webhook-made-already" }) : made;
  }
  return accept({ id: webhookId, secret }, made.position);
}

/** Changes the address, kinds and item of a webhook; what is absent stays. */
export async function changeWebhook(
  ports: Pick<Ports, "log"> & CheckPorts,
  { userId, webhookId, ...asked }: Partial<WebhookSettings> & Ref,
  cause: Cause,
): Promise<Result<null, ManageWebhookRefusal>> {
  const all = aggregate(ports.log, webhooks);
  const before = (await all.load(userId)).get(webhookId);
  if (!before) return refuse({ code: "webhook-unknown" });
  const { url = before.url, kinds = before.kinds, itemId = before.itemId } = asked;
  const checked = await checkSettings(ports, userId, { url, kinds, itemId });
  if (!checked.ok) return checked;
  const command = { type: "change", userId, webhookId, ...checked.value } as const;
  const changed = await all.handle(userId, command, step(cause, "change-webhook"));
  return changed.ok ? accept(null, changed.position) : changed;
}

async function checkSettings(
  { deliveries }: CheckPorts,
  userId: string,
  asked: WebhookSettings,
): Promise<Result<WebhookSettings, ManageWebhookRefusal>> {
  const url = webhookUrl(asked.url);
  if (url === null) return refuse({ code: "webhook-url-invalid" });
  if (!deliveries.mayCall(url)) return refuse({ code: "webhook-url-private" });
  if (asked.itemId !== null && !(await deliveries.mayHear(userId, asked.itemId)))
    return refuse({ code: "webhook-item-unknown" });
  return accept({ ...asked, url });
}

/** Gives a webhook another secret. The one before signs too for a day, so that its receiver can change over. */
export async function rotateWebhookSecret(
  ports: SecretPorts,
  ref: Ref,
  cause: Cause,
): Promise<Result<{ readonly secret: string }, ManageWebhookRefusal>> {
  const all = aggregate(ports.log, webhooks);
  const before = (await all.load(ref.userId)).get(ref.webhookId);
  if (!before) return refuse({ code: "webhook-unknown" });
  const { secretId, secret } = await storeSecret(ports, ref);
  const previousUntil = new Date((await ports.clock.now()).getTime() + PREVIOUS_SECRET_MS).toISOString();
  const rotated = await all.handle(
    ref.userId,
    { type: "rotate-secret", ...ref, secretId, previousUntil },
    step(cause, "rotate-webhook-secret"),
  );
  const made = rotated.ok && rotated.value.some(({ data }) => "secretId" in data && data.secretId === secretId);
  if (!made) {
    await ports.vault.remove(ref.userId, webhookSecretName(ref.webhookId, secretId));
    return rotated.ok ? refuse({ code: "webhook-made-already" }) : rotated;
  }
  return accept({ secret }, rotated.position);
}

/** Switches a webhook off for the reason given: nothing is sent until it is on again. */
export async function disableWebhook(
  ports: Pick<Ports, "log">,
  { reason, ...ref }: Ref & { readonly reason: DisabledReason },
  cause: Cause,
): Promise<Result<null, ManageWebhookRefusal>> {
  const command = { type: "disable", ...ref, reason } as const;
  const disabled = await aggregate(ports.log, webhooks).handle(ref.userId, command, step(cause, "disable-webhook"));
  return disabled.ok ? accept(null, disabled.position) : disabled;
}

/** Switches a webhook on again, with three days to fail anew. */
export async function enableWebhook(
  ports: Pick<Ports, "log"> & { readonly deliveries: Pick<WebhookDeliveries, "forgetFailures"> },
  ref: Ref,
  cause: Cause,
): Promise<Result<null, ManageWebhookRefusal>> {
  const command = { type: "enable", ...ref } as const;
  const enabled = await aggregate(ports.log, webhooks).handle(ref.userId, command, step(cause, "enable-webhook"));
  if (!enabled.ok) return enabled;
  await ports.deliveries.forgetFailures(ref);
  return accept(null, enabled.position);
}

/** Deletes a webhook and its secrets: nothing is sent any more. */
export async function deleteWebhook(
  ports: Pick<Ports, "log" | "vault">,
  ref: Ref,
  cause: Cause,
): Promise<Result<null, ManageWebhookRefusal>> {
  const all = aggregate(ports.log, webhooks);
  const deleted = await all.handle(ref.userId, { type: "delete", ...ref }, step(cause, "delete-webhook"));
  if (!deleted.ok) return deleted;
  await ports.vault.removeAll(ref.userId, webhookSecretPrefix(ref.webhookId));
  return accept(null, deleted.position);
}

async function storeSecret({ vault, ids, deliveries }: SecretPorts, { userId, webhookId }: Ref) {
  const secretId = ids.fresh();
  const secret = deliveries.freshSecret();
  await vault.put(userId, webhookSecretName(webhookId, secretId), secret);
  return { webhookId, secretId, secret };
}
