import { base64 } from "./auth.ts";

const MASK = "•••";

/** Texts that a secret may hide in: raw, URL-encoded (both styles), JSON-encoded, base64 at each of its three offsets. */
function spellings(secret: string): string[] {
  const url = encodeURIComponent(secret);
  const bytes = new TextEncoder().encode(secret).length;
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, url, url.replaceAll("%20", "+"), url.toLowerCase(), encodeURI(secret), json, json.replaceAll("/", "\\/"), base64(secret), base64(secret).replace(/=+$/, "")];
  // Inside a longer base64 text only the middle of a secret is spelled the same; short middles would match by chance.
  for (const lead of [1, 2]) {
    const encoded = base64("\0".repeat(lead) + secret);
    const inner = encoded.slice(lead === 1 ? 2 : 3, Math.floor(((lead + bytes) * 8) / 6));
    if (inner.length >= 8) forms.push(inner);
  }
  const whole = base64(secret).slice(0, Math.floor((bytes * 8) / 6));
  if (whole.length >= 8) forms.push(whole);
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}

/**
 * Makes a function that cuts every known secret out of a text that people or logs may see.
 * Secrets of one or two characters are left: hiding them would hide every text.
 */
export function secretMask(secrets: Iterable<string>): (text: string) => string {
  const known = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < 3 || !secret.isWellFormed()) continue;
    for (const form of spellings(secret)) if (form.length >= 3) known.add(form);
  }
  const forms = [...known].sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((shown, form) => shown.replaceAll(form, MASK), text);
}
