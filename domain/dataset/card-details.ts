import { z } from "zod";
import { lineSchema, proseSchema } from "../core/values/schemas.ts";

/** The parts of a card that need not be said. Empty is the same as absent. */
export const cardDetails = {
  /** The terms of a licence of the owner's own. */
  licenseTerms: proseSchema.optional(),
  /** What one row is: "one reading of one gauge". */
  rowMeaning: lineSchema.optional(),
  /** One of UPDATE_FREQUENCIES. */
  updateFrequency: lineSchema.optional(),
  /** Markdown. */
  readMe: proseSchema.optional(),
  /** Where the data come from: an address with http or https. */
  sourceUrl: lineSchema.optional(),
};
type CardDetails = z.infer<z.ZodObject<typeof cardDetails>>;

/** The details of a card, empty where nothing is said. */
export function detailsOf(card: CardDetails): Required<{ readonly [K in keyof CardDetails]: string }> {
  const { licenseTerms = "", rowMeaning = "", updateFrequency = "", readMe = "", sourceUrl = "" } = card;
  return { licenseTerms, rowMeaning, updateFrequency, readMe, sourceUrl };
}

export const columnNoteSchema = z.strictObject({
  name: lineSchema,
  /** Empty: the heading of its file. */
  label: lineSchema,
  description: lineSchema,
  unit: lineSchema,
});
/** What the owner says about a column. Empty: nothing. */
export type ColumnNote = Readonly<z.infer<typeof columnNoteSchema>>;
/** The notes of a dataset by the names of its columns; those without a word are left out. */
export type ColumnNotes = Readonly<Record<string, ColumnNote>>;

/** Characters of all notes of a dataset together. */
export const MOST_NOTE_CHARACTERS = 100_000;

/** What is said about a column. */
export function noteOf(notes: ColumnNotes, name: string): ColumnNote {
  const found = Object.hasOwn(notes, name) ? notes[name] : undefined;
  return found ?? { name, label: "", description: "", unit: "" };
}

/** The notes after some of them were written anew. */
export function withNotes(notes: ColumnNotes, changed: readonly ColumnNote[]): ColumnNotes {
  const all = new Map(Object.entries(notes));
  for (const note of changed) {
    if (note.label + note.description + note.unit === "") all.delete(note.name);
    else all.set(note.name, note);
  }
  return Object.fromEntries(all);
}

/** Of these notes the ones that say something new. */
export function newNotes(notes: ColumnNotes, given: readonly ColumnNote[]): readonly ColumnNote[] {
  return given.filter(({ name, label, description, unit }) => {
    const before = noteOf(notes, name);
    return label !== before.label || description !== before.description || unit !== before.unit;
  });
}

/** How many characters the notes have. */
export function noteCharacters(notes: ColumnNotes): number {
  return Object.values(notes).reduce(
    (sum, { name, label, description, unit }) => sum + name.length + label.length + description.length + unit.length,
    0,
  );
}
