import { Steps } from "../../core/limits/steps.ts";
import { cutText } from "../../core/text/text.ts";
import { sizeFault } from "../document-size.ts";
import { isObject, type Loose, type LooseObject, member } from "../imported.ts";

/** Members, references and characters of expressions that are looked at. Honest manifests of 1 MB take 10,000. */
const MOST_STEPS = 500_000;
const MAX_HOPS = 32;
/** The longest reference that is followed, and the longest key that a place names, in characters. */
const MAX_REFERENCE = 2_000;
const MAX_KEY = 80;

/** A value and where it is written in the document. */
export interface Placed {
  readonly value: Loose;
  readonly place: string;
}

export type OpenedManifest = { ok: true; root: Component; steps: Steps } | { ok: false; message: string };

/** Opens a manifest that was parsed. Refuses what is too large or nests too deep. */
export function openManifest(value: unknown, steps = new Steps(MOST_STEPS)): OpenedManifest {
  const fault = sizeFault(value);
  if (fault !== null) return { ok: false, message: fault };
  const manifest = new References(value as LooseObject, steps);
  const root = manifest.open({ value: value as Loose, place: "" }, new Map());
  return root === null ? { ok: false, message: "The manifest is not an object." } : { ok: true, root, steps };
}

/** Follows references within one document, each step counted. */
class References {
  readonly #root: LooseObject;
  readonly steps: Steps;

  constructor(root: LooseObject, steps: Steps) {
    this.#root = root;
    this.steps = steps;
  }

  /** The value that a reference means, which is `#/a/b` or an object with nothing but that; null if it leads nowhere. */
  resolve(at: Placed): Placed | null {
    let found: Placed | null = at;
    for (let hops = 0; found !== null && hops <= MAX_HOPS; hops += 1) {
      this.steps.take();
      const ref = referenceIn(found.value);
      if (ref === null) return found;
      found = this.#pointed(ref);
    }
    return null;
  }

  /** The object with the members of those that it refers to; its own count first. Null for another value. */
  open(at: Placed, inherited: ReadonlyMap<string, Placed>): Component | null {
    const first = this.resolve(at);
    if (first === null || !isObject(first.value)) return null;
    const members = new Map<string, Placed>();
    let layer: Placed | null = first;
    for (let hops = 0; layer !== null && isObject(layer.value); hops += 1) {
      if (hops > MAX_HOPS) return null;
      this.#add(members, layer);
      const ref: string | null = textOf(member(layer.value, "$ref"));
      const next: Placed | null = ref === null ? null : this.#pointed(ref);
      layer = next === null ? null : this.resolve(next);
    }
    return new Component(this, first.place, members, this.#parameters(members.get("$parameters"), inherited));
  }

  #parameters(own: Placed | undefined, inherited: ReadonlyMap<string, Placed>): ReadonlyMap<string, Placed> {
    const named = own === undefined ? null : this.resolve(own);
    if (named === null || !isObject(named.value)) return inherited;
    this.steps.take(inherited.size);
    const parameters = new Map(inherited);
    this.#add(parameters, named, true);
    return parameters;
  }

  /** Adds the members of an object; those that are there already stay unless `over`. */
  #add(members: Map<string, Placed>, { value, place }: Placed, over = false): void {
    if (!isObject(value)) return;
    const keys = Object.keys(value);
    this.steps.take(keys.length);
    for (const key of keys) {
      if (key === "$ref" || (members.has(key) && !over)) continue;
      members.set(key, { value: value[key] ?? null, place: placeIn(place, key) });
    }
  }

  #pointed(ref: string): Placed | null {
    this.steps.take(1 + ref.length / 100);
    if (ref.length > MAX_REFERENCE) return null;
    let at: Loose | undefined = this.#root;
    let place = "";
    for (const step of ref.slice(2).split("/")) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(at)) {
        at = /^\d{1,6}$/.test(key) ? at[Number(key)] : undefined;
        place += `[${cutText(key, 6)}]`;
      } else {
        at = member(at, key);
        place = placeIn(place, key);
      }
    }
    return at === undefined ? null : { value: at, place };
  }
}

function referenceIn(value: Loose): string | null {
  if (typeof value === "string") return value.startsWith("#/") ? value : null;
  if (!isObject(value) || Object.keys(value).length !== 1) return null;
  const ref = textOf(member(value, "$ref"));
  return ref?.startsWith("#/") === true ? ref : null;
}

function textOf(value: Loose | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function placeIn(place: string, key: string): string {
  const name = cutText(key, MAX_KEY);
  return place === "" ? name : `${place}.${name}`;
}

/** An object of a manifest with its references followed. A member that it lacks may be one of its parameters. */
export class Component {
  readonly place: string;
  readonly parameters: ReadonlyMap<string, Placed>;
  readonly #references: References;
  readonly #members: ReadonlyMap<string, Placed>;

  constructor(
    references: References,
    place: string,
    members: ReadonlyMap<string, Placed>,
    parameters: ReadonlyMap<string, Placed>,
  ) {
    this.#references = references;
    this.place = place;
    this.#members = members;
    this.parameters = parameters;
  }

  get steps(): Steps {
    return this.#references.steps;
  }

  /** The type, or what a component of this place is when it names none. */
  type(usual = ""): string {
    return textOf(this.#members.get("type")?.value) ?? usual;
  }

  /** Whether program code beside the document is part of it. */
  isCustom(): boolean {
    return this.type().startsWith("Custom") || this.#members.has("class_name");
  }

  /** A member with its references followed; null if there is none or it is empty. */
  at(key: string): Placed | null {
    const own = this.#members.get(key);
    const found = own === undefined || own.value === null || own.value === "" ? this.parameters.get(key) : own;
    const resolved = found === undefined ? null : this.#references.resolve(found);
    return resolved === null || resolved.value === null || resolved.value === "" ? null : resolved;
  }

  text(key: string): string | null {
    const value = this.at(key)?.value;
    return typeof value === "string" ? value : typeof value === "number" ? String(value) : null;
  }

  /** The place of a member, also of one that is missing. */
  placeOf(key: string): string {
    return this.#members.get(key)?.place ?? placeIn(this.place, key);
  }

  component(key: string): Component | null {
    const found = this.at(key);
    return found === null ? null : this.open(found);
  }

  /** The value as a component that inherits the parameters of this one. */
  open(at: Placed): Component | null {
    return this.#references.open(at, this.parameters);
  }

  /** The elements of a list, or the value itself as the only one. */
  list(key: string): Placed[] {
    const found = this.at(key);
    return found === null ? [] : Array.isArray(found.value) ? this.elements(found) : [found];
  }

  components(key: string): Component[] {
    return this.list(key).flatMap((each) => this.open(each) ?? []);
  }

  elements({ value, place }: Placed): Placed[] {
    if (!Array.isArray(value)) return [];
    this.steps.take(value.length);
    return value.flatMap((each, index) => this.#references.resolve({ value: each, place: `${place}[${index}]` }) ?? []);
  }

  /** The members of the component itself, without its type and parameters. */
  entries(): [key: string, value: Placed][] {
    this.steps.take(this.#members.size);
    return [...this.#members].flatMap(([key, placed]): [string, Placed][] => {
      const found = key === "type" || key === "$parameters" ? null : this.#references.resolve(placed);
      return found === null ? [] : [[key, found]];
    });
  }
}
