import { z } from "zod";
import type { AdministeredUser } from "../../administration/user-calls.ts";

/** A user in the list of admins. */
export const userBody = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: z.number(),
    roles: z.array(z.string()),
    verified: z.boolean(),
    created_at: z.string(),
    last_login: z.string().nullable(),
  })
  .meta({ id: "User" });

export function userShape({ id, name, email, plan, roles, verified, createdAt, lastLogin }: AdministeredUser) {
  return { id, name, email, plan, roles, verified, created_at: createdAt, last_login: lastLogin };
}
