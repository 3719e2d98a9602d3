import { connector, type ConnectorRefusal } from "../../connector/decider.ts";
import type { ConnectorContent } from "../../connector/commands.ts";
import { reviewDefinition } from "../../connector-language/validation/review-definition.ts";
import { dispatch } from "../../core/dispatch.ts";
import type { JsonObject } from "../../core/values/json.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { type Cause, done, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";

export type DefinitionRefusal = {
  readonly name: "definition-invalid";
  readonly faults: readonly { readonly path: string; readonly message: string }[];
};
export type PublishRefusal = ConnectorRefusal | DefinitionRefusal;

/** The definition as its author wrote it (text or object), checked. The stored one is the author's, not the normalised. */
export function publishableDefinition(
  written: unknown,
):
  { readonly ok: true; readonly definition: JsonObject } | { readonly ok: false; readonly refusal: DefinitionRefusal } {
  const parsed = reviewDefinition(written);
  if (!parsed.ok) return { ok: false, refusal: { name: "definition-invalid", faults: parsed.faults } };
  const definition = typeof written === "string" ? (JSON.parse(written) as JsonObject) : (written as JsonObject);
  return { ok: true, definition };
}

/** Publishes the first version of a new connector. */
export async function publishConnector(
  ports: CorePorts,
  input: Omit<ConnectorContent, "definition"> & { readonly definition: unknown },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly connectorId: string; readonly rootId: string }, PublishRefusal>> {
  const checked = publishableDefinition(input.definition);
  if (!checked.ok) return checked;
  const rootId = ports.ids.derive(cause.commandId, "connector");
  const published = await dispatch(ports.log, connector, {
    stream: streams.connector(rootId),
    command: {
      type: "publish-version",
      ...input,
      definition: checked.definition,
      rootId,
      connectorId: rootId,
      by,
      parentId: null,
    },
    context: step(cause, "publish"),
  });
  return published.ok ? done({ connectorId: rootId, rootId }, published.position) : refused(published.refusal);
}

/** Deletes a connector; with other people's connections it becomes inactive until the last one goes. */
export async function deleteConnector(
  ports: CorePorts,
  rootId: string,
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly deleted: boolean }, ConnectorRefusal>> {
  const decided = await dispatch(ports.log, connector, {
    stream: streams.connector(rootId),
    command: { type: "delete", by },
    context: step(cause, "delete"),
  });
  if (!decided.ok) return refused(decided.refusal);
  return done({ deleted: decided.events.some((event) => event.type === "ConnectorDeleted") }, decided.position);
}

/** Takes one version out of use, so that nobody new can connect to it, or back into use. */
export async function setVersionActive(
  ports: CorePorts,
  ref: { readonly rootId: string; readonly connectorId: string; readonly active: boolean },
  by: string,
  cause: Cause,
): Promise<Outcome<null, ConnectorRefusal>> {
  const decided = await dispatch(ports.log, connector, {
    stream: streams.connector(ref.rootId),
    command: { type: ref.active ? "reactivate-version" : "deactivate-version", connectorId: ref.connectorId, by },
    context: step(cause, ref.active ? "reactivate" : "deactivate"),
  });
  return decided.ok ? done(null, decided.position) : refused(decided.refusal);
}
