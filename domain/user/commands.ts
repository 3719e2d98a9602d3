import type { Role } from "./events.ts";
import type { PlanId } from "./plan.ts";

/** How a password came to be set: `changed` by its owner, who knew the one before. */
export type PasswordReason = "registered" | "reset" | "first" | "changed";

export type UserCommand =
  | {
      readonly type: "register";
      readonly userId: string;
      readonly name: string;
      readonly email: string;
      readonly verified: boolean;
    }
  /** A new sign-up with an address that was never verified: name and password are replaced, the mail is sent again. */
  | { readonly type: "register-again"; readonly userId: string; readonly name: string; readonly email: string }
  | { readonly type: "verify"; readonly userId: string }
  | { readonly type: "rename"; readonly userId: string; readonly name: string }
  | { readonly type: "change-email"; readonly userId: string; readonly email: string }
  | { readonly type: "set-password"; readonly userId: string; readonly reason: PasswordReason }
  | { readonly type: "choose-plan"; readonly userId: string; readonly plan: PlanId }
  | { readonly type: "grant-role"; readonly userId: string; readonly role: Role }
  | { readonly type: "remove-role"; readonly userId: string; readonly role: Role }
  | { readonly type: "remove-streaming-key"; readonly userId: string }
  | { readonly type: "delete-account"; readonly userId: string }
  /** Everything of a deleted account is erased. */
  | { readonly type: "record-erasure"; readonly userId: string }
  | {
      readonly type: "replace-streaming-key";
      readonly userId: string;
      readonly keyId: string;
      readonly prefix: string;
      readonly lastFour: string;
    };
