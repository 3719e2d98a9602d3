import { FIELD_KEY } from "../connector-language/json/placeholders.ts";
import { cutText, withoutEnd } from "../core/text/text.ts";
import { cleanText, type LooseObject } from "./imported.ts";

/** Names that no object in a definition may have as a key. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** The field key for a name in an API: `page[size]` becomes `page_size`. */
export function fieldKey(name: string): string {
  const plain = cutText(withoutEnd(name.replace(/[^A-Za-z0-9_]+/g, "_"), "_").replace(/^_+/, ""), 60);
  const key = /^[A-Za-z_]/.test(plain) ? plain : `value_${plain}`;
  return FORBIDDEN.has(key) || !FIELD_KEY.test(key) ? `${key}_value` : key;
}

/** Whether a name in an API may be a key of `query` or `headers`. */
export function mayBeKey(name: string): boolean {
  return name.length > 0 && name.length <= 200 && !FORBIDDEN.has(name) && name.isWellFormed() && !name.includes("\0");
}

/** A label for a name: `per_page` and `perPage` become "Per page". */
export function labelOf(name: string): string {
  const words = cleanText(name, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" ? "Value" : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** An id for an operation: letters, digits and `_` of a name, with a number if another has it. Adds it to `taken`. */
export function freeId(name: string, taken: Set<string>): string {
  const plain = cutText(name.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, ""), 60) || "rows";
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? plain : `${plain}_${number}`;
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

/** The fields of a definition, each under a unique key. */
export class FieldKeys {
  readonly #taken = new Set<string>();
  /** The keys by their plain one and identity, and the number from which another is looked for. */
  readonly #known = new Map<string, string>();
  readonly #next = new Map<string, number>();

  /**
   * The key for a field: the plain one, or one with a number if another field has it. Uses with the same `identity`
   * share one field.
   */
  take(name: string, identity: string): string {
    const plain = fieldKey(name);
    const use = `${plain}\n${identity}`;
    const known = this.#known.get(use);
    if (known !== undefined) return known;
    for (let number = this.#next.get(plain) ?? 1; ; number += 1) {
      const key = number === 1 ? plain : `${plain}_${number}`;
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      this.#known.set(use, key);
      this.#next.set(plain, number + 1);
      return key;
    }
  }
}

/** A required field for a secret of the user who connects. */
export function secretField(key: string, label: string): LooseObject {
  return { key, label, type: "text", required: true, private: true };
}
