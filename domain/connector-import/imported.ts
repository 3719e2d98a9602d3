import { parseDefinition } from "../connector-language/validation/parse-definition.ts";
import { type Finding, finding, findingSentence, mapTexts } from "../core/findings/finding.ts";
import { TooManySteps } from "../core/limits/steps.ts";
import { counted } from "../core/text/counted.ts";
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

/** Something that costs rows or fields, where in the source, and what it is there. */
export interface ImportLoss extends ImportNote {
  feature: string;
}

/** Makes a loss at a place in a document. */
export function lossAt(path: string, feature: string, found: Finding): ImportLoss {
  return { ...noteAt(path, found), feature };
}

/** The content of a draft. parseDefinition accepts the definition. */
export interface ImportedConnector {
  title: string;
  description: string;
  apiDocUrl: string | null;
  definition: LooseObject;
  notes: ImportNotes[];
  lost: ImportLoss[];
}

export type Imported = { ok: true; connector: ImportedConnector } | NotImported;
/**
 * `tooLarge`: it could be read, but only with more work than a document may cause. `lost`: why what was asked for by name
 * cannot be taken without losing rows.
 */
export type NotImported = { ok: false; message: string; tooLarge?: true; lost?: ImportLoss[] };

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
const MAX_LOSSES = 500;
const MAX_DEFINITION_BYTES = 250_000;

/** Checks what an import has made; a definition that the language refuses is never returned. */
export function toImported(
  connector: Omit<ImportedConnector, "notes" | "lost"> & {
    readonly notes: readonly ImportNote[];
    readonly lost?: readonly ImportLoss[];
  },
): Imported {
  const parsed = parseDefinition(definitionText(connector.definition));
  if (!parsed.ok) {
    const fault = parsed.faults[0];
    return {
      ok: false,
      message: `This cannot be written as a connector definition: ${fault?.path ?? "definition"}: ${fault?.message ?? ""}`,
    };
  }
  const { notes, lost = [] } = connector;
  return { ok: true, connector: { ...connector, notes: withinNoteLimit(notes), lost: withinLossLimit(lost) } };
}

/** The losses in order without repeats, cut to what can be read. */
function withinLossLimit(lost: readonly ImportLoss[]): ImportLoss[] {
  const losses = new Map<string, ImportLoss>();
  for (const { place, feature, finding: found } of lost) {
    const loss = { place: withShortTexts(place), feature, finding: withShortTexts(found) };
    losses.set(JSON.stringify(loss), loss);
  }
  const all = [...losses.values()];
  if (all.length <= MAX_LOSSES) return all;
  const rest = all.length - (MAX_LOSSES - 1);
  return [
    ...all.slice(0, MAX_LOSSES - 1),
    { place: finding("place-rest", {}), feature: "more", finding: finding("more-notes", { count: rest }) },
  ];
}

/** The refusal of what cannot be taken without losing rows. */
export function notPortable(lost: readonly ImportLoss[]): NotImported {
  const losses = withinLossLimit(lost);
  const [first] = losses;
  const said = first === undefined ? "" : ` ${findingSentence(first.place)}: ${findingSentence(first.finding)}`;
  return {
    ok: false,
    message: `This cannot be carried over without losing rows (${counted(losses.length, "reason")}).${said}`,
    lost: losses,
  };
}

/** Whether a definition is larger than a connector may be. */
export function isTooLarge(definition: LooseObject): boolean {
  return new TextEncoder().encode(definitionText(definition)).length > MAX_DEFINITION_BYTES;
}

export const DEFINITION_TOO_LARGE = "The definition would be larger than 256 kB. Choose fewer operations.";

/** A definition as text for its author to edit. */
export function definitionText(definition: LooseObject): string {
  return JSON.stringify(definition, null, 2);
}

/** Places that a note names. */
const MAX_PLACES = 2;
/** Longest text among the facts of a note or loss, in characters. */
const MAX_FACT_CHARS = 300;

/** A finding whose texts are cut to what can be read. */
function withShortTexts(found: Finding): Finding {
  return mapTexts(found, (text) => cleanText(text, MAX_FACT_CHARS));
}

/** The notes in order, equal ones merged, up to the number that a person would read. */
function withinNoteLimit(notes: readonly ImportNote[]): ImportNotes[] {
  const byFinding = new Map<string, { finding: Finding; places: Map<string, Finding> }>();
  for (const note of notes) {
    const [found, place] = [withShortTexts(note.finding), withShortTexts(note.place)];
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
