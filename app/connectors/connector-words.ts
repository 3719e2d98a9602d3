/** Why no one can connect any more. */
export const inactiveSentence = "This connector is inactive and cannot accept new connections.";

/** The message after an instance was moved to another version. */
export function migrationWords(version: number, unknownSettings: readonly string[]): string {
  const done = "Connector migrated successfully!";
  if (unknownSettings.length === 0) return done;
  const [one] = unknownSettings;
  return unknownSettings.length === 1
    ? `${done} v${version} has no field for "${one}": it is under Other settings.`
    : `${done} v${version} has no fields for ${unknownSettings.map((key) => `"${key}"`).join(", ")}: they are under Other settings.`;
}
