import { parseDefinition } from "../connector-language/validation/parse-definition.ts";
import { cutText } from "../core/text/text.ts";

/** JSON as a JSON or YAML parser returns it. */
export type Loose = null | boolean | number | string | Loose[] | LooseObject;
export interface LooseObject {
  [key: string]: Loose;
}

/** Something that could not be imported, was guessed or was changed: where in the source, and one sentence. */
export interface ImportNote {
  place: string;
  message: string;
}

/** The content of a draft. parseDefinition accepts the definition. */
export interface ImportedConnector {
  title: string;
  description: string;
  apiDocUrl: string | null;
  definition: LooseObject;
  notes: ImportNote[];
}

export type Imported = { ok: true; connector: ImportedConnector } | { ok: false; message: string };

const MAX_NOTES = 100;

/** Checks what an import has made; a definition that the language refuses is never returned. */
export function toImported(connector: ImportedConnector): Imported {
  const parsed = parseDefinition(definitionText(connector.definition));
  if (!parsed.ok) {
    const fault = parsed.faults[0];
    return {
      ok: false,
      message: `This cannot be written as a connector definition: ${fault?.path ?? "definition"}: ${fault?.message ?? ""}`,
    };
  }
  return { ok: true, connector: { ...connector, notes: withinNoteLimit(connector.notes) } };
}

/** A definition as text for its author to edit. */
export function definitionText(definition: LooseObject): string {
  return JSON.stringify(definition, null, 2);
}

/** The notes in order, equal ones merged, up to the number that a person would read. */
function withinNoteLimit(notes: ImportNote[]): ImportNote[] {
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

/** A text for a definition: well-formed, without control characters, at most `most` characters. */
export function cleanText(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ")
    .trim();
  if (clean.length <= most) return clean;
  return `${cutText(clean, most - 1).trimEnd()}…`;
}

/** Whether a value is an object with members. */
export function isObject(value: Loose | undefined): value is LooseObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member of an object, never one of its prototype. */
export function member(value: Loose | undefined, key: string): Loose | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** An own member that is a text. */
export function textMember(value: Loose | undefined, key: string): string | null {
  const found = member(value, key);
  return typeof found === "string" ? found : null;
}
