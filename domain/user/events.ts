import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema, lineSchema } from "../core/values/schemas.ts";

const userId = idSchema;
export const ROLES = ["admin", "auditor", "editor"] as const;
const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** Streams `user-<id>`. Password hashes and keys are in the vault; events only say that they changed. */
export const userEvents = {
  UserRegistered: event({
    version: 1,
    schema: z.strictObject({ userId, name: lineSchema, email: lineSchema }),
    personal: { subject: "userId", fields: ["name", "email"] },
  }),
  UserVerified: event({ version: 1, schema: z.strictObject({ userId }) }),
  /** `previous`: the name before, which is free for others afterwards. */
  UserRenamed: event({
    version: 1,
    schema: z.strictObject({ userId, name: lineSchema, previous: lineSchema }),
    personal: { subject: "userId", fields: ["name", "previous"] },
  }),
  /** The new address is verified; `previous` is free for others afterwards. */
  EmailChanged: event({
    version: 1,
    schema: z.strictObject({ userId, email: lineSchema, previous: lineSchema }),
    personal: { subject: "userId", fields: ["email", "previous"] },
  }),
  PasswordSet: event({
    version: 1,
    schema: z.strictObject({ userId, reason: z.enum(["registered", "reset", "first", "changed"]) }),
  }),
  PlanChosen: event({
    version: 1,
    schema: z.strictObject({ userId, plan: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
  }),
  /** Who gave or removed a role is the actor of the event: the system for an address in ADMIN_EMAILS. */
  RoleGranted: event({ version: 1, schema: z.strictObject({ userId, role: roleSchema }) }),
  RoleRemoved: event({ version: 1, schema: z.strictObject({ userId, role: roleSchema }) }),
  StreamingKeyReplaced: event({
    version: 1,
    schema: z.strictObject({ userId, keyId: idSchema, prefix: idSchema, lastFour: idSchema }),
  }),
  /** There is no streaming key until the user makes another. */
  StreamingKeyRemoved: event({ version: 1, schema: z.strictObject({ userId, keyId: idSchema }) }),
  /** The user is gone from here on: nobody can log in, and what the user had is deleted by a job. */
  AccountDeleted: event({ version: 1, schema: z.strictObject({ userId }) }),
  /** The job is done: the key of the personal fields is erased too. */
  AccountErased: event({ version: 1, schema: z.strictObject({ userId }) }),
};

/** Stream name of one user. */
export function userStream(id: string): string {
  return `user-${id}`;
}

export type UserEvent = EventOf<typeof userEvents>;
