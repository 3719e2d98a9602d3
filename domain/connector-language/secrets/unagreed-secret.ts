import { type Finding, finding } from "../../core/findings/finding.ts";
import type { Reach } from "../consent/consent.ts";
import { chosenAuth } from "../definition/definition.ts";
import type { Definition } from "../definition/definition.ts";
import { scalarText, stringifyJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import type { Values } from "../json/placeholders.ts";
import type { RequestDraft } from "../request/request.ts";
import { secretMask } from "../sign-in/mask.ts";
import { withParts } from "./typed-secrets.ts";

/** In characters. Shorter values occur by chance in texts that have nothing to do with them. */
const SHORTEST = 8;

type SignedDefinition = { readonly definition: Definition; readonly authChoice?: number };

/**
 * Why a request must not be sent, or null: it holds a secret although the consent names no place for it at that origin.
 * Whatever brought it there (an alias, a row that an API filled with the request it received, a part of the language
 * that is yet to come), it is found by its value, in every spelling. `values`: as the user gave them, not as a round has
 * them. `typed`: secrets that no field holds, and that must not be in this request.
 */
export function unagreedSecret(
  draft: RequestDraft,
  values: Values,
  about: SignedDefinition & { readonly consent: Reach; readonly typed?: readonly string[] },
): Finding | null {
  const { origin } = draft.url;
  const agreed = new Set(about.consent.places.filter(({ host }) => host === origin).map(({ field }) => field));
  const typed = (about.typed ?? []).filter((text) => text.length >= SHORTEST);
  const secrets: [name: string | null, texts: readonly string[]][] = [...guardedSecrets(values, about)].filter(
    ([name]) => !agreed.has(name),
  );
  if (typed.length > 0) secrets.push([null, typed]);
  if (secrets.length === 0) return null;
  const plain = [draft.url.href, ...draft.headers.flat(), bodyText(draft.body)].join("\n");
  // A URL encodes once more what a row held encoded.
  const sent = [plain, percentDecoded(plain), percentDecoded(percentDecoded(plain))].join("\n");
  const found = secrets.find(([, texts]) => secretMask(texts)(sent) !== sent);
  if (found === undefined) return null;
  const [name] = found;
  return name === null ? finding("own-row-not-agreed", { origin }) : finding("secret-not-agreed", { origin, name });
}

/**
 * The values that are looked for, by name: what signs in, and private settings. What only says who signs in, such as a
 * user name, may be part of rows.
 */
function guardedSecrets(values: Values, { definition, authChoice }: SignedDefinition): Map<string, string[]> {
  const names = new Set([...chosenAuth(definition, authChoice).credentials, ...definition.privateSettings]);
  return new Map(
    [...names].flatMap((name) => {
      const texts = textsOf(values.get(name) ?? null)
        .flatMap(withParts)
        .filter((text) => text.length >= SHORTEST);
      return texts.length === 0 ? [] : [[name, texts]];
    }),
  );
}

function textsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const text = scalarText(value);
  if (text !== null) return [text];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split("%"), (hex) => Number.parseInt(hex, 16))),
  );
}

function bodyText(body: Json): string {
  return body === null ? "" : typeof body === "string" ? body : stringifyJson(body);
}
