import type { IncomingMessage } from "node:http";

/** The headers that say nothing of who sends a request or to which host, each name once, several lines as one text. */
export function otherHeaders(req: IncomingMessage): [name: string, value: string][] {
  return Object.keys(req.headers)
    .filter((name) => name !== "host")
    .map((name) => [name, otherHeader(req, name) ?? ""]);
}

/** One of these headers; null if it did not come. */
export function otherHeader({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return typeof value === "object" ? value.join(", ") : (value ?? null);
}
