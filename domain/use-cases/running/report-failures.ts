import { dispatch } from "../../core/dispatch.ts";
import { ERASED } from "../../core/event-catalog.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { FAILURES_TO_REPORT, failuresToReport, run } from "../../run/decider.ts";
import { loadConnector } from "../authoring/load-connector.ts";
import { loadInstance } from "../connecting/load-instance.ts";
import type { UserMails } from "../accounts/mails.ts";
import { loadUser } from "../accounts/sign-up.ts";
import { loadRun } from "./start-run.ts";
import { streams } from "../streams.ts";

export type ReportPorts = CorePorts & { readonly mails: Pick<UserMails, "runsFailing"> };

/**
 * Mails the owner when this run is the third in a row that failed. The log says whether it is, and that it was done; a crash
 * between the two tries again with the same mail. For every run that has ended, as often as one likes.
 */
export async function reportFailures(ports: ReportPorts, runId: string): Promise<void> {
  const state = await loadRun(ports, runId);
  if (!failuresToReport(state)) return;
  const { instanceId, ownerId, connectorId } = state.start;
  const owner = await loadUser(ports, ownerId);
  const connection = await loadInstance(ports, instanceId);
  if (owner.status !== "absent" && owner.email !== ERASED && connection.status === "active") {
    const { versions } = await loadConnector(ports, connection.rootId);
    const title = versions.find((version) => version.connectorId === connectorId)?.title ?? "Connector";
    await ports.mails.runsFailing({ to: owner.email, name: owner.name, title, runId, failures: FAILURES_TO_REPORT });
  }
  const cause = {
    actor: { kind: "system", name: "runner" },
    commandId: `report-failures/${runId}`,
    correlationId: runId,
    causationId: null,
  } as const;
  await dispatch(ports.log, run, { stream: streams.run(runId), command: { type: "report-failures" }, context: cause });
}
