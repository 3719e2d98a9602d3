import type { Aggregate } from "../core/aggregate.ts";
import { type Decision, emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { type DisabledReason, MAX_WEBHOOKS, WEBHOOK_KINDS, type WebhookKind } from "../core/webhooks/webhooks.ts";
import { type WebhookEvent, webhookEvents } from "./events.ts";

type Ref = { readonly userId: string; readonly webhookId: string };
/** `itemId`: the only dataset or connection that it tells of; null: all that its user may see. */
export type WebhookSettings = {
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly itemId: string | null;
};

export type WebhookCommand =
  | ({ readonly type: "create"; readonly secretId: string } & Ref & WebhookSettings)
  | ({ readonly type: "change" } & Ref & WebhookSettings)
  | ({ readonly type: "rotate-secret"; readonly secretId: string; readonly previousUntil: string } & Ref)
  | ({ readonly type: "disable"; readonly reason: DisabledReason } & Ref)
  | ({ readonly type: "enable" } & Ref)
  | ({ readonly type: "delete" } & Ref);

export type WebhookRefusal =
  | { readonly code: "webhook-unknown" }
  | { readonly code: "webhook-kinds-missing" }
  | { readonly code: "webhooks-used-up"; readonly limit: number };

export type WebhookState = WebhookSettings & { readonly enabled: boolean; readonly secretId: string };
export type WebhooksState = ReadonlyMap<string, WebhookState>;

/** The webhooks of one user. */
export const webhooks: Aggregate<string, WebhooksState, WebhookEvent, WebhookCommand, WebhookRefusal> = {
  stream: (userId) => `webhooks-${userId}`,
  events: webhookEvents,
  initialState: new Map(),
  evolve(state, event) {
    const { webhookId } = event.data;
    const changed = (changes: Partial<WebhookState>): WebhooksState => {
      const before = state.get(webhookId);
      return before ? new Map(state).set(webhookId, { ...before, ...changes }) : state;
    };
    switch (event.type) {
      case "WebhookCreated": {
        const { url, kinds, itemId, secretId } = event.data;
        return new Map(state).set(webhookId, { url, kinds, itemId, secretId, enabled: true });
      }
      case "WebhookChanged": {
        const { url, kinds, itemId } = event.data;
        return changed({ url, kinds, itemId });
      }
      case "WebhookSecretRotated":
        return changed({ secretId: event.data.secretId });
      case "WebhookDisabled":
        return changed({ enabled: false });
      case "WebhookEnabled":
        return changed({ enabled: true });
      case "WebhookDeleted":
        return new Map([...state].filter(([id]) => id !== webhookId));
    }
  },
  decide(state, command) {
    if (command.type === "create") return decideCreate(state, command);
    const { userId, webhookId } = command;
    const webhook = state.get(webhookId);
    if (!webhook) return refuse({ code: "webhook-unknown" });
    switch (command.type) {
      case "change": {
        const { url, itemId } = command;
        const kinds = inOrder(command.kinds);
        if (kinds.length === 0) return refuse({ code: "webhook-kinds-missing" });
        const same = url === webhook.url && itemId === webhook.itemId && kinds.join() === webhook.kinds.join();
        return same ? emit() : emit({ type: "WebhookChanged", data: { userId, webhookId, url, kinds, itemId } });
      }
      case "rotate-secret": {
        const { secretId, previousUntil } = command;
        if (secretId === webhook.secretId) return emit();
        return emit({ type: "WebhookSecretRotated", data: { userId, webhookId, secretId, previousUntil } });
      }
      case "disable": {
        const { reason } = command;
        return webhook.enabled ? emit({ type: "WebhookDisabled", data: { userId, webhookId, reason } }) : emit();
      }
      case "enable":
        return webhook.enabled ? emit() : emit({ type: "WebhookEnabled", data: { userId, webhookId } });
      case "delete":
        return emit({ type: "WebhookDeleted", data: { userId, webhookId } });
    }
  },
};

function decideCreate(
  state: WebhooksState,
  command: Extract<WebhookCommand, { type: "create" }>,
): Decision<WebhookEvent, WebhookRefusal> {
  const { userId, webhookId, url, itemId, secretId } = command;
  if (state.has(webhookId)) return emit();
  const kinds = inOrder(command.kinds);
  if (kinds.length === 0) return refuse({ code: "webhook-kinds-missing" });
  if (state.size >= MAX_WEBHOOKS) return refuse({ code: "webhooks-used-up", limit: MAX_WEBHOOKS });
  return emit({ type: "WebhookCreated", data: { userId, webhookId, url, kinds, itemId, secretId } });
}

/** Each kind once, in one order. */
const inOrder = (kinds: readonly WebhookKind[]) => WEBHOOK_KINDS.filter((kind) => kinds.includes(kind));
