import { type Finding, finding, findingSentence } from "../../core/findings/finding.ts";
import { type FieldKeys, labelOf, secretField } from "../field-keys.ts";
import type { ImportNote, LooseObject } from "../imported.ts";
import { looksSecret } from "../../connector-language/settings/looks-secret.ts";
import { mayBeSecret } from "../private-names.ts";

/** What an import of one request collects. */
export interface Draft {
  readonly keys: FieldKeys;
  readonly fields: Map<string, LooseObject>;
  readonly notes: ImportNote[];
}

/** Adds a secret that is not part of the auth, as a private setting. */
export function addSecret(draft: Draft, name: string, label: string, place: Finding, use: (key: string) => void): void {
  const key = draft.keys.take(name, `secret ${findingSentence(place)}`);
  draft.fields.set(key, secretField(key, labelOf(label)));
  draft.notes.push({ place, finding: finding("secret-became-field", { key }) });
  use(key);
}

/**
 * Replaces variables and `{names}` in a text with placeholders and adds a field for each; what looks like a secret
 * becomes a private field.
 */
export function placeholdersIn(text: string, place: Finding, draft: Draft): string {
  return text
    .replace(
      /\ue000(\w+)\ue001|\{([A-Za-z_][\w.-]*)\}/g,
      (_whole, variable: string | undefined, braced: string | undefined) => {
        const name = variable ?? braced ?? "";
        const key = draft.keys.take(name, `placeholder ${name}`);
        if (!draft.fields.has(key)) {
          draft.fields.set(
            key,
            mayBeSecret(name, "")
              ? secretField(key, labelOf(name))
              : { key, label: labelOf(name), type: "text", required: true },
          );
          draft.notes.push({ place, finding: finding("name-became-field", { name, key }) });
        }
        return `{${key}}`;
      },
    )
    .replace(/[^/?&=;,\s{}]{24,}/g, (piece) => {
      if (!looksSecret(piece)) return piece;
      let made = "";
      addSecret(draft, "secret", "Secret", place, (key) => void (made = `{${key}}`));
      return made;
    });
}
