import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema, lineSchema } from "../core/values/schemas.ts";

const userId = idSchema;
const roleSchema = z.enum(["admin", "auditor", "editor"]);
export type Role = z.infer<typeof roleSchema>;

/** Streams `user-<id>`. Password hashes and keys are in the vault; events only say that they changed. */
export const userEvents = {
  UserRegistered: event({
    version: 1,
    schema: z.strictObject({ userId, name: lineSchema, email: lineSchema }),
    personal: { subject: "userId", fields: ["name", "email"] },
  }),
  UserVerified: event({ version: 1, schema: z.strictObject({ userId }) }),
  PasswordSet: event({
    version: 1,
    schema: z.strictObject({ userId, reason: z.enum(["registered", "reset", "first"]) }),
  }),
  PlanChosen: event({
    version: 1,
    schema: z.strictObject({ userId, plan: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
  }),
  RoleGranted: event({ version: 1, schema: z.strictObject({ userId, role: roleSchema }) }),
  StreamingKeyReplaced: event({
    version: 1,
    schema: z.strictObject({ userId, keyId: idSchema, prefix: idSchema, lastFour: idSchema }),
  }),
};

/** Stream name of one user. */
export function userStream(id: string): string {
  return `user-${id}`;
}

export type UserEvent = EventOf<typeof userEvents>;
