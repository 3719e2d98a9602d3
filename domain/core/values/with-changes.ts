/** `current` with the fields of `changes`. A field that is absent or undefined in `changes` stays; null is a value. */
export function withChanges<T extends object>(current: T, changes: Partial<T>): T {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(named) };
}
