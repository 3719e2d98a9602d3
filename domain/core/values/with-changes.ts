/** `current` with the fields that `changes` names. A field that is absent or undefined in `changes` stays as it is; null is a value. */
export function withChanges<T extends object>(current: T, changes: Partial<T>): T {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(named) };
}
