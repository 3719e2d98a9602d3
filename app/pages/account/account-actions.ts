import { data } from "@remix-run/node";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import { PLANS } from "#domain/user/plan.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { deleteKey, makeApiKey, renameKeys } from "../../account/api-key-calls.ts";
import { choosePlan } from "../../account/choose-plan.ts";
import { changeOwnEmail, changeOwnPassword, checkNewAddress, renameViewer } from "../../account/profile-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectWithMessage, refusedForm, text } from "../../http/forms/page.ts";
import type { AppContext } from "../../platform.ts";
import { KEY_NAME } from "./keys/key-name-field.ts";
import { actOnWebhooks } from "./webhooks/webhook-actions.ts";

type Asked = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly form: FormData;
  readonly cause: Cause;
};

const DAY_MS = 86_400_000;
const at = (tab: string) => `/account?tab=${tab}`;
const { success, error } = redirectWithMessage;

/** Does what a form of the account page asks for, with the same calls as the API. */
export async function actOnAccount(context: AppContext, viewer: UserRow, form: FormData) {
  const asked = { context, viewer, form, cause: causeOf(context) };
  switch (text(form, "intent")) {
    case "rename":
      return rename(asked);
    case "ask-email":
      return askForPassword(asked);
    case "change-email":
      return changeEmail(asked);
    case "change-password":
      return changePassword(asked);
    case "end-session":
      return endSession(asked);
    case "create-key":
      return createKey(asked);
    case "save-keys":
      return saveKeys(asked);
    case "delete-key":
      return removeKey(asked);
    case "choose-plan":
      return choose(asked);
    default:
      return actOnWebhooks(asked);
  }
}

async function rename({ context, viewer, form, cause }: Asked) {
  const renamed = await renameViewer(context.platform, text(form, "name"), viewer, cause);
  return renamed.ok ? success("/account", "Profile updated") : refusedForm(renamed, form);
}

/** The first step of a new address: the page asks for the password next. */
async function askForPassword({ viewer, form }: Asked) {
  const checked = checkNewAddress(text(form, "new_email"), viewer);
  return checked.ok ? data({ confirm: checked.value }) : refusedForm(checked, form);
}

async function changeEmail({ context, viewer, form }: Asked) {
  const input = { email: text(form, "new_email"), password: text(form, "password") };
  const asked = await changeOwnEmail(context, input, viewer);
  return asked.ok ? success("/account", asked.value) : refusedForm(asked, form);
}

async function changePassword({ context, viewer, form, cause }: Asked) {
  const keepKeys = text(form, "keep_keys") !== "";
  const typed = { intent: "change-password", keep_keys: keepKeys ? "yes" : "" };
  const newPassword = text(form, "password");
  if (newPassword !== text(form, "confirm")) return refusedForm(refuse("new-passwords-differ"), typed);
  const passwords = { oldPassword: text(form, "old_password"), newPassword, keepKeys };
  const changed = await changeOwnPassword(context, passwords, viewer, cause);
  return changed.ok ? success(at("security"), changed.value) : refusedForm(changed, typed);
}

async function endSession({ context, viewer, form }: Asked) {
  const ended = await context.platform.userSessions.endOf(viewer.id, text(form, "session"));
  return ended
    ? success(at("security"), "The session was ended.")
    : error(at("security"), "This session had ended already.");
}

/** The new key is in this answer only, so it is no redirect. */
async function createKey({ context, viewer, form, cause }: Asked) {
  const days = Number(text(form, "expires"));
  const now = await context.platform.ports.clock.now();
  const expiresAt = days > 0 ? new Date(now.getTime() + days * DAY_MS) : null;
  const made = await makeApiKey(
    context,
    { ...keyAsked(form), expiresAt, password: text(form, "password") },
    viewer,
    cause,
  );
  return made.ok ? data({ made: made.value }) : refusedForm(made, form);
}

/** With nothing ticked the key opens all that its user can use. */
function keyAsked(form: FormData) {
  const chosen = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const [tables, connectors] = [chosen("tables"), chosen("connectors")];
  return {
    name: text(form, "name"),
    scopes: SCOPES.filter((scope) => form.getAll("scopes").includes(scope)),
    ...(tables.length + connectors.length > 0 ? { tables, connectors } : {}),
  };
}

async function saveKeys({ context, viewer, form, cause }: Asked) {
  const names = new Map(
    [...form.keys()]
      .filter((field) => field.startsWith(KEY_NAME))
      .map((field) => [field.replace(KEY_NAME, ""), text(form, field)] as const),
  );
  const saved = await renameKeys(context.platform, names, viewer, cause);
  if (saved.ok) return success(at("api-keys"), "API keys saved");
  return refusedForm({ ...saved, field: saved.field === null ? null : KEY_NAME + saved.field }, form);
}

async function removeKey({ context, viewer, form, cause }: Asked) {
  const deleted = await deleteKey(context.platform, text(form, "key_id"), viewer, cause);
  return deleted.ok ? success(at("api-keys"), "Key deleted") : error(at("api-keys"), deleted.error);
}

async function choose({ context, viewer, form, cause }: Asked) {
  const chosen = await choosePlan(context.platform, Number(text(form, "plan")), viewer, cause);
  if (!chosen.ok) return refusedForm(chosen, form);
  return success(at("plan"), `${PLANS[chosen.value].name} plan activated. We hope you enjoy your benefits!`);
}
