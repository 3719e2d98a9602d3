import type { UserRow } from "#projections/users/queries.ts";
import { renewStreamingKey } from "../../account/streaming-key.ts";
import { disconnect, remove } from "../../connectors/connector-calls.ts";
import { cancel, CANCEL_FAILED, runNow } from "../../runs/run-calls.ts";
import { discard } from "../../drafts/draft-calls.ts";
import { openEditor } from "../../drafts/open-editor.ts";
import { erase, leave } from "../../datasets/dataset-calls.ts";
import type { CallResult } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectTo, redirectWithMessage, refusedButton } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { actOnStream } from "./stream/stream-actions.ts";
import type { AppContext } from "../../platform.ts";
import { endOfRun } from "../../runs/describe-run.ts";
import { withSentences } from "../../runs/with-sentences.ts";
import type { FormText } from "../../http/forms/form-texts.ts";

export type ManageAction = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly intent: string;
  /** The posted id with this name. */
  readonly id: (field: FormText) => string;
  readonly here: string;
  /** How long to wait for a started run, in milliseconds. */
  readonly waitMs: number;
};

/** Runs a form's action from Manage Data, with the same calls as the API. */
export async function actOnManage({ context, viewer, intent, id, here, waitMs }: ManageAction) {
  const { platform } = context;
  const cause = causeOf(context);
  const act = async <T>(failed: string, call: () => Promise<CallResult<T>>, say: (value: T) => string) => {
    const result = await orFault(context, failed, call);
    return result.ok ? redirectWithMessage.success(here, say(result.value)) : refusedButton(result, here);
  };
  switch (intent) {
    case "refresh": {
      const asked = { instanceId: id("instance_id"), override: null, settings: null, waitMs };
      const run = await orFault(context, "Refresh failed", () => runNow(platform, asked, viewer, cause));
      return run.ok ? redirectTo(here, endOfRun(withSentences(run.value))) : refusedButton(run, here);
    }
    case "cancel": {
      const which = { instanceId: id("instance_id"), runId: id("run_id") };
      const cancelled = await orFault(context, CANCEL_FAILED, () => cancel(platform, which, viewer, cause));
      return cancelled.ok ? redirectTo(here, endOfRun(withSentences(cancelled.value))) : refusedButton(cancelled, here);
    }
    case "remove-instance":
      return removeInstance({ context, viewer, id, here });
    case "remove-access":
      return act(
        "Failed to remove access",
        () => leave(platform, id("dataset_id"), viewer, cause),
        ({ message }) => message,
      );
    case "delete-dataset":
      return act(
        "Delete failed",
        () => erase(platform, id("dataset_id"), viewer, cause),
        ({ message }) => message,
      );
    case "delete-connector":
      return act(
        "Delete failed",
        () => remove(platform, id("connector_id"), viewer, cause),
        ({ message }) => message,
      );
    case "discard-draft":
      return act(
        "Delete failed",
        () => discard(platform, id("draft_id"), viewer, cause),
        () => "The draft was discarded.",
      );
    case "edit-connector":
      return openEditor(context, id("connector_id"), viewer, here);
    case "check-tool":
    case "make-table-key":
      return actOnStream({ context, viewer, intent, field: id, here });
    case "generate-key":
      return act(
        "Failed to generate API key.",
        () => renewStreamingKey(platform, viewer, cause),
        () => "New key created",
      );
    default:
      return redirectWithMessage.error(here, "This form is not known here.");
  }
}

async function removeInstance({ context, viewer, id, here }: Pick<ManageAction, "context" | "viewer" | "id" | "here">) {
  const removed = await orFault(context, "Error removing connector.", () =>
    disconnect(context.platform, id("instance_id"), viewer, causeOf(context)),
  );
  if (removed.ok) return redirectWithMessage.success(here, "The connection was removed.");
  return refusedButton(
    removed.status < 500 ? { ...removed, error: `Failed to remove connector: ${removed.error}` } : removed,
    here,
  );
}
