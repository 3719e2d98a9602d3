import { z } from "zod";

/** Something that was made, and where its page is. */
export const madeBody = z.strictObject({ id: z.string(), redirectUrl: z.string() });

/** Something that was made, and where its page is. */
export function madeShape({ id, redirectUrl }: { readonly id: string; readonly redirectUrl: string }) {
  return { id, redirectUrl };
}
