import type { StateThen } from "#domain/use-cases/history/replay/replay.ts";
import type { Platform } from "../platform.ts";
import { type DefinitionLines, definitionLines } from "../connectors/changes/definition-lines.ts";

/** What a state has beside its definitions, which a page shows as a diff. */
type Shown<S extends StateThen> = S extends StateThen ? Omit<S, "definition" | "previousDefinition"> : never;
export type StateOf<K extends StateThen["kind"]> = Shown<Extract<StateThen, { kind: K }>>;

/** A state as its page shows it. */
export type StateShown = {
  readonly state: Shown<StateThen>;
  readonly definition: DefinitionLines | null;
  /** Names now, by the id of a user. */
  readonly people: Readonly<Record<string, string>>;
  /** By the id of a connector version: what it is called. */
  readonly connectors: Readonly<Record<string, { readonly title: string; readonly version: number }>>;
};

/** How many of those who had access are named. */
const PEOPLE_NAMED = 20;

/** A replayed state with the names of people and connectors in it. */
export async function stateShown({ queries }: Platform, then: StateThen): Promise<StateShown> {
  const named = "access" in then ? then.access.people.slice(0, PEOPLE_NAMED) : [];
  const owner = "ownerId" in then && then.ownerId !== null ? [then.ownerId] : [];
  const ids = [...new Set([...owner, ...named.flatMap(({ userId, by }) => (by === null ? [userId] : [userId, by]))])];
  const versions = then.kind === "instance" ? [then.connectorId, then.lastRun?.connectorId ?? null] : [];
  const [found, connectors] = await Promise.all([
    queries.users.byIds(ids),
    queries.catalogue.versionNames(versions.filter((id) => id !== null)),
  ]);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return {
    state: withoutDefinitions("access" in then ? { ...then, access: { ...then.access, people: named } } : then),
    definition: then.kind === "connector" ? linesOf(then) : null,
    people: Object.fromEntries(ids.map((id) => [id, names.get(id) ?? "[erased]"])),
    connectors: Object.fromEntries(connectors.map(({ id, ...name }) => [id, name])),
  };
}

/** The definition of the latest version, with what is different from the one before. */
function linesOf({ versions, definition, previousDefinition }: Extract<StateThen, { kind: "connector" }>) {
  const [before, latest] = [versions.at(-2), versions.at(-1)];
  return latest
    ? definitionLines(
        { version: latest.version, definition },
        before ? { version: before.version, definition: previousDefinition } : null,
      )
    : null;
}

function withoutDefinitions(then: StateThen): Shown<StateThen> {
  if (then.kind !== "connector") return then;
  const { definition: _, previousDefinition: __, ...state } = then;
  return state;
}
