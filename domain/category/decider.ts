import type { Aggregate } from "../core/aggregate.ts";
import { type Decision, emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { type CategoryEvent, categoryEvents, DEFAULT_CATEGORY, FIRST_CATEGORIES, OTHER } from "./events.ts";
import { cleanLine, lineFault } from "../core/text/lines.ts";

export const MAX_CATEGORIES = 50;
export const MAX_CATEGORY_CHARS = 40;

export type CategoryCommand =
  | { readonly type: "add"; readonly name: string }
  | { readonly type: "rename"; readonly name: string; readonly to: string }
  | { readonly type: "remove"; readonly name: string };

export type CategoryRefusal =
  | { readonly code: "category-name-invalid" }
  | { readonly code: "category-exists" }
  | { readonly code: "category-missing" }
  | { readonly code: "category-fixed" }
  | { readonly code: "too-many-categories" };

export type CategoryState = { readonly names: readonly string[] };

export const categories: Aggregate<null, CategoryState, CategoryEvent, CategoryCommand, CategoryRefusal> = {
  stream: () => "categories",
  events: categoryEvents,
  initialState: { names: FIRST_CATEGORIES },

  evolve({ names }, { type, data }) {
    switch (type) {
      case "CategoryAdded":
        return { names: [...names, data.name] };
      case "CategoryRenamed":
        return { names: names.map((name) => (name === data.name ? data.to : name)) };
      case "CategoryRemoved":
        return { names: names.filter((name) => name !== data.name) };
    }
  },

  decide({ names }, command): Decision<CategoryEvent, CategoryRefusal> {
    if (command.type === "add") {
      const name = cleanCategory(command.name);
      if (name === null) return refuse({ code: "category-name-invalid" });
      if (isTaken(names, name)) return refuse({ code: "category-exists" });
      if (names.length >= MAX_CATEGORIES) return refuse({ code: "too-many-categories" });
      return emit({ type: "CategoryAdded", data: { name } });
    }
    const { name } = command;
    if (name === DEFAULT_CATEGORY || name === OTHER) return refuse({ code: "category-fixed" });
    if (!names.includes(name)) return refuse({ code: "category-missing" });
    if (command.type === "remove") return emit({ type: "CategoryRemoved", data: { name, to: OTHER } });
    const to = cleanCategory(command.to);
    if (to === null) return refuse({ code: "category-name-invalid" });
    if (to === name) return emit();
    const others = names.filter((other) => other !== name);
    return isTaken(others, to)
      ? refuse({ code: "category-exists" })
      : emit({ type: "CategoryRenamed", data: { name, to } });
  },
};

/** The name of a category in its stored form; null if it is invalid. The DataStore's filter has an entry "all" already. */
function cleanCategory(text: string): string | null {
  const line = cleanLine(text.normalize("NFC"));
  if (lineFault(line) !== null) return null;
  const name = line.replace(/\s+/gu, " ");
  const visible = /[\p{L}\p{N}]/u.test(name) && !/\p{C}/u.test(name);
  return visible && [...name].length <= MAX_CATEGORY_CHARS && folded(name) !== "all" ? name : null;
}

function isTaken(names: readonly string[], name: string): boolean {
  return names.some((other) => folded(other) === folded(name));
}

const folded = (name: string): string => name.normalize("NFKC").toLowerCase();
