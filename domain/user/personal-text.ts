import { MAX_NAME_LENGTH } from "./name-length.ts";
import { MIN_PASSWORD_LENGTH } from "./password-length.ts";
import { isCommonPassword } from "./common-password.ts";

/** C0 and C1 controls, and characters that change the direction of text: not allowed in a name. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** A user name in its stored form: NFC, single spaces, 1 to 64 characters, nothing invisible. null if it is invalid. */
export function cleanName(text: string): string | null {
  const name = text.normalize("NFC").trim().replace(/\s+/gu, " ");
  return name.length >= 1 && [...name].length <= MAX_NAME_LENGTH && !HIDDEN.test(name) && name.isWellFormed()
    ? name
    : null;
}

/** Names with the same skeleton count as one name: compatibility forms and letter case do not matter. */
export function nameSkeleton(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}

/** An e-mail address in its stored form, or null if it is invalid. Letter case does not matter. */
export function cleanEmail(text: string): string | null {
  const email = text.normalize("NFC").trim().toLowerCase();
  if (email.length > 254 || HIDDEN.test(email)) return null;
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
