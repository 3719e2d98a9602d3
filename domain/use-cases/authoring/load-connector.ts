import { connector, type ConnectorState, type VersionEntry } from "../../connector/decider.ts";
import type { ConnectorEvent } from "../../connector/events.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { withoutPrivateDefaults } from "../../connector-language/settings/form-fields.ts";
import type { Json } from "../../connector-language/json/json.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { loadState } from "../../core/load-state.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import type { JsonObject } from "../../core/values/json.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { streams } from "../streams.ts";

/** The state of a lineage of versions, read from the log. */
export async function loadConnector(ports: Pick<CorePorts, "log">, rootId: string): Promise<ConnectorState> {
  return (await loadState<ConnectorState, ConnectorEvent>(ports.log, connector, streams.connector(rootId))).state;
}

/** The definition of one version as the engine runs it for a user; null when there is none. */
export async function loadDefinition(
  ports: Pick<CorePorts, "log">,
  ref: { readonly rootId: string; readonly connectorId: string },
  userId: string,
): Promise<Definition | null> {
  const version = (await loadConnector(ports, ref.rootId)).versions.find(
    (each) => each.connectorId === ref.connectorId,
  );
  return version ? definitionFor(ports, version, userId) : null;
}

/** The definition of a version as its author wrote it. */
export async function writtenDefinition(
  ports: Pick<CorePorts, "log">,
  { rootId, revision }: VersionEntry,
): Promise<JsonObject> {
  const [event] = (await ports.log.read(streams.connector(rootId), {
    fromRevision: revision,
    maxCount: 1,
  })) as readonly LoggedEvent[] as readonly ConnectorEvent[];
  if (event?.type !== "ConnectorVersionPublished")
    throw new Error(`Connector ${rootId} has no version at revision ${revision}`);
  return event.data.definition;
}

/** What an author wrote into private fields as a default is the author's own secret: nobody else runs with it. */
export async function definitionFor(
  ports: Pick<CorePorts, "log">,
  version: VersionEntry,
  userId: string,
): Promise<Definition | null> {
  const definition = await writtenDefinition(ports, version);
  const parsed = parseDefinition(version.owner.id === userId ? definition : withoutPrivateDefaults(definition as Json));
  return parsed.ok ? parsed.definition : null;
}
