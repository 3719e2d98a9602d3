import { type Token, tokensOf } from "./filter-tokens.ts";
import { said } from "./literal.ts";
import { QueryFault } from "./query-fault.ts";

const MAX_CHARS = 10_000;

/** Reads the parts of a query option one after the other. */
export class TokenReader {
  /** For sentences: `$filter` or `$apply`. */
  readonly option: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(option: string, text: string) {
    if (text.length > MAX_CHARS) throw new QueryFault(`${option} is longer than 10,000 characters.`);
    this.option = option;
    this.#tokens = tokensOf(option, text);
  }

  get next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  /** How many parts were read. */
  get place(): number {
    return this.#at;
  }

  /** Whether the next part is a name with a bracket behind it. */
  get isCall(): boolean {
    const after = this.#tokens[this.#at + 1];
    return this.next.kind === "name" && after?.kind === "mark" && after.text === "(";
  }

  take(): Token {
    const token = this.next;
    this.#at += 1;
    return token;
  }

  takeIf(kind: Token["kind"], text: string): boolean {
    const found = this.next.kind === kind && this.next.text === text;
    if (found) this.#at += 1;
    return found;
  }

  expect(mark: string): void {
    if (!this.takeIf("mark", mark)) throw this.unexpected(mark);
  }

  /** Characters of the texts in quotes since a place. */
  textsSince(place: number): number {
    const read = this.#tokens.slice(place, this.#at).filter(({ kind }) => kind === "string");
    return read.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Makes the fault that something else should be next. */
  unexpected(wanted: string): QueryFault {
    return new QueryFault(
      `${this.option} has ${said(this.next)} at character ${this.next.at}, where ${wanted} should be.`,
    );
  }
}
