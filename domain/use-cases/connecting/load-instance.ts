import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { instance, type InstanceState } from "../../instance/decider.ts";
import type { InstanceEvent } from "../../instance/events.ts";
import { streams } from "../streams.ts";

/** The state of a connection, read from the log. */
export async function loadInstance(ports: Pick<CorePorts, "log">, instanceId: string): Promise<InstanceState> {
  return (await loadState<InstanceState, InstanceEvent>(ports.log, instance, streams.instance(instanceId))).state;
}
