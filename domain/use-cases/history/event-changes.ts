import { changesBetween, type Change } from "../../core/values/changes-between.ts";
import { CARD_FIELDS } from "../../dataset/events.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import type { JsonObject, JsonValue } from "../../core/values/json.ts";

const CONNECTOR = ["title", "description", "category", "apiDocUrl", "isPublic", "definition"];
const SETUP = ["connectorId", "toConnectorId", "setup", "consent"];
const DRAFT = ["title", "description", "category", "apiDocUrl", "isPublic", "definition"];

/** Events that say what something is from then on, with the fields that are compared. The first kind begins it. */
const COMPARED: readonly { readonly types: readonly string[]; readonly fields: readonly string[] }[] = [
  { types: ["ConnectorVersionPublished"], fields: CONNECTOR },
  { types: ["DatasetCreated", "DatasetPublishedFromConnection", "DatasetEdited"], fields: CARD_FIELDS },
  { types: ["InstanceActivated", "InstanceConfigured", "InstanceMigrated"], fields: SETUP },
  { types: ["DraftCreated", "DraftSaved"], fields: DRAFT },
  { types: ["PlanChosen"], fields: ["plan"] },
  { types: ["DatasetImageChanged"], fields: ["image"] },
  { types: ["ConnectorImageChanged"], fields: ["image"] },
];

/** The groups of event types that are compared with an earlier event of their group. */
export const COMPARED_TYPES: readonly (readonly string[])[] = COMPARED.map(({ types }) => types);

/** What an event changed against the one of its group before; none for events that are not compared. */
export function changesOf(event: LoggedEvent, before: LoggedEvent | null): readonly Change[] {
  if (event.type === "UserRenamed" || event.type === "EmailChanged") return renamed(event);
  const group = COMPARED.find(({ types }) => types.includes(event.type));
  if (!group || (before === null && group.types[0] === event.type)) return [];
  return changesBetween(before ? comparable(before, group.fields) : {}, comparable(event, group.fields));
}

function renamed({ type, data }: LoggedEvent): readonly Change[] {
  const path = type === "UserRenamed" ? "name" : "email";
  const { previous, [path]: now } = data as JsonObject;
  return [{ path, before: previous ?? null, after: now ?? null }];
}

/** The fields of an event that are compared, without what is only a name in the vault. */
function comparable({ data }: LoggedEvent, fields: readonly string[]): JsonObject {
  const all = shownData(data as JsonObject);
  const { toConnectorId, ...flat } = { ...all, ...((all["content"] as JsonObject | undefined) ?? {}) } as JsonObject;
  const known = toConnectorId === undefined ? flat : { ...flat, connectorId: toConnectorId };
  return Object.fromEntries(Object.entries(known).filter(([name]) => fields.includes(name)));
}

/** Fields that name an entry of the vault or are hashes of what was asked of an API: nobody is shown them. */
const HIDDEN = new Set(["config", "basis", "physical"]);

/** The data of an event as readers of a history see them. */
export function shownData(data: JsonObject): JsonObject {
  return shown(data) as JsonObject;
}

function shown(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([name, each]) =>
      HIDDEN.has(name) || each === undefined ? [] : [[name, shown(each)]],
    ),
  );
}
