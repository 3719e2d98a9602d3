import { finding } from "../../core/findings/finding.ts";
import { FieldKeys, labelOf, secretField } from "../field-keys.ts";
import { cleanText, type ImportNote, type LooseObject, noteAt, textMember } from "../imported.ts";
import { isSecret } from "../../connector-language/settings/looks-secret.ts";
import { parseUrlTemplate } from "../../connector-language/json/url-template.ts";
import type { Collection } from "./collection.ts";

const MAX_TEXT = 20_000;
const MAX_ROUNDS = 5;

/** The variables of a collection as fields. What looks like a secret becomes a private field without its value. */
export class Variables {
  readonly keys = new FieldKeys();
  readonly fields = new Map<string, LooseObject>();
  readonly #collection: Collection;
  readonly #notes: ImportNote[];

  constructor(collection: Collection, notes: ImportNote[]) {
    this.#collection = collection;
    this.#notes = notes;
  }

  /** A text with a placeholder for each variable; null if it is too long, or names a value that changes each time. */
  text(written: string, place: string): string | null {
    if (written.length > MAX_TEXT) return null;
    this.#collection.steps.take(1 + written.length / 2);
    let isLost = false;
    const text = written.replace(/\{\{([^{}]*)\}\}|\{([A-Za-z_][\w.-]*)\}/g, (all, name: string | undefined) => {
      if (name === undefined) return this.#isDeclared(all.slice(1, -1)) ? ((isLost = true), all) : all;
      if (name.trim().startsWith("$") || name.trim() === "") isLost = true;
      return isLost ? all : `{${this.key(name.trim(), place)}}`;
    });
    return isLost ? null : text;
  }

  /** A text in which the variables have their values, for an address that must be written out; null if one has none. */
  filled(written: string): string | null {
    let text = written;
    for (let round = 0; round < MAX_ROUNDS && text.includes("{{") && text.length <= MAX_TEXT; round += 1) {
      this.#collection.steps.take(1 + text.length / 2);
      text = text.replace(/\{\{([^{}]*)\}\}/g, (all, name: string) => {
        const value = textMember(this.#collection.variables.get(name.trim()), "value");
        return value === null || value === "" ? all : value;
      });
    }
    return text.includes("{{") || !parseUrlTemplate("/x", text).ok ? null : text;
  }

  /** The key of the field for a variable. */
  key(name: string, place: string): string {
    const key = this.keys.take(name, `variable ${name}`);
    if (this.fields.has(key)) return key;
    const variable = this.#collection.variables.get(name);
    const value = textMember(variable, "value") ?? "";
    const description = cleanText(textMember(variable, "description") ?? "", 400);
    const isPrivate = textMember(variable, "type") === "secret" || isSecret(name, value);
    this.fields.set(key, {
      ...(isPrivate ? secretField(key, labelOf(name)) : { key, label: labelOf(name), type: "text", required: true }),
      ...(description === "" ? {} : { description }),
      ...(isPrivate || value === "" || value.includes("{{") ? {} : { default: cleanText(value, 1_000) }),
    });
    if (isPrivate && value !== "") this.#notes.push(noteAt(place, finding("variable-became-field", { name, key })));
    return key;
  }

  #isDeclared(name: string): boolean {
    return this.fields.has(name) || this.#collection.variables.has(name);
  }
}
