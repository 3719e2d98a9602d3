import type { UserRow } from "#projections/users/queries.ts";
import { firstOutcome, PAGE_WAIT_MS, publishFrom } from "../../../datasets/address/address-calls.ts";
import { intervalFromForm } from "../../../datasets/address/interval-from-form.ts";
import { refuse } from "../../../http/call-result.ts";
import { causeOf } from "../../../http/cause.ts";
import { redirectTo, redirectWithMessage, refusedForm, text } from "../../../http/forms/page.ts";
import { orFault } from "../../../http/or-fault.ts";
import { readLoadSettings } from "../../../http/upload/settings/load-settings-fields.ts";
import { cardFromForm } from "../../../items/card-from-form.ts";
import type { AppContext } from "../../../platform.ts";

/** Publishes the file at an address as a dataset and opens it, or the page of its load if that takes long. */
export async function publishFromForm(context: AppContext, viewer: UserRow, form: FormData) {
  const url = text(form, "url").trim();
  const card = cardFromForm(form);
  if (card.title === "") return refusedForm(refuse("dataset-title-missing"), form);
  const typed = intervalFromForm(form);
  if (!typed.ok) return refusedForm(typed, form);
  const read = readLoadSettings((name) => text(form, name));
  if (!read.ok) return refusedForm(read, form);
  const asked = {
    url,
    interval: typed.minutes,
    settings: read.settings,
    card: { ...card, category: card.category || "Other" },
  };
  const published = await orFault(context, "Publish failed", () =>
    publishFrom(context.platform, asked, viewer, causeOf(context)),
  );
  if (!published.ok) return refusedForm(published, form);
  const { datasetId } = published.value;
  const outcome = await firstOutcome(context.platform, datasetId, viewer, PAGE_WAIT_MS, causeOf(context));
  if (outcome === null) return redirectTo(`/upload/job/${datasetId}`);
  return outcome === "ready"
    ? redirectWithMessage.success(`/dataset_profile/${datasetId}`, "The rows can be read now.")
    : refusedForm(outcome, form);
}
