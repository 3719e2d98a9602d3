import { isCommonPassword } from "./common-password.ts";

/** C0 and C1 controls, and the marks that turn the direction of text around: never part of a name. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** A user name as it is kept: NFC, single spaces, 1 to 64 characters, nothing invisible. null when it cannot be one. */
export function cleanName(text: string): string | null {
  const name = text.normalize("NFC").trim().replace(/\s+/gu, " ");
  return name.length >= 1 && [...name].length <= 64 && !HIDDEN.test(name) && name.isWellFormed() ? name : null;
}

/** What two names must differ in to be two names: compatibility forms and letter case do not count. */
export function nameSkeleton(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}

/** An e-mail address as it is kept, or null when it is none. Letter case counts nowhere. */
export function cleanEmail(text: string): string | null {
  const email = text.normalize("NFC").trim().toLowerCase();
  if (email.length > 254 || HIDDEN.test(email)) return null;
  return /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@.<>()[\],;:"\\]+(\.[^\s@.<>()[\],;:"\\]+)*$/u.test(email) ? email : null;
}

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_BYTES = 1024;

export type PasswordFault = "too-short" | "too-long" | "common";

/** Whether a password can be one: 8 characters or more, not absurdly long, none of those that are guessed first. */
export function passwordFits(password: string): "fits" | PasswordFault {
  if ([...password].length < MIN_PASSWORD_LENGTH) return "too-short";
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return "too-long";
  return isCommonPassword(password) ? "common" : "fits";
}
