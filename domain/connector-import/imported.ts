import { parseDefinition } from "../connector-language/validation/parse-definition.ts";
import { TooManySteps } from "../core/limits/steps.ts";
import { counted } from "../core/text/counted.ts";
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

/** Something that costs rows or fields: where in the source, what it is there, and one sentence. */
export interface ImportLoss {
  place: string;
  feature: string;
  message: string;
}

/** The content of a draft. parseDefinition accepts the definition. */
export interface ImportedConnector {
  title: string;
  description: string;
  apiDocUrl: string | null;
  definition: LooseObject;
  notes: ImportNote[];
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
export function toImported(connector: Omit<ImportedConnector, "lost"> & { readonly lost?: ImportLoss[] }): Imported {
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
export function withinLossLimit(lost: readonly ImportLoss[]): ImportLoss[] {
  const losses = new Map<string, ImportLoss>();
  for (const { place, feature, message } of lost) {
    const loss = { place: cleanText(place, 300), feature, message: cleanText(message, 400) };
    losses.set(JSON.stringify(loss), loss);
  }
  const all = [...losses.values()];
  if (all.length <= MAX_LOSSES) return all;
  const rest = all.length - (MAX_LOSSES - 1);
  return [
    ...all.slice(0, MAX_LOSSES - 1),
    { place: "the rest", feature: "more", message: `${rest} more things could not be carried over.` },
  ];
}

/** The refusal of what cannot be taken without losing rows. */
export function notPortable(lost: readonly ImportLoss[]): NotImported {
  const losses = withinLossLimit(lost);
  const [first] = losses;
  return {
    ok: false,
    message: `This cannot be carried over without losing rows (${counted(losses.length, "reason")}). ${first?.place ?? ""}: ${first?.message ?? ""}`,
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

/** The notes in order, equal ones merged, up to the number that a person would read. */
function withinNoteLimit(notes: ImportNote[]): ImportNote[] {
  const places = new Map<string, Set<string>>();
  for (const { place, message } of notes) {
    const said = cleanText(message, 400);
    const at = cleanText(place, 200);
    places.set(said, (places.get(said) ?? new Set()).add(at));
  }
  const joined = [...places].map(([message, all]) => {
    const [first = "", second] = all;
    const more = second === undefined ? "" : all.size === 2 ? `, ${second}` : ` and ${all.size - 1} more places`;
    return { place: first + more, message };
  });
  if (joined.length <= MAX_NOTES) return joined;
  return [
    ...joined.slice(0, MAX_NOTES - 1),
    { place: "the rest", message: `${joined.length - (MAX_NOTES - 1)} more things could not be carried over.` },
  ];
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
