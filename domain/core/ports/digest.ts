/** Hashes that other sites check, such as PKCE challenges. Secrets are hashed by the vault. */
export interface Digest {
  /** SHA-256 of the text's UTF-8 in base64url, without padding. */
  sha256(text: string): Promise<string>;
}
