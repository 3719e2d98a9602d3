/** Stored in an event in place of a large text: the SHA-256 of its UTF-8 in hex, and its length in bytes. */
export type TextRef = { readonly hash: string; readonly bytes: number };

/**
 * Large texts beside the log, each stored once under its hash. A text is stored before the event that names it, so that
 * no event names a missing text.
 */
export interface Texts {
  put(text: string): Promise<TextRef>;
  /** The text, or null if it has been removed. */
  get(hash: string): Promise<string | null>;
}

/** Hashes that other sites check, such as PKCE challenges. Secrets are hashed by the vault. */
export interface Digest {
  /** SHA-256 of the text's UTF-8 in base64url, without padding. */
  sha256(text: string): Promise<string>;
}
