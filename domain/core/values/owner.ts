import { z } from "zod";
import { idSchema } from "./schemas.ts";

/** Who something belongs to. Only users today; `kind` leaves room for organisations. */
export const ownerSchema = z.strictObject({ kind: z.literal("user"), id: idSchema });
export type Owner = z.infer<typeof ownerSchema>;

export function userOwner(id: string): Owner {
  return { kind: "user", id };
}
