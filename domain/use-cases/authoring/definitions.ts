import { connectorVersions } from "../../connector/versions.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { knownDefinition, knownWithoutPrivateDefaults } from "../../connector-language/validation/known-definition.ts";
import { reviewDefinition } from "../../connector-language/validation/review-definition.ts";
import { view } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import type { Ports } from "../ports.ts";

export type DefinitionRefusal = {
  readonly code: "definition-invalid";
  readonly faults: readonly { readonly path: string; readonly message: string }[];
};

/**
 * The definition as its author wrote it (text or object), checked. The author's form is stored, not the normalised one.
 */
export function publishableDefinition(written: unknown): Result<JsonObject, DefinitionRefusal> {
  const parsed = reviewDefinition(written);
  if (!parsed.ok) return refuse({ code: "definition-invalid", faults: parsed.faults });
  return accept(typeof written === "string" ? (JSON.parse(written) as JsonObject) : (written as JsonObject));
}

/** The definition of one version as the engine runs it for a user; null if there is none, or an admin has hidden it. */
export async function loadDefinition(
  ports: Pick<Ports, "log">,
  { rootId, connectorId }: { readonly rootId: string; readonly connectorId: string },
  userId: string,
): Promise<Definition | null> {
  const { ownerId, versions, takenDown } = await view(ports.log, connectorVersions).load(rootId);
  const version = versions.find((each) => each.connectorId === connectorId);
  if (takenDown && ownerId !== userId) return null;
  return version && ownerId !== null
    ? definitionFor(ports, { rootId, revision: version.revision, owner: { id: ownerId } }, userId)
    : null;
}

/** The version that an instance of this one can move to: the latest, if it is active and another; else null. */
export async function latestInPlaceOf(
  ports: Pick<Ports, "log">,
  { rootId, connectorId }: { readonly rootId: string; readonly connectorId: string },
): Promise<string | null> {
  const { status, takenDown, versions } = await view(ports.log, connectorVersions).load(rootId);
  const latest = versions.at(-1);
  const usable = status === "open" && !takenDown && latest?.active === true && latest.connectorId !== connectorId;
  return usable ? latest.connectorId : null;
}

/** The definition of a version as its author wrote it. */
export async function writtenDefinition(
  { log }: Pick<Ports, "log">,
  { rootId, revision }: { readonly rootId: string; readonly revision: number },
): Promise<JsonObject> {
  const [event] = await view(log, connectorVersions).history(rootId, { fromRevision: revision, maxCount: 1 });
  if (event?.type !== "ConnectorVersionPublished")
    throw new Error(`Connector ${rootId} has no version at revision ${revision}`);
  return event.data.definition;
}

/** Defaults of private fields are the author's own secrets: other users run without them. */
export async function definitionFor(
  ports: Pick<Ports, "log">,
  version: { readonly rootId: string; readonly revision: number; readonly owner: { readonly id: string } },
  userId: string,
): Promise<Definition | null> {
  const definition = await writtenDefinition(ports, version);
  const isOwn = version.owner.id === userId;
  const parsed = knownDefinition(isOwn ? definition : knownWithoutPrivateDefaults(definition));
  return parsed.ok ? parsed.definition : null;
}
