import { finding } from "../../core/findings/finding.ts";
import { FieldKeys, labelOf, secretField } from "../field-keys.ts";
import { cleanText, type ImportNote, type LooseObject, noteAt, textMember } from "../imported.ts";
import { mayBeSecret } from "../private-names.ts";
import { parseUrlTemplate } from "../../connector-language/json/url-template.ts";
import type { Collection } from "./collection.ts";
import { holdsSecret } from "./written-secrets.ts";

const MAX_TEXT = 20_000;
const MAX_ROUNDS = 5;

/** The variables of a collection as fields. What looks like a secret becomes a private field without its value. */
export class Variables {
  readonly keys = new FieldKeys();
  readonly fields = new Map<string, LooseObject>();
  readonly #collection: Collection;
  readonly #notes: ImportNote[];
  readonly #private = new Map<string, boolean>();

  constructor(collection: Collection, notes: ImportNote[]) {
    this.#collection = collection;
    this.#notes = notes;
  }

  /**
   * A text with a placeholder for each variable; null if it is too long, or names a value that changes each time. `use`:
   * the parameter, header or member that takes it.
   */
  text(written: string, place: string, use = ""): string | null {
    if (written.length > MAX_TEXT) return null;
    this.#collection.steps.take(1 + written.length / 2);
    let isLost = false;
    const text = written.replace(/\{\{([^{}]*)\}\}|\{([A-Za-z_][\w.-]*)\}/g, (all, name: string | undefined) => {
      if (name === undefined) return this.#isDeclared(all.slice(1, -1)) ? ((isLost = true), all) : all;
      if (name.trim().startsWith("$") || name.trim() === "") isLost = true;
      return isLost ? all : `{${this.key(name.trim(), place, use)}}`;
    });
    return isLost ? null : text;
  }

  /**
   * A base in which the variables have their values, since an address must be written out; "open" if one has none.
   * "unusable": it is too long, or a part of it may be a secret.
   */
  filled(written: string): { readonly text: string } | "open" | "unusable" {
    let text = written;
    for (let round = 0; round < MAX_ROUNDS && text.includes("{{"); round += 1) {
      this.#collection.steps.take(1 + text.length / 2);
      let length = text.length;
      const names = new Set<string>();
      text = text.replace(/\{\{([^{}]*)\}\}/g, (all, inner: string) => {
        const name = inner.trim();
        names.add(name);
        const value = this.#value(name);
        length += value === "" ? 0 : value.length - all.length;
        return length > MAX_TEXT || value === "" ? all : value;
      });
      if (length > MAX_TEXT || [...names].some((name) => this.#isPrivate(name))) return "unusable";
    }
    // Paths are put behind it: a query has no place there.
    const behindHost = text.replace(/^https?:\/\/[^/@]*(?=\/|$)/i, "");
    if (behindHost.includes("?") || holdsSecret("", behindHost)) return "unusable";
    return text.includes("{{") || !parseUrlTemplate("/x", text).ok ? "open" : { text };
  }

  /** The key of the field for a variable. It is private if the variable, or the `use` of it, is named as secrets are. */
  key(name: string, place: string, use = ""): string {
    const key = this.keys.take(name, `variable ${name}`);
    const isPrivate = this.#isPrivate(name) || mayBeSecret(use, "");
    const known = this.fields.get(key);
    if (known !== undefined && (!isPrivate || known.private === true)) return key;
    const value = this.#value(name);
    const description = cleanText(textMember(this.#collection.variables.get(name), "description") ?? "", 400);
    this.fields.set(key, {
      ...(isPrivate ? secretField(key, labelOf(name)) : { key, label: labelOf(name), type: "text", required: true }),
      ...(description === "" ? {} : { description }),
      ...(isPrivate || value === "" || value.includes("{{") ? {} : { default: cleanText(value, 1_000) }),
    });
    if (isPrivate && value !== "") this.#notes.push(noteAt(place, finding("variable-became-field", { name, key })));
    return key;
  }

  #value(name: string): string {
    return textMember(this.#collection.variables.get(name), "value") ?? "";
  }

  #isPrivate(name: string): boolean {
    const known = this.#private.get(name);
    if (known !== undefined) return known;
    const value = this.#value(name);
    this.#collection.steps.take(1 + value.length / 50);
    const type = textMember(this.#collection.variables.get(name), "type");
    const isPrivate = type === "secret" || holdsSecret(name, value);
    this.#private.set(name, isPrivate);
    return isPrivate;
  }

  #isDeclared(name: string): boolean {
    return this.fields.has(name) || this.#collection.variables.has(name);
  }
}
