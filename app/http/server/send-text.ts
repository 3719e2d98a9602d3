import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";
import type { AppContext } from "../../platform.ts";
import { takesEncoding } from "../takes-encoding.ts";

/** Shorter texts fit into a packet as they are. */
const WORTH_COMPRESSING_BYTES = 1_000;

/** Sends a whole page or an answer of the API, compressed if that is worth it and safe. */
export async function sendText(req: Request, res: Response, body: Buffer, context: AppContext): Promise<void> {
  res.vary("Accept-Encoding");
  if (body.length < WORTH_COMPRESSING_BYTES || !takesEncoding(req, "gzip") || !mayCompress(context))
    return sendBody(res, body);
  const compressed = await promisify(gzip)(body);
  sendBody(res.set("Content-Encoding", "gzip"), compressed);
}

export function sendBody(res: Response, body: Buffer): void {
  res.setHeader("Content-Length", body.length);
  res.end(body);
}

/**
 * A text with a user's secrets is compressed only if no other site can have asked for it: from the lengths of many
 * answers to addresses of its choice that site could guess a secret in them (BREACH).
 */
function mayCompress({ facts, session }: AppContext): boolean {
  return session === null || facts.site === "same-origin" || facts.site === "none";
}
