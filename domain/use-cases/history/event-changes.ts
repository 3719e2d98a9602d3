import type { Json } from "../../connector-language/json/json.ts";
import { withoutPrivateDefaults } from "../../connector-language/settings/form-fields.ts";
import { type ComparedPart, comparedPart } from "../../core/history/compared-events.ts";
import { changesBetween, type Change } from "../../core/history/changes-between.ts";
import { CARD_FIELDS } from "../../dataset/events.ts";
import { findingSentence, isFinding } from "../../core/findings/finding.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import type { JsonObject, JsonValue } from "../../core/values/json.ts";

const VERSION_FIELDS = ["title", "description", "category", "apiDocUrl", "isPublic", "definition"];

/** The fields that are compared. */
const FIELDS: Readonly<Record<ComparedPart, readonly string[]>> = {
  version: VERSION_FIELDS,
  draft: VERSION_FIELDS,
  card: CARD_FIELDS,
  setup: ["connectorId", "setup", "consent"],
  plan: ["plan"],
  image: ["image"],
};

/** What an event changed against the one before it that says the same; none for events that are not compared. */
export function changesOf(event: LoggedEvent, before: LoggedEvent | null): readonly Change[] {
  if (event.type === "UserRenamed" || event.type === "EmailChanged") return renamed(event);
  const part = comparedPart(event.type);
  if (part === null || (before === null && part !== "image")) return [];
  return changesBetween(before ? comparable(before, FIELDS[part]) : {}, comparable(event, FIELDS[part]));
}

function renamed({ type, data }: LoggedEvent): readonly Change[] {
  const path = type === "UserRenamed" ? "name" : "email";
  const { previous, [path]: now } = data as JsonObject;
  return [{ path, before: previous ?? null, after: now ?? null }];
}

/** The fields of an event that are compared, without what is only a name in the vault. */
function comparable({ data }: LoggedEvent, fields: readonly string[]): JsonObject {
  const all = shownData(data as JsonObject);
  const content = all["content"];
  const flat: JsonObject = { ...all, ...(typeof content === "object" ? (content as JsonObject) : {}) };
  const { toConnectorId } = flat;
  const known = toConnectorId === undefined ? flat : { ...flat, connectorId: toConnectorId };
  return Object.fromEntries(Object.entries(known).filter(([name]) => fields.includes(name)));
}

/** The event as this user may read it: defaults of private fields in a definition may be secrets of its author. */
export function eventFor(userId: string, event: LoggedEvent): LoggedEvent {
  const { actor, data } = event;
  if (actor.kind === "user" && actor.id === userId) return event;
  const { definition } = data as JsonObject;
  if (definition === undefined) return event;
  return {
    ...event,
    data: { ...(data as JsonObject), definition: withoutPrivateDefaults(definition as Json) },
  };
}

/** Fields that name an entry of the vault or a stored table, or are hashes of what was asked of an API. */
const HIDDEN = new Set(["config", "addressRef", "basis", "physical"]);

/** Nobody is shown these. The settings of a single run are a name in the vault, those of a load are what they are. */
function isHidden(name: string, value: JsonValue): boolean {
  return HIDDEN.has(name) || (name === "settings" && typeof value === "string");
}

/** The data of an event as readers of a history see them: of findings, wherever they are, the sentences. */
export function shownData(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, each]) =>
      each === undefined || isHidden(name, each) ? [] : [[name, shown(each)]],
    ),
  );
}

function shown(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== "object") return value;
  return isFinding(value) ? findingSentence(value) : shownData(value as JsonObject);
}
