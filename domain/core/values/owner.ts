import { z } from "zod";
import { idSchema } from "./schemas.ts";

/** Who owns something. Only users today; `kind` leaves room for organisations. */
export const ownerSchema = z.strictObject({ kind: z.literal("user"), id: idSchema });
export type Owner = z.infer<typeof ownerSchema>;

export function userOwner(id: string): Owner {
  return { kind: "user", id };
}
