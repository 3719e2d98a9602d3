import type { Request, Response } from "express";
import { escapeMarkup } from "#domain/core/text/text.ts";

/** Refuses a request: JSON for `/api`, a small page for people. The sentence is shown as text. */
export function refuseRequest(req: Request, res: Response, status: number, sentence: string): void {
  res.status(status).set("Cache-Control", "no-store");
  if (isApi(req.path)) {
    res.json({ error: sentence });
    return;
  }
  const text = escapeMarkup(sentence);
  res
    .type("html")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title></head>` +
        `<body><main><h1>${status}</h1><p>${text}</p><p><a href="/">Go to the start page</a></p></main></body></html>`,
    );
}

export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}
