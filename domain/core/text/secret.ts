/**
 * A value that must not leak: printed, logged, in a template string or in JSON it reads `[redacted]`. Only `reveal()`
 * returns the text, so every use of a secret can be found by that name.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return "[redacted]";
  }

  toJSON(): string {
    return "[redacted]";
  }

  /** What `console.log` and `util.inspect` show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[redacted]";
  }
}
