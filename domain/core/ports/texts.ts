/** What an event holds in place of a large text: the SHA-256 of its UTF-8 in hex, and how many bytes that has. */
export type TextRef = { readonly hash: string; readonly bytes: number };

/**
 * Large texts beside the log, each kept once under its hash. A text is put here before the event that names it is written, so
 * that no event names a text that is not there.
 */
export interface Texts {
  put(text: string): Promise<TextRef>;
  /** The text, or null when it has been removed. */
  get(hash: string): Promise<string | null>;
}
