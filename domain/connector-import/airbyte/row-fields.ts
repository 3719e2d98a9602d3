import { pathOf } from "./expression/condition.ts";

type Steps = readonly (string | number)[];

/** The longest path that is followed. */
const MAX_STEPS = 32;

/** Where the fields of a row are in the answer, while transformations change the row one after another. */
export class RowFields {
  /** The places in the answer of fields that were added or removed; null if none there has their value. */
  readonly #changed = new Map<string, Steps | null>();
  /** Fields of which a part was added or removed. */
  readonly #partly = new Set<string>();
  #areRenamed = false;

  /** The place in the answer that has the value of a field of the row; null if there is none. */
  placeOf(steps: Steps): Steps | null {
    if (this.#areRenamed || steps.length > MAX_STEPS) return null;
    for (const [key, length] of prefixes(steps)) {
      const from = this.#changed.get(key);
      const place = from == null ? null : [...from, ...steps.slice(length)];
      if (from !== undefined) return place === null || place.length > MAX_STEPS ? null : place;
    }
    const isWhole = steps.length === 0 ? this.#changed.size === 0 : !this.#partly.has(JSON.stringify(steps));
    return isWhole ? steps : null;
  }

  /** The same as a path of the language. */
  pathOf(steps: Steps): string | string[] | null {
    const place = this.placeOf(steps);
    return place === null ? null : pathOf(place);
  }

  /** Whether a name is that of one field of the row, in the answer or added; not a part of an added one. */
  isField(steps: Steps): boolean {
    if (this.#areRenamed || steps.length > MAX_STEPS) return false;
    return prefixes(steps.slice(0, -1)).every(([key]) => !this.#changed.has(key));
  }

  /** Puts a value in place of a field. `from`: where the answer has it; null if no place there does. */
  change(steps: Steps, from: Steps | null): void {
    if (steps.length > MAX_STEPS) return this.rename();
    for (const [outer] of prefixes(steps.slice(0, -1))) {
      this.#partly.add(outer);
      if (this.#changed.has(outer)) this.#changed.set(outer, null);
    }
    this.#changed.set(JSON.stringify(steps), from);
  }

  /** Gives all fields other names. */
  rename(): void {
    this.#areRenamed = true;
  }
}

/** Keys of the fields on the way to a field, from the outermost to itself, and how many steps lead to them. */
function prefixes(steps: Steps): [key: string, length: number][] {
  return steps.map((_step, at) => [JSON.stringify(steps.slice(0, at + 1)), at + 1]);
}
