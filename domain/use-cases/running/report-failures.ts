import { connectorVersions } from "../../connector/versions.ts";
import { aggregate, type Loaded, view } from "../../core/aggregate.ts";
import { ERASED } from "../../core/event-catalog.ts";
import { instance } from "../../instance/decider.ts";
import { FAILURES_TO_REPORT, failuresToReport, run, type RunState } from "../../run/decider.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";

export type ReportPorts = Pick<Ports, "log" | "mails">;

/**
 * Mails the owner if this run is the third failure in a row. The log decides that, and records that it was done; after
 * a crash in between the same mail is sent again. May be called for every ended run, any number of times. `loaded`: the
 * run as read since it ended.
 */
export async function reportFailures(ports: ReportPorts, runId: string, loaded?: Loaded<RunState>): Promise<void> {
  const { log, mails } = ports;
  const runs = aggregate(log, run);
  const ended = loaded ?? (await runs.read(runId));
  if (!failuresToReport(ended.state)) return;
  const { instanceId, ownerId, connectorId } = ended.state.start;
  const owner = await aggregate(log, user).load(ownerId);
  const current = await aggregate(log, instance).load(instanceId);
  if (owner.status !== "absent" && owner.email !== ERASED && current.status === "active") {
    const { versions } = await view(log, connectorVersions).load(current.rootId);
    const title = versions.find((version) => version.connectorId === connectorId)?.title ?? "Connector";
    await mails.runsFailing({
      ...{ to: owner.email, userId: ownerId, name: owner.name },
      ...{ title, runId, failures: FAILURES_TO_REPORT },
    });
  }
  const context = {
    actor: { kind: "system", name: "runner" },
    commandId: `report-failures/${runId}`,
    correlationId: runId,
    causationId: null,
  } as const;
  await runs.handle(runId, { type: "report-failures" }, context, ended);
}
