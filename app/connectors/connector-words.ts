import type { FlashMessage } from "../cookies.server.ts";

/** Why no one can connect any more. */
export const inactiveSentence = "This connector is inactive and cannot accept new connections.";

/** The message after an instance was moved to another version. */
export function migrationMessage(version: number, unknownSettings: readonly string[]): FlashMessage {
  const done = { kind: "success", text: "Connector migrated successfully!" } as const;
  if (unknownSettings.length === 0) return done;
  const names = unknownSettings.map((key) => `"${key}"`).join(", ");
  return {
    ...done,
    note:
      unknownSettings.length === 1
        ? `v${version} has no field for ${names}: it is under Other settings.`
        : `v${version} has no fields for ${names}: they are under Other settings.`,
  };
}
