import { connector, type ConnectorState } from "../connector/decider.ts";
import type { ConnectorEvent, PublishedVersion } from "../connector/events.ts";
import type { Definition } from "../connector-language/definition.ts";
import { withoutPrivateDefaults } from "../connector-language/form-fields.ts";
import type { Json } from "../connector-language/json.ts";
import { parseDefinition } from "../connector-language/parse-definition.ts";
import { fold } from "../core/decider.ts";
import type { CorePorts } from "../core/ports.ts";
import { streams } from "./streams.ts";

/** The state of a lineage of versions, read from the log. */
export async function loadConnector(ports: Pick<CorePorts, "log">, rootId: string): Promise<ConnectorState> {
  return fold(connector, (await ports.log.read(streams.connector(rootId))) as readonly ConnectorEvent[]);
}

/** The definition of one version as the engine runs it for a user; null when there is none. */
export async function loadDefinition(
  ports: Pick<CorePorts, "log">,
  ref: { readonly rootId: string; readonly connectorId: string },
  userId: string,
): Promise<Definition | null> {
  const version = (await loadConnector(ports, ref.rootId)).versions.find((each) => each.connectorId === ref.connectorId);
  return version ? definitionFor(version, userId) : null;
}

/** What an author wrote into private fields as a default is the author's own secret: nobody else runs with it. */
export function definitionFor(version: PublishedVersion, userId: string): Definition | null {
  const parsed = parseDefinition(version.owner.id === userId ? version.definition : withoutPrivateDefaults(version.definition as Json));
  return parsed.ok ? parsed.definition : null;
}
