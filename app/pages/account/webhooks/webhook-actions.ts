import { data } from "@remix-run/node";
import { WEBHOOK_KINDS } from "#domain/core/webhooks/webhooks.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse } from "../../../http/call-result.ts";
import { redirectWithMessage, refusedForm, text } from "../../../http/forms/page.ts";
import type { AppContext } from "../../../platform.ts";
import {
  changeSettings,
  makeWebhook,
  removeWebhook,
  rotateSecret,
  sendAgain,
  sendTest,
  switchOn,
} from "../../../webhooks/webhook-calls.ts";

type Asked = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly form: FormData;
  readonly cause: Cause;
};

const LIST = "/account?tab=webhooks";
const { success, error } = redirectWithMessage;

/** Does what a form of the tab of webhooks asks for, with the same calls as the API. */
export async function actOnWebhooks({ context, viewer, form, cause }: Asked) {
  const { platform } = context;
  const password = text(form, "password");
  const id = text(form, "webhook");
  const here = `${LIST}&webhook=${encodeURIComponent(id)}`;
  const back = (result: CallResult<unknown>, said: string, to = here) =>
    result.ok ? success(to, said) : error(LIST, result.error);
  switch (text(form, "intent")) {
    case "create-webhook": {
      const made = await makeWebhook(context, { ...settingsOf(form), password }, viewer, cause);
      // The secret is in this answer only, so it is no redirect.
      return made.ok ? data({ secret: secretShown(made.value) }) : refusedForm(made, form);
    }
    case "change-webhook": {
      const changed = await changeSettings(context, { id, ...settingsOf(form), password }, viewer, cause);
      return changed.ok ? success(here, "Webhook changed") : refusedForm(changed, form);
    }
    case "rotate-webhook-secret": {
      const rotated = await rotateSecret(context, { id, password }, viewer, cause);
      if (rotated.ok) return data({ secret: secretShown(rotated.value) });
      return rotated.field === "password" ? refusedForm(rotated, form) : error(LIST, rotated.error);
    }
    case "enable-webhook": {
      const on = await switchOn(context, { id, enabled: true, password }, viewer, cause);
      return !on.ok && on.field === "password" ? refusedForm(on, form) : back(on, "Webhook switched on");
    }
    case "disable-webhook":
      return back(await switchOn(context, { id, enabled: false }, viewer, cause), "Webhook switched off");
    case "test-webhook":
      return back(await sendTest(platform, id, viewer), "The test is queued.");
    case "send-again":
      return back(
        await sendAgain(platform, { id, deliveryId: text(form, "delivery") }, viewer),
        "The delivery is queued.",
      );
    case "delete-webhook":
      return back(await removeWebhook(platform, id, viewer, cause), "Webhook deleted", LIST);
    default:
      return error("/account", refuse("form-unknown").error);
  }
}

function settingsOf(form: FormData) {
  const chosen = form.getAll("kinds");
  return {
    url: text(form, "url"),
    kinds: WEBHOOK_KINDS.filter((kind) => chosen.includes(kind)),
    itemId: text(form, "item_id") || null,
  };
}

/** A secret that was just made. */
export type MadeSecret = { readonly webhookId: string; readonly url: string; readonly secret: string };

const secretShown = ({
  webhook: { id: webhookId, url },
  secret,
}: {
  readonly webhook: { readonly id: string; readonly url: string };
  readonly secret: string;
}): MadeSecret => ({ webhookId, url, secret });
