import { secretMask } from "#domain/connector-language/sign-in/mask.ts";

/** Shorter secrets occur by chance within the values of an API: only a value that is one counts. */
const SHORTEST_WITHIN = 6;

/** The secrets that a run knows. */
export type KnownSecrets = {
  /** Grows while the run signs in: tokens are added before they are used. */
  readonly list: string[];
  /** The text without any spelling of a secret. */
  readonly hide: (text: string) => string;
  /** Whether a value that would be stored as it is holds a secret. */
  readonly isIn: (value: string) => boolean;
};

/** The secrets of a run, none at first. */
export function knownSecrets(): KnownSecrets {
  const list: string[] = [];
  const hide = remade(list, () => secretMask(list));
  const hideWithin = remade(list, () => secretMask(list.filter(({ length }) => length >= SHORTEST_WITHIN)));
  return { list, hide, isIn: (value) => list.includes(value) || hideWithin(value) !== value };
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
