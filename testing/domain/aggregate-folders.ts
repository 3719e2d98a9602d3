import { existsSync, readdirSync } from "node:fs";
import type { StreamView } from "#domain/core/aggregate.ts";
import type { EventCatalog } from "#domain/core/event-catalog.ts";
import type { DomainEvent } from "#domain/core/event-log.ts";

type AnyState = Pick<StreamView<unknown, unknown, DomainEvent>, "initialState" | "evolve" | "snapshots">;

/** An aggregate as its folder has it: its catalogs of events by name (there should be one), and what is folded from its streams. */
export type AggregateFolder = {
  readonly folder: string;
  readonly catalogs: Readonly<Record<string, EventCatalog>>;
  readonly states: Readonly<Record<string, AnyState>>;
};

const DOMAIN = new URL("../../domain/", import.meta.url);

/** Every aggregate, read from the folders of domain/ that have an events.ts: a new one needs no line in a test. */
export async function aggregateFolders(): Promise<readonly AggregateFolder[]> {
  const folders = readdirSync(DOMAIN).filter((folder) => existsSync(new URL(`${folder}/events.ts`, DOMAIN)));
  return Promise.all(folders.map(readFolder));
}

async function readFolder(folder: string): Promise<AggregateFolder> {
  const all = readdirSync(new URL(`${folder}/`, DOMAIN), { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => /^[a-z/-]+\.ts$/.test(file));
  const exported = await Promise.all(
    files.map(async (file) => (await import(new URL(`${folder}/${file}`, DOMAIN).href)) as Record<string, unknown>),
  );
  const names = exported.flatMap((each) => Object.entries(each));
  const catalogs = names.filter(([name]) => name.endsWith("Events"));
  const states = names.filter(([, value]) => typeof value === "object" && value !== null && "evolve" in value);
  return {
    folder,
    catalogs: Object.fromEntries(catalogs) as AggregateFolder["catalogs"],
    states: Object.fromEntries(states) as AggregateFolder["states"],
  };
}
