import { counted } from "../../ui/data/format.ts";
import type { DefinitionChange } from "./definition-changes.ts";

type Kind = DefinitionChange["kind"];

/** The kinds of parts, in the order in which they are shown: a heading and the word for one. */
export const KIND_WORDS: Readonly<Record<Kind, { readonly title: string; readonly one: string }>> = {
  card: { title: "Name and description", one: "description" },
  host: { title: "Hosts that are called", one: "host" },
  "sign-in": { title: "Signing in to the API", one: "way to sign in" },
  credential: { title: "Credentials", one: "credential" },
  setting: { title: "Settings", one: "setting" },
  table: { title: "Output tables", one: "output table" },
  column: { title: "Columns", one: "column" },
  request: { title: "Requests", one: "request" },
};

/** Changes of one kind. */
export type ChangesOfKind = { readonly kind: Kind; readonly changes: readonly DefinitionChange[] };

/** The changes by their kind; kinds without any are left out. */
export function changesByKind(changes: readonly DefinitionChange[]): readonly ChangesOfKind[] {
  return (Object.keys(KIND_WORDS) as Kind[])
    .map((kind) => ({ kind, changes: changes.filter((change) => change.kind === kind) }))
    .filter(({ changes: found }) => found.length > 0);
}

/** How many parts are different: "2 settings, 1 column"; "" for none. */
export function countWords(changes: readonly DefinitionChange[]): string {
  return changesByKind(changes)
    .map(({ kind, changes: found }) => (kind === "card" ? "its description" : countOf(kind, found.length)))
    .join(", ");
}

function countOf(kind: Kind, count: number): string {
  return kind === "sign-in"
    ? counted(count, "way to sign in", "ways to sign in")
    : counted(count, KIND_WORDS[kind].one);
}

/** "1 added, 2 changed". */
export function changeWords(changes: readonly DefinitionChange[]): string {
  return (["added", "changed", "removed"] as const)
    .map((word) => ({ word, count: changes.filter(({ change }) => change === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(", ");
}
