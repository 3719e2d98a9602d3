import { finding } from "../../core/findings/finding.ts";
import { labelOf, secretField } from "../field-keys.ts";
import {
  cleanText,
  type ImportLoss,
  type ImportNote,
  type Loose,
  type LooseObject,
  noteAt,
  textMember,
} from "../imported.ts";
import type { Collection } from "./collection.ts";
import type { Variables } from "./variables.ts";
import { holdsSecret } from "./written-secrets.ts";

/** What reading the requests of a collection shares. */
export type Reading = {
  readonly collection: Collection;
  readonly variables: Variables;
  readonly notes: ImportNote[];
  readonly lost: ImportLoss[];
};

/**
 * A setting for a parameter as its placeholder, with the value of the collection as its default unless that may be a
 * secret.
 */
export function settingOf(
  name: string,
  value: string,
  { variables, notes, collection }: Reading,
  place: string,
  description: string | null = null,
): string {
  collection.steps.take(1 + value.length / 50);
  const isPrivate = holdsSecret(name, value);
  const key = variables.keys.take(name, isPrivate ? `private parameter ${name}` : `parameter ${name} ${value}`);
  if (variables.fields.has(key)) return `{${key}}`;
  const about: LooseObject =
    description === null || description === "" ? {} : { description: cleanText(description.replace(/\s+/g, " "), 400) };
  const preset: LooseObject = value === "" || isPrivate ? {} : { default: cleanText(value, 1_000) };
  variables.fields.set(key, {
    ...(isPrivate ? secretField(key, labelOf(name)) : { key, label: labelOf(name), type: "text" }),
    ...about,
    ...preset,
  });
  if (isPrivate) notes.push(noteAt(place, finding("secret-became-field", { key })));
  return `{${key}}`;
}

/** Words before a credential that name how it signs in. */
const SCHEME = /^\s*(bearer|basic|token|api-?key)\s+(?=\{\{)/i;

/**
 * A text for a parameter, header or member of this name, with its variables as settings; null if it cannot be written.
 * If what is written out in it may be a secret, the whole is one private setting.
 */
export function textOf(name: string, value: string, reading: Reading, place: string): string | null {
  reading.collection.steps.take(1 + value.length / 50);
  const written = value.replace(SCHEME, "").replace(/\{\{[^{}]*\}\}/g, " ");
  if (/[\p{L}\p{N}]/u.test(written) && holdsSecret(name, value)) return settingOf(name, value, reading, place);
  return value.includes("{") ? reading.variables.text(value, place, name) : value;
}

/** A parameter of a query or form: what is written out is a setting, and so is each variable. Null as in `textOf`. */
export function parameterOf(pair: LooseObject, reading: Reading, place: string): string | null {
  const name = textMember(pair, "key") ?? "";
  const value = textMember(pair, "value") ?? "";
  return value.includes("{{")
    ? textOf(name, value, reading, place)
    : settingOf(name, value, reading, place, textMember(pair, "description"));
}

/** JSON, or null for another text. */
export function parsedJson(text: string): Loose {
  try {
    return JSON.parse(text) as Loose;
  } catch {
    return null;
  }
}
