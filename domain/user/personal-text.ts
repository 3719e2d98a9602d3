import { MAX_NAME_LENGTH } from "./name-length.ts";
import { MIN_PASSWORD_LENGTH } from "./password-length.ts";
import { isCommonPassword } from "./common-password.ts";
import { cleanLine, lineFault } from "../core/text/lines.ts";

/** What nobody sees: not allowed in a name, which would look like another one. After a picture U+FE0F gives it colours. */
const HIDDEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]|(?<!\p{Extended_Pictographic})[\ufe00-\ufe0f]/u;

/**
 * A user name in its stored form: NFC, one line, single spaces, 1 to 64 characters, nothing invisible. null if it is
 * invalid.
 */
export function cleanName(text: string): string | null {
  const line = cleanLine(text.normalize("NFC"));
  if (line === "" || lineFault(line) !== null || HIDDEN.test(line)) return null;
  const name = line.replace(/\s+/gu, " ");
  return [...name].length <= MAX_NAME_LENGTH ? name : null;
}

/** Names with the same skeleton count as one name: compatibility forms and letter case do not matter. */
export function nameSkeleton(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}

/** An e-mail address in its stored form, or null if it is invalid. Letter case does not matter. */
export function cleanEmail(text: string): string | null {
  const email = text.normalize("NFC").trim().toLowerCase();
  if (email.length > 254 || lineFault(email) !== null || HIDDEN.test(email)) return null;
  return /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@.<>()[\],;:"\\]+(\.[^\s@.<>()[\],;:"\\]+)*$/u.test(email) ? email : null;
}

const MAX_PASSWORD_BYTES = 1024;

export type PasswordFault = "too-short" | "too-long" | "common";

/** Whether a password is acceptable: 8 characters or more, not absurdly long, not one that is guessed first. */
export function passwordFits(password: string): "fits" | PasswordFault {
  if ([...password].length < MIN_PASSWORD_LENGTH) return "too-short";
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return "too-long";
  return isCommonPassword(password) ? "common" : "fits";
}
