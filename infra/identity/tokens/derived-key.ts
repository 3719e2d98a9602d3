import { hkdfSync } from "node:crypto";
import type { Secret } from "#domain/core/text/secret.ts";

/**
 * A key of 256 bits for one purpose, derived from the installation's secret: HKDF-SHA-256 (RFC 5869) with the purpose
 * as `info`, so that no key can be used in place of another. Changing a purpose's text makes everything encrypted with
 * it unreadable.
 */
export function derivedKey(secret: Secret, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret.reveal(), "", `tributary/${purpose}`, 32));
}
