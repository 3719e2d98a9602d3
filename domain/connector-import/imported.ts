import { parseDefinition } from "../connector-language/validation/parse-definition.ts";
import { type Finding, finding, mapTexts } from "../core/findings/finding.ts";
import { TooManySteps } from "../core/limits/steps.ts";
import { cutText } from "../core/text/text.ts";

/** JSON as a JSON or YAML parser returns it. */
export type Loose = null | boolean | number | string | Loose[] | LooseObject;
export interface LooseObject {
  [key: string]: Loose;
}

/** Something that could not be imported, was guessed or was changed, and where in the source. */
export interface ImportNote {
  place: Finding;
  finding: Finding;
}

/** The same once for all its places: the first ones, and how many more there are. */
export interface ImportNotes {
  places: Finding[];
  more: number;
  finding: Finding;
}

/** Makes a note about a place in a document. */
export function noteAt(path: string, found: Finding): ImportNote {
  return { place: finding("place-in-document", { path }), finding: found };
}

/** The content of a draft. parseDefinition accepts the definition. */
export interface ImportedConnector {
  title: string;
  description: string;
  apiDocUrl: string | null;
  definition: LooseObject;
  notes: ImportNotes[];
}

export type Imported = { ok: true; connector: ImportedConnector } | NotImported;
/** `tooLarge`: it could be read, but only with more work than a document may cause. */
export type NotImported = { ok: false; message: string; tooLarge?: true };

/** The work with a budget of steps; a refusal if they are used up. */
export function withinSteps<T>(work: () => T): T | NotImported {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooManySteps) return { ok: false, message: TOO_LARGE, tooLarge: true };
    throw error;
  }
}

const TOO_LARGE =
  "The document is too large: it takes too many steps to read. Leave out what the connector does not need.";

const MAX_NOTES = 100;

/** Checks what an import has made; a definition that the language refuses is never returned. */
export function toImported(connector: Omit<ImportedConnector, "notes"> & { notes: ImportNote[] }): Imported {
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

/** Places that a note names. */
const MAX_PLACES = 2;
/** Longest text among the facts of a note. */
const MAX_FACT_CHARS = 200;

/** The notes in order, equal ones merged, up to the number that a person would read. */
function withinNoteLimit(notes: ImportNote[]): ImportNotes[] {
  const clean = (found: Finding) => mapTexts(found, (text) => cleanText(text, MAX_FACT_CHARS));
  const byFinding = new Map<string, { finding: Finding; places: Map<string, Finding> }>();
  for (const note of notes) {
    const [found, place] = [clean(note.finding), clean(note.place)];
    const key = JSON.stringify(found);
    const known = byFinding.get(key) ?? { finding: found, places: new Map<string, Finding>() };
    byFinding.set(key, known);
    known.places.set(JSON.stringify(place), place);
  }
  const joined = [...byFinding.values()].map(({ finding: found, places }): ImportNotes => {
    const all = [...places.values()];
    const named = all.length > MAX_PLACES ? 1 : all.length;
    return { places: all.slice(0, named), more: all.length - named, finding: found };
  });
  if (joined.length <= MAX_NOTES) return joined;
  const rest = finding("more-notes", { count: joined.length - (MAX_NOTES - 1) });
  return [...joined.slice(0, MAX_NOTES - 1), { places: [finding("place-rest", {})], more: 0, finding: rest }];
}

/** A text for a definition: well-formed, without control characters, at most `most` characters. */
export function cleanText(text: string, most: number): string {
  // What is cut off anyway is not read: a text of megabytes may be asked for again and again.
  const clean = cutText(text, 20 * most + 1_000)
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
