import { withoutEnd } from "#domain/core/text/text.ts";

/** The cookie of the session. */
export const SESSION_COOKIE = "token";

/** Cookies that stand for one person, or are about one: a session, a message for the next page, the way back. */
const PERSONAL: ReadonlySet<string> = new Set([SESSION_COOKIE, "flash", "return"]);

const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
const VALUE = /^(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*|"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")$/;

/** Our cookies, each null if it did not come, is empty, or came with two values. */
export type Cookies = {
  /** A Cookie header came, whatever is in it. */
  readonly came: boolean;
  readonly token: string | null;
  readonly flash: string | null;
  readonly return: string | null;
  readonly theme: string | null;
  /** None is for one person, nor could be taken for such a cookie by anybody who reads the header in another way. */
  readonly areOfNobody: boolean;
};

/**
 * The cookies of a Cookie header (RFC 6265): pairs between semicolons, with spaces and tabs around names and values left
 * out. Two values of one name mean that another host has planted one: then none counts.
 */
export function readCookies(header: string | undefined): Cookies {
  const pairs = (header ?? "")
    .split(";")
    .map(trimmed)
    .filter((pair) => pair !== "")
    .map(pairOf);
  const one = (name: string): string | null => {
    const [only = null, ...others] = new Set(
      pairs.filter((pair) => pair.name === name && pair.value !== "").map(({ value }) => value),
    );
    return others.length === 0 ? only : null;
  };
  return {
    came: header !== undefined,
    token: one(SESSION_COOKIE),
    flash: one("flash"),
    return: one("return"),
    theme: one("theme"),
    areOfNobody: pairs.every(isOfNobody),
  };
}

type Pair = { readonly name: string | null; readonly value: string };

/** A text without = has no name. */
function pairOf(pair: string): Pair {
  const at = pair.indexOf("=");
  return at < 0
    ? { name: null, value: pair }
    : { name: trimmed(pair.slice(0, at)), value: trimmed(pair.slice(at + 1)) };
}

function isOfNobody({ name, value }: Pair): boolean {
  if (name === null || !NAME.test(name) || !VALUE.test(value) || name.includes("%")) return false;
  return !PERSONAL.has(name.toLowerCase().replace(/^__(?:host|secure)-/, ""));
}

/** Without the spaces and tabs that HTTP allows there; other white space belongs to a text. */
function trimmed(text: string): string {
  return withoutEnd(text.replace(/^[ \t]+/, ""), " \t");
}
