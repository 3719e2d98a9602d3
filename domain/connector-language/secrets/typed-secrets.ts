import { PLAIN_HEADERS } from "../definition/header-rules.ts";
import { isJsonObject, parseJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import type { RequestOverrides } from "../request/request.ts";
import { isSecret } from "../settings/looks-secret.ts";

/** In characters. Shorter parts occur by chance in texts that have nothing to do with them. */
const SHORTEST_PART = 8;
/** `Bearer eyJ…`, `Token: abc`: the name of a scheme, and one word. */
const WITH_SCHEME = /^\s*([A-Za-z][\w-]{0,30})(?:\s+|:\s*)(\S+)\s*$/;
/** Every part is looked for in every text, so their number is bounded; no header has more than a few credentials. */
const MOST_PARTS = 8;

/**
 * A secret, and those parts of it that an API may repeat alone: without spaces around it, without the scheme of a header
 * (a pasted `Bearer …` too), the credentials among its `name=value` pairs, the pair and the password of Basic.
 */
export function withParts(secret: string): string[] {
  const [, scheme = "", word = ""] = WITH_SCHEME.exec(secret) ?? [];
  const pair = /^basic$/i.test(scheme) ? decoded(word) : null;
  const parts = [
    ...(word.length >= SHORTEST_PART ? [word] : []),
    ...(pair === null ? [] : [pair, pair.slice(pair.indexOf(":") + 1)]),
    ...pairValues(secret),
  ];
  return [...new Set([secret, secret.trim(), ...parts.slice(0, MOST_PARTS)])].filter((text) => text !== "");
}

/** The credentials of `sid=abc; lang=de` or `Token token="abc"`. */
function pairValues(text: string): string[] {
  return text.split(/[;,\s]/).flatMap((pair) => {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1).replace(/^"|"$/g, "");
    return at > 0 && value.length >= SHORTEST_PART && isSecret(pair.slice(0, at), value) ? [value] : [];
  });
}

function decoded(base64: string): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
    );
    return text.includes(":") ? text : null;
  } catch {
    return null;
  }
}

/** What may be a credential in a user's own header rows, which the definition does not know. */
export function typedHeaderSecrets({ headers = [] }: RequestOverrides): string[] {
  return headers.flatMap(([name, value]) => (PLAIN_HEADERS.has(name.toLowerCase()) ? [] : withParts(value)));
}

/** What looks like a credential in a user's own body; the definition does not say which texts are secrets. */
export function typedBodySecrets(body: Json, name = ""): string[] {
  if (Array.isArray(body)) return body.flatMap((item) => typedBodySecrets(item, name));
  if (isJsonObject(body)) return Object.entries(body).flatMap(([key, value]) => typedBodySecrets(value, key));
  if (typeof body !== "string") return [];
  const inner = name === "" ? parseJson(body) : null;
  if (inner?.ok && typeof inner.value === "object") return typedBodySecrets(inner.value);
  return isSecret(name, body) ? withParts(body) : [];
}
