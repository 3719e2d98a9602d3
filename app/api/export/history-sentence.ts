import { PLANS } from "#domain/user/plan.ts";
import type { UserEvent } from "#domain/user/events.ts";

/** What an event of an account says, for its user. */
export function historySentence({ type, data }: UserEvent): string {
  switch (type) {
    case "UserRegistered":
      return `Registered as ${data.name} with ${data.email}.`;
    case "UserVerified":
      return "Confirmed the e-mail address.";
    case "UserRenamed":
      return `Changed the name from ${data.previous} to ${data.name}.`;
    case "EmailChanged":
      return `Changed the e-mail address from ${data.previous} to ${data.email}.`;
    case "PasswordSet":
      return "Set a password.";
    case "PlanChosen":
      return `Chose the plan ${PLANS[data.plan].name}.`;
    case "RoleGranted":
      return `Got the role ${data.role}.`;
    case "RoleRemoved":
      return `Lost the role ${data.role}.`;
    case "StreamingKeyReplaced":
      return `Made a new streaming key, which ends with ${data.lastFour}.`;
    case "StreamingKeyRemoved":
      return "The streaming key was ended.";
    case "AccountDeleted":
      return "Deleted the account.";
    case "AccountErased":
      return "The data of the account was erased.";
  }
}
