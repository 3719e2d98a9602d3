import { MASK, secretForms, secretMask } from "#domain/connector-language/sign-in/mask.ts";

/** Shorter secrets occur by chance within the values of an API: only a value that is one counts. */
const SHORTEST_WITHIN = 6;
/** Shorter secrets stay in cells: the rows are the user's data, and such words are in them by chance. */
const SHORTEST_IN_CELLS = 8;
/** The name of an account is no secret, and many rows name the account that read them. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The secrets that a run knows. */
export type KnownSecrets = {
  /** Grows while the run signs in: tokens are added before they are used. */
  readonly list: string[];
  /** The text without any spelling of a secret. */
  readonly hide: (text: string) => string;
  /** Whether a value that would be stored as it is holds a secret. */
  readonly isIn: (value: string) => boolean;
  /** The text of a cell without the credentials that it repeats. */
  readonly hideInCell: (text: string) => string;
};

/** The secrets of a run, none at first. */
export function knownSecrets(): KnownSecrets {
  const list: string[] = [];
  const hide = remade(list, () => secretMask(list));
  const hideWithin = remade(list, () => secretMask(list.filter(({ length }) => length >= SHORTEST_WITHIN)));
  const hideInCell = remade(list, () => cellMask(list));
  return { list, hide, isIn: (value) => list.includes(value) || hideWithin(value) !== value, hideInCell };
}

/** One pattern of all spellings: there are millions of cells. */
function cellMask(list: readonly string[]): (text: string) => string {
  const secrets = list.filter((secret) => !EMAIL.test(secret));
  const forms = secretForms(secrets, SHORTEST_IN_CELLS).map(literal);
  if (forms.length === 0) return (text) => text;
  const pattern = new RegExp(forms.join("|"), "g");
  return (text) => (text.length < SHORTEST_IN_CELLS ? text : text.replace(pattern, MASK));
}

/** A mask that is made again when secrets have been added. */
function remade(list: readonly string[], make: () => (text: string) => string): (text: string) => string {
  let mask = (text: string) => text;
  let count = 0;
  return (text) => {
    if (list.length !== count) [mask, count] = [make(), list.length];
    return mask(text);
  };
}

/** The pattern of a text. Digits are looked for as a whole number: they are part of longer ones by chance. */
function literal(form: string): string {
  if (/^\d+$/.test(form)) return `(?<!\\d)${form}(?!\\d)`;
  return form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
