type Kept<T> = { readonly made: T; readonly chars: number };

/**
 * The same function, with what it made of JSON values remembered by their text, up to so many characters of text and
 * result; what was asked for longest ago is forgotten first. Results are shared, and frozen for that.
 */
export function remembered<T>(make: (value: object) => T, mostChars: number): (value: object) => T {
  const kept = new Map<string, Kept<T>>();
  /** Saves writing the same value as text again, for example within one request. */
  const byValue = new WeakMap<object, T>();
  let chars = 0;

  const keep = (text: string, made: T): Kept<T> => {
    const size = text.length + JSON.stringify(made).length;
    chars += size;
    return { made, chars: size };
  };
  const byText = (value: object): T => {
    const text = JSON.stringify(value);
    const found = kept.get(text) ?? keep(text, frozen(make(value)));
    // The end of the map is what was asked for last.
    kept.delete(text);
    kept.set(text, found);
    for (const [oldest, { chars: size }] of kept) {
      if (chars <= mostChars) break;
      kept.delete(oldest);
      chars -= size;
    }
    return found.made;
  };
  return (value) => {
    const found = byValue.get(value) ?? byText(value);
    byValue.set(value, found);
    return found;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
