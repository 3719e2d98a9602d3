import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { describe } from "../../../datasets/column-notes.ts";
import { causeOf } from "../../../http/cause.ts";
import { redirectWithMessage, refusedForm } from "../../../http/forms/page.ts";
import { orFault } from "../../../http/or-fault.ts";
import type { AppContext } from "../../../platform.ts";
import { notesFromForm } from "./columns-page.ts";

/** Saves what the owner says about a page of columns. */
export async function describeFromForm(context: AppContext, viewer: UserRow, item: DatasetItem, form: FormData) {
  const done = await orFault(context, "Update failed", () =>
    describe(context.platform, item.id, notesFromForm(form), viewer, causeOf(context)),
  );
  return done.ok
    ? redirectWithMessage.success(`/dataset_profile/${item.id}#dictionary`, "Changes saved.")
    : refusedForm(done, form);
}
