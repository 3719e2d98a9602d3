import type { UserRow } from "#projections/users/queries.ts";
import { changeInterval, PAGE_WAIT_MS, refreshNow } from "../../../datasets/address/address-calls.ts";
import { intervalFromForm } from "../../../datasets/address/interval-from-form.ts";
import { causeOf } from "../../../http/cause.ts";
import { redirectTo, redirectWithMessage, refusedButton, refusedForm, text } from "../../../http/forms/page.ts";
import { orFault } from "../../../http/or-fault.ts";
import { versionOutcome } from "../../../http/upload/version/version-outcome.ts";
import type { AppContext } from "../../../platform.ts";

/** Refresh now: says what it brought, or opens the page of the job if that takes long. */
export async function refreshFromForm(context: AppContext, viewer: UserRow, datasetId: string, form: FormData) {
  const asked = { datasetId, mayChangeColumns: text(form, "columns") === "change" };
  const begun = await orFault(context, "Refresh failed", () =>
    refreshNow(context.platform, asked, viewer, causeOf(context)),
  );
  const here = `/dataset_profile/${datasetId}`;
  if (!begun.ok) return refusedButton(begun, here);
  const { uploadId, version } = begun.value;
  const outcome = await versionOutcome(context.platform, { datasetId, uploadId }, viewer.id, null, PAGE_WAIT_MS);
  if (outcome.body.error !== undefined) return redirectWithMessage.error(here, outcome.body.error);
  if (outcome.status === 202) return redirectTo(`/upload/job/${datasetId}`);
  const isNew = outcome.body["version"] !== version;
  return redirectWithMessage.success(here, isNew ? "There are new rows." : "The file has not changed.");
}

/** The interval of the schedule. */
export async function setIntervalFromForm(context: AppContext, viewer: UserRow, datasetId: string, form: FormData) {
  const typed = intervalFromForm(form);
  if (!typed.ok) return refusedForm(typed, form);
  const asked = { datasetId, minutes: typed.minutes };
  const changed = await orFault(context, "Save failed.", () =>
    changeInterval(context.platform, asked, viewer, causeOf(context)),
  );
  return changed.ok
    ? redirectWithMessage.success(`/dataset_profile/${datasetId}`, "Changes saved.")
    : refusedForm(changed, form);
}
