import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const FORBIDDEN = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "keep-alive",
  "cookie2",
]);

/** Headers that never hold a credential. */
export const PLAIN_HEADERS: ReadonlySet<string> = new Set(["accept", "accept-language", "content-type", "user-agent"]);

/** Why a definition or a user may not set a request header of this name, or null. Case does not matter. */
export function headerNameFault(name: string): Finding | null {
  if (!TOKEN.test(name)) return finding("header-name-invalid", { name: cutText(name, 60) });
  const lower = name.toLowerCase();
  return FORBIDDEN.has(lower) || lower.startsWith("proxy-") ? finding("header-forbidden", { name }) : null;
}

/** Why a header value may not be sent, or null: line breaks, NUL and other controls, or characters beyond Latin-1. */
export function headerValueFault(name: string, value: string): Finding | null {
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) return finding("header-with-control-characters", { name });
  if (/[^\u0000-\u00ff]/.test(value)) return finding("header-beyond-latin", { name });
  return value.length > 8_192 ? finding("header-too-long", { name }) : null;
}
