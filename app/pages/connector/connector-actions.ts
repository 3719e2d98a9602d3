import type { InstanceRow } from "#projections/instances/queries.ts";
import { activate, disconnect } from "../../connectors/connector-calls.ts";
import { definitionOf } from "../../connectors/definition-of.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectTo, redirectWithMessage, refusedButton, text } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { removeImageFromForm, setImageFromForm } from "../../images/image-action.ts";
import { cancel, CANCEL_FAILED } from "../../runs/run-calls.ts";
import { endOfRun } from "../../runs/describe-run.ts";
import { withSentences } from "../../runs/with-sentences.ts";
import { consentAsked } from "../../settings-form/definition-fields.ts";
import { rowChange } from "../../settings-form/form-rows.ts";
import { isTestIntent } from "../../trying/test-result.ts";
import { type ConnectorAction, profileOf } from "./actions/connector-action.ts";
import { connectAndRun, withChangedRows, run, save, tryOut } from "./actions/setup-actions.ts";
import { deleteConnector, edit, move, switchVersion } from "./actions/version-actions.ts";
import { needsSetup } from "./connector-page.ts";
import { publishFromForm } from "./publish/publish-page.ts";

const FAILED_TO_REMOVE = "Failed to remove connector.";

/** Runs a form's action from a connector's profile, with the same calls as the API. */
export async function actOnConnector(asked: ConnectorAction) {
  const { context, viewer, item, form, intent } = asked;
  const row = await context.platform.queries.instances.ofOwnerAndRoot(viewer.id, item.rootId);
  const change = rowChange(intent);
  if (change) return withChangedRows(asked, row, change);
  if (isTestIntent(intent)) return tryOut(asked, row);
  switch (intent) {
    case "connect":
      return connect(asked);
    case "save":
      return save(asked, row);
    case "run":
      return run(asked, row);
    case "connect-and-run":
      return row ? run(asked, row) : connectAndRun(asked);
    case "cancel":
      return cancelRun(asked, row);
    case "remove":
      return removeInstance(asked, row);
    case "migrate":
      return move(asked, row, text(form, "to"));
    case "publish-output":
    case "share-output":
      return publishFromForm(asked, row);
    case "edit":
      return edit(asked);
    case "deactivate":
    case "reactivate":
      return switchVersion(asked, intent === "reactivate");
    case "set-image":
      return setImageFromForm(imageOf(asked));
    case "remove-image":
      return removeImageFromForm(imageOf(asked));
    case "delete":
      return deleteConnector(asked);
    default:
      return redirectWithMessage.error(profileOf(asked), "This form is not known here.");
  }
}

async function connect(asked: ConnectorAction) {
  const { context, viewer, item } = asked;
  const definition = definitionOf(item);
  const setup = `/connector-setup/${item.id}`;
  if (needsSetup(definition)) return redirectTo(setup);
  const namedHosts = definition ? consentAsked(definition).hosts : [];
  const activated = await orFault(context, "Activation failed.", () =>
    activate(context.platform, item.id, { namedHosts }, viewer, causeOf(context)),
  );
  // The profile has not shown the hosts that the definition derives; the page of the setup does.
  if (!activated.ok && activated.code === "hosts-unnamed") return redirectTo(setup);
  return activated.ok
    ? redirectWithMessage.success(profileOf(asked), "Connector activated!")
    : refusedButton(activated, profileOf(asked));
}

function imageOf(asked: ConnectorAction) {
  const item = { kind: "connector", id: asked.item.rootId } as const;
  return { ...asked, item, here: `${profileOf(asked)}?tab=definition` };
}

async function cancelRun(asked: ConnectorAction, row: InstanceRow | null) {
  const { context, viewer, form } = asked;
  const here = profileOf(asked);
  if (!row) return redirectWithMessage.error(here, "No active connection found to cancel a run of.");
  const which = { instanceId: row.id, runId: text(form, "run_id") };
  const cancelled = await orFault(context, CANCEL_FAILED, () =>
    cancel(context.platform, which, viewer, causeOf(context)),
  );
  return cancelled.ok
    ? redirectTo(`${here}?tab=setup`, endOfRun(withSentences(cancelled.value)))
    : refusedButton(cancelled, here);
}

async function removeInstance(asked: ConnectorAction, row: InstanceRow | null) {
  const { context, viewer } = asked;
  const here = profileOf(asked);
  if (!row) return redirectWithMessage.error(here, "No active connection found to remove.");
  const removed = await orFault(context, FAILED_TO_REMOVE, () =>
    disconnect(context.platform, row.id, viewer, causeOf(context)),
  );
  return removed.ok
    ? redirectWithMessage.success(here, "The connection was removed.")
    : refusedButton(
        removed.status < 500 ? { ...removed, error: `${FAILED_TO_REMOVE} ${removed.error}` } : removed,
        here,
      );
}
