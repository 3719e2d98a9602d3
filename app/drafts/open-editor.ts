import type { UserRow } from "#projections/users/queries.ts";
import { causeOf } from "../http/cause.ts";
import { orFault } from "../http/or-fault.ts";
import { redirectTo, refusedButton } from "../http/forms/page.ts";
import type { AppContext } from "../platform.ts";
import { editConnector } from "./draft-calls.ts";

/** Edit on a page: redirects to the editor with the draft of a connector, or back `here` with the reason why not. */
export async function openEditor(context: AppContext, connectorId: string, viewer: UserRow, here: string) {
  const opened = await orFault(context, "Failed to create or reuse draft", () =>
    editConnector(context.platform, connectorId, viewer, causeOf(context)),
  );
  if (!opened.ok) return refusedButton(opened, here);
  const { draftId, reused } = opened.value;
  return redirectTo(
    `/upload?edit=${draftId}`,
    reused ? { kind: "success", text: "This is the draft that you have open already." } : undefined,
  );
}
