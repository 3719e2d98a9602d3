import type { Definition } from "#domain/connector-language/definition/definition.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import { type DefinitionPart, definitionParts, type PartKind } from "./definition-parts.ts";

/** What is different in a part; null: nothing was or is there. */
export type FacetChange = { readonly what: string; readonly before: string | null; readonly after: string | null };

/** A part of a connector that was added, removed or changed; `facets`: all of an added one, else the different ones. */
export type DefinitionChange = {
  readonly kind: PartKind | "card";
  readonly change: "added" | "removed" | "changed";
  readonly name: string;
  readonly facets: readonly FacetChange[];
};

/** What is different in a definition from an earlier one, by the parts that people use. */
export function definitionChanges(before: Definition, after: Definition): readonly DefinitionChange[] {
  const shown = comparable(before, after);
  const tablesNamed = before.operations.length > 1 || after.operations.length > 1;
  const old = definitionParts(before, tablesNamed).filter(shown);
  const now = definitionParts(after, tablesNamed).filter(shown);
  const [oldById, nowById] = [byId(old), byId(now)];
  const found = now.flatMap((part) => changeOf(oldById.get(placeOf(part)), part));
  const removed = old
    .filter((part) => !nowById.has(placeOf(part)))
    .map(({ kind, name }) => ({ kind, change: "removed" as const, name, facets: [] }));
  return [...found, ...removed];
}

/** Columns are compared where both versions declare them: elsewhere they would all be new, or all gone. */
function comparable(before: Definition, after: Definition): (part: DefinitionPart) => boolean {
  const declared = ({ operations }: Definition) =>
    new Set(operations.filter(({ columns }) => columns !== null).map(({ id }) => id));
  const [old, now] = [declared(before), declared(after)];
  return ({ kind, id }) => {
    const table = id.slice(0, id.lastIndexOf("\n"));
    return kind !== "column" || (old.has(table) && now.has(table));
  };
}

const placeOf = ({ kind, id }: DefinitionPart) => `${kind} ${id}`;

function byId(parts: readonly DefinitionPart[]): ReadonlyMap<string, DefinitionPart> {
  return new Map(parts.map((part) => [placeOf(part), part]));
}

function changeOf(old: DefinitionPart | undefined, now: DefinitionPart): readonly DefinitionChange[] {
  const { kind, name } = now;
  const facets = facetChanges(old?.facets ?? new Map(), now.facets);
  if (!old) return [{ kind, change: "added", name, facets }];
  return facets.length === 0 ? [] : [{ kind, change: "changed", name, facets }];
}

function facetChanges(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly FacetChange[] {
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((what) => ({ what, before: old.get(what) ?? null, after: now.get(what) ?? null }))
    .filter(({ before, after }) => before !== after);
}

type Card = Pick<ConnectorItem, "title" | "description" | "category" | "apiDocUrl">;

/** What is different in what a version is called and listed under. */
export function cardChanges(before: Card, after: Card): readonly DefinitionChange[] {
  const facets = facetChanges(cardFacets(before), cardFacets(after));
  return facets.length === 0 ? [] : [{ kind: "card", change: "changed", name: before.title, facets }];
}

function cardFacets({ title, description, category, apiDocUrl }: Card): ReadonlyMap<string, string> {
  const said = { Title: title, Description: description, Category: category, "API documentation": apiDocUrl ?? "" };
  return new Map(Object.entries(said).filter(([, words]) => words !== ""));
}
