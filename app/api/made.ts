import { z } from "zod";

/** What was created, and the path of its page. */
export const madeBody = z.strictObject({ id: z.string(), redirectUrl: z.string() });

/** What was created, and the path of its page. */
export function madeShape({ id, redirectUrl }: { readonly id: string; readonly redirectUrl: string }) {
  return { id, redirectUrl };
}
