import type { UserRow } from "#projections/users/queries.ts";
import { renewStreamingKey } from "../../account/streaming-key.ts";
import { disconnect, remove } from "../../connectors/connector-calls.ts";
import { cancel, runNow } from "../../runs/run-calls.ts";
import { discard } from "../../drafts/draft-calls.ts";
import { openEditor } from "../../drafts/open-editor.ts";
import { erase, leave } from "../../datasets/dataset-calls.ts";
import type { CallResult } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectTo, redirectWithMessage } from "../../http/forms/page.ts";
import type { AppContext } from "../../platform.ts";
import { endOfRun } from "../../runs/describe-run.ts";
import { withError } from "../../runs/with-error.ts";

export type ManageAction = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly intent: string;
  /** The posted id with this name. */
  readonly id: (field: string) => string;
  readonly here: string;
  /** How long to wait for a started run, in milliseconds. */
  readonly waitMs: number;
};

/** Runs a form's action from Manage Data, with the same calls as the API. */
export async function actOnManage({ context, viewer, intent, id, here, waitMs }: ManageAction) {
  const { platform } = context;
  const cause = causeOf(context);
  const done = <T>(result: CallResult<T>, say: (value: T) => string, failed: string) =>
    result.ok
      ? redirectWithMessage.success(here, say(result.value))
      : redirectWithMessage.error(here, result.status < 500 ? result.error : failed);
  switch (intent) {
    case "refresh": {
      const run = await runNow(
        platform,
        { instanceId: id("instance_id"), override: null, settings: null, waitMs },
        viewer,
        cause,
      );
      return run.ok
        ? redirectTo(here, endOfRun(withError(run.value)))
        : redirectWithMessage.error(here, run.status < 500 ? run.error : "Refresh failed");
    }
    case "cancel": {
      const cancelled = await cancel(platform, { instanceId: id("instance_id"), runId: id("run_id") }, viewer, cause);
      return cancelled.ok
        ? redirectTo(here, endOfRun(withError(cancelled.value)))
        : redirectWithMessage.error(here, cancelled.error);
    }
    case "remove-instance":
      return done(
        await disconnect(platform, id("instance_id"), viewer, cause),
        () => "The connection was removed.",
        "Error removing connector.",
      );
    case "remove-access":
      return done(
        await leave(platform, id("dataset_id"), viewer, cause),
        ({ message }) => message,
        "Failed to remove access",
      );
    case "delete-dataset":
      return done(await erase(platform, id("dataset_id"), viewer, cause), ({ message }) => message, "Delete failed");
    case "delete-connector":
      return done(await remove(platform, id("connector_id"), viewer, cause), ({ message }) => message, "Delete failed");
    case "discard-draft":
      return done(
        await discard(platform, id("draft_id"), viewer, cause),
        () => "The draft was discarded.",
        "Delete failed",
      );
    case "edit-connector":
      return openEditor(context, id("connector_id"), viewer, here);
    case "generate-key":
      return done(
        await renewStreamingKey(platform, viewer, cause),
        () => "New key created",
        "Failed to generate API key.",
      );
    default:
      return redirectWithMessage.error(here, "This form is not known here.");
  }
}
