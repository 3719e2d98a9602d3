import { findingSentence } from "../core/findings/finding.ts";
import type { ImportLoss, ImportNotes } from "./imported.ts";

/** What an import noted, for people. */
export type ImportNoteWords = { readonly place: string; readonly message: string };
/** What an import lost, for people. */
export type ImportLossWords = ImportNoteWords & { readonly feature: string };

type Told = { readonly notes: readonly Readonly<ImportNotes>[]; readonly lost: readonly Readonly<ImportLoss>[] };

/** Writes what an import noted, and where, for people: "the body and 3 more places". */
export function importNoteWords({ places, more, finding }: Readonly<ImportNotes>): ImportNoteWords {
  const place = places.map(findingSentence).join(", ");
  return { place: more > 0 ? `${place} and ${more} more places` : place, message: findingSentence(finding) };
}

/** Writes what an import lost, and where, for people. */
export function importLossWords({ place, feature, finding }: Readonly<ImportLoss>): ImportLossWords {
  return { place: findingSentence(place), feature, message: findingSentence(finding) };
}

/** Writes all that an import tells, for people. */
export function importLines({ notes, lost }: Told): { notes: ImportNoteWords[]; lost: ImportLossWords[] } {
  return { notes: notes.map(importNoteWords), lost: lost.map(importLossWords) };
}

/** Writes what a draft was imported from, for people; null: it was not. */
export function importWords<S>(imported: (Told & { readonly source: S }) | null) {
  return imported && { source: imported.source, ...importLines(imported) };
}
