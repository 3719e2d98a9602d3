import { parseDefinition } from "../connector-language/validation/parse-definition.ts";
import { cutText } from "../core/text/text.ts";

/** JSON as a parser of JSON or YAML hands it over. */
export type Loose = null | boolean | number | string | Loose[] | LooseObject;
export interface LooseObject {
  [key: string]: Loose;
}

/** What could not be carried over, was guessed or was changed on the way: where in the source, and one sentence. */
export interface ImportNote {
  place: string;
  message: string;
}

/** The content of a draft. The definition is one that parseDefinition accepts. */
export interface ImportedConnector {
  title: string;
  description: string;
  apiDocUrl: string | null;
  definition: LooseObject;
  notes: ImportNote[];
}

export type Imported = { ok: true; connector: ImportedConnector } | { ok: false; message: string };

const MAX_NOTES = 100;

/** Checks what an import has made; a definition that the language refuses is never handed on. */
export function finished(connector: ImportedConnector): Imported {
  const parsed = parseDefinition(definitionText(connector.definition));
  if (!parsed.ok) {
    const fault = parsed.faults[0];
    return {
      ok: false,
      message: `This cannot be written as a connector definition: ${fault?.path ?? "definition"}: ${fault?.message ?? ""}`,
    };
  }
  return { ok: true, connector: { ...connector, notes: capped(connector.notes) } };
}

/** A definition as its author gets it to edit. */
export function definitionText(definition: LooseObject): string {
  return JSON.stringify(definition, null, 2);
}

/** The notes in their order, those that say the same of many places as one, and not more than a person reads. */
function capped(notes: ImportNote[]): ImportNote[] {
  const places = new Map<string, string[]>();
  for (const { place, message } of notes) {
    const said = cleanText(message, 400);
    const at = cleanText(place, 200);
    const known = places.get(said) ?? [];
    if (!known.includes(at)) places.set(said, [...known, at]);
  }
  const joined = [...places].map(([message, [first = "", ...more]]) => ({
    place:
      more.length === 0
        ? first
        : more.length === 1
          ? `${first}, ${more[0]}`
          : `${first} and ${more.length} more places`,
    message,
  }));
  if (joined.length <= MAX_NOTES) return joined;
  return [
    ...joined.slice(0, MAX_NOTES - 1),
    { place: "the rest", message: `${joined.length - (MAX_NOTES - 1)} more things could not be carried over.` },
  ];
}

/** A text that may stand in a definition: one that is well-formed, without control characters, cut to a length. */
export function cleanText(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ")
    .trim();
  if (clean.length <= most) return clean;
  return `${cutText(clean, most - 1).trimEnd()}…`;
}

/** Whether a value has members. */
export function isObject(value: Loose | undefined): value is LooseObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of its own, never one of the prototype's. */
export function member(value: Loose | undefined, key: string): Loose | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A member that is a text. */
export function textMember(value: Loose | undefined, key: string): string | null {
  const found = member(value, key);
  return typeof found === "string" ? found : null;
}
