import type { Request, Response } from "express";
import { escapeMarkup } from "#domain/core/text/text.ts";
import type { Refused } from "../call-result.ts";
import { ASKS_FOR_KEY } from "../keys/key-refusals.ts";

type Sendable = Pick<Refused, "status" | "error" | "retryAfterSeconds" | "challenge">;

/** Refuses a request: JSON for `/api`, a small page for people. The sentence is shown as text. */
export function refuseRequest(req: Request, res: Response, refused: Sendable): void {
  if (isApi(req.path)) return sendRefusal(res.set("Cache-Control", "no-store"), refused);
  const { status, error, retryAfterSeconds, challenge } = refused;
  if (retryAfterSeconds !== undefined) res.set("Retry-After", String(retryAfterSeconds));
  if (challenge !== undefined) res.set("WWW-Authenticate", challenge);
  res.status(status).set("Cache-Control", "no-store");
  const text = escapeMarkup(error);
  res
    .type("html")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title></head>` +
        `<body><main><h1>${status}</h1><p>${text}</p><p><a href="/">Go to the start page</a></p></main></body></html>`,
    );
}

/** A refusal as JSON, outside Remix. */
export function sendRefusal(res: Response, { status, error, retryAfterSeconds, challenge }: Sendable): void {
  if (retryAfterSeconds !== undefined) res.set("Retry-After", String(retryAfterSeconds));
  const asks = challenge ?? (status === 401 ? ASKS_FOR_KEY : undefined);
  if (asks !== undefined) res.set("WWW-Authenticate", asks);
  res.status(status).json({ error });
}

export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}
