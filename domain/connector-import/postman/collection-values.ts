import { finding } from "../../core/findings/finding.ts";
import { isSecret } from "../../connector-language/settings/looks-secret.ts";
import { labelOf, secretField } from "../field-keys.ts";
import { cleanText, type ImportLoss, type ImportNote, type Loose, type LooseObject, noteAt } from "../imported.ts";
import type { Collection } from "./collection.ts";
import type { Variables } from "./variables.ts";

/** What reading the requests of a collection shares. */
export type Reading = {
  readonly collection: Collection;
  readonly variables: Variables;
  readonly notes: ImportNote[];
  readonly lost: ImportLoss[];
};

/** The key of the setting for a parameter, with the value of the collection as its default unless that may be a secret. */
export function settingOf(
  name: string,
  value: string,
  description: string | null,
  variables: Variables,
  notes: ImportNote[],
  place: string,
): string {
  const isPrivate = isSecret(name, value);
  const key = variables.keys.take(name, `parameter ${name} ${isPrivate ? "" : value}`);
  if (variables.fields.has(key)) return key;
  const about: LooseObject =
    description === null || description === "" ? {} : { description: cleanText(description.replace(/\s+/g, " "), 400) };
  const preset: LooseObject = value === "" || isPrivate ? {} : { default: cleanText(value, 1_000) };
  variables.fields.set(key, {
    ...(isPrivate ? secretField(key, labelOf(name)) : { key, label: labelOf(name), type: "text" }),
    ...about,
    ...preset,
  });
  if (isPrivate) notes.push(noteAt(place, finding("secret-became-field", { key })));
  return key;
}

/** JSON, or null for another text. */
export function parsedJson(text: string): Loose {
  try {
    return JSON.parse(text) as Loose;
  } catch {
    return null;
  }
}
