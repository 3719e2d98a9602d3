import { findingSentence } from "../core/findings/finding.ts";
import type { ImportNotes } from "./imported.ts";

/** Writes what an import noted, and where, for people: "the body and 3 more places". */
export function importNoteWords({ places, more, finding }: Readonly<ImportNotes>): { place: string; message: string } {
  const place = places.map(findingSentence).join(", ");
  return { place: more > 0 ? `${place} and ${more} more places` : place, message: findingSentence(finding) };
}

/** Writes what a draft was imported from, for people; null: it was not. */
export function importWords<S>(imported: { readonly source: S; readonly notes: readonly ImportNotes[] } | null) {
  return imported && { source: imported.source, notes: imported.notes.map(importNoteWords) };
}
