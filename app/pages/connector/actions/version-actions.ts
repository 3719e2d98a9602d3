import type { InstanceRow } from "#projections/instances/queries.ts";
import { migrate, remove } from "../../../connectors/connector-calls.ts";
import { migrationMessage } from "../../../connectors/connector-words.ts";
import { definitionOf } from "../../../connectors/definition-of.ts";
import { setActive } from "../../../drafts/draft-calls.ts";
import { openEditor } from "../../../drafts/open-editor.ts";
import { causeOf } from "../../../http/cause.ts";
import { orFault } from "../../../http/or-fault.ts";
import { redirectTo, redirectWithMessage, refusedButton } from "../../../http/forms/page.ts";
import { type ConnectorAction, profileOf } from "./connector-action.ts";

/** Moves the instance to another version; if that needs another consent, shows it first. */
export async function move({ context, viewer, item }: ConnectorAction, row: InstanceRow | null, to: string) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}`;
  const target = await platform.queries.catalogue.connector(to, viewer.id);
  if (!row || target?.rootId !== item.rootId) return redirectWithMessage.error(here, "Migration failed");
  const migrated = await orFault(context, "Migration failed", () =>
    migrate(platform, { from: row.connectorId, to }, viewer, causeOf(context)),
  );
  if (migrated.ok)
    return redirectTo(`/connector_profile/${to}`, migrationMessage(target.version, migrated.value.unknownSettings));
  if ((migrated.status === 409 || migrated.faults) && target.status !== "inactive" && definitionOf(target))
    return redirectTo(`/connector-setup/${to}`);
  return refusedButton(migrated, here);
}

/** The owner edits a version, unless it is inactive. */
export async function edit(asked: ConnectorAction) {
  const { context, viewer, item } = asked;
  const here = profileOf(asked);
  if (item.status === "inactive") return redirectWithMessage.error(here, "An inactive version cannot be edited.");
  return openEditor(context, item.id, viewer, here);
}

/** The owner makes a version inactive, or active again. */
export async function switchVersion(asked: ConnectorAction, active: boolean) {
  const { context, viewer, item } = asked;
  const done = await orFault(context, "Update failed", () =>
    setActive(context.platform, item.id, active, viewer, causeOf(context)),
  );
  return done.ok
    ? redirectWithMessage.success(profileOf(asked), `Version ${item.version} is ${active ? "active" : "inactive"} now.`)
    : refusedButton(done, profileOf(asked));
}

/** The owner deletes the connector. */
export async function deleteConnector(asked: ConnectorAction) {
  const { context, viewer, item } = asked;
  const gone = await orFault(context, "Delete failed", () =>
    remove(context.platform, item.id, viewer, causeOf(context)),
  );
  return gone.ok
    ? redirectWithMessage.success("/datastore", gone.value.message)
    : refusedButton(gone, profileOf(asked));
}
