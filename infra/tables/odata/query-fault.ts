import { cutText } from "#domain/core/text/text.ts";

/** What is wrong with a query: it cannot be read, or it asks for something that is not supported. */
export class QueryFault extends Error {
  readonly reason: "invalid" | "unsupported";
  constructor(message: string, reason: "invalid" | "unsupported" = "invalid") {
    super(message);
    this.reason = reason;
  }
}

/** A part of the query for a sentence. */
export function quoted(text: string): string {
  return `"${text.length > 60 ? `${cutText(text, 60)}…` : text}"`;
}
