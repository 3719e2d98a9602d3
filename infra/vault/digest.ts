import { createHash } from "node:crypto";
import type { Digest } from "#domain/core/ports/texts.ts";

export const digest = {
  sha256: async (text) => createHash("sha256").update(text).digest("base64url"),
} satisfies Digest;
