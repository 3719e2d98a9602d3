import type { ConnectorContent } from "../../connector/commands.ts";
import { connector, type ConnectorRefusal } from "../../connector/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { type DefinitionRefusal, publishableDefinition } from "./definitions.ts";

export type PublishRefusal = ConnectorRefusal | DefinitionRefusal;

/** Publishes the first version of a new connector. */
export async function publishConnector(
  ports: Pick<Ports, "log" | "ids">,
  input: Omit<ConnectorContent, "definition"> & { readonly definition: unknown; readonly by: string },
  cause: Cause,
): Promise<Result<{ readonly connectorId: string; readonly rootId: string }, PublishRefusal>> {
  const definition = publishableDefinition(input.definition);
  if (!definition.ok) return definition;
  const rootId = ports.ids.derive(cause.commandId, "connector");
  const version = { definition: definition.value, rootId, connectorId: rootId, parentId: null };
  const published = await aggregate(ports.log, connector).handle(
    rootId,
    { type: "publish-version", ...input, ...version },
    step(cause, "publish"),
  );
  return published.ok ? accept({ connectorId: rootId, rootId }, published.position) : published;
}
