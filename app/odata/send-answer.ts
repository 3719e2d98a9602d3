import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { Request, Response } from "express";
import { isDeparture } from "../http/server/departure.ts";

/** Sends an answer in the pieces in which it is made; gzip if the client takes it. A client that leaves is no fault. */
export async function sendAnswer(
  req: Request,
  res: Response,
  headers: Readonly<Record<string, string>>,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const zipped = req.acceptsEncodings(["gzip", "identity"]) === "gzip";
  res.status(200).set({ Vary: "Accept, Accept-Encoding, Authorization, Prefer", ...headers });
  if (zipped) res.set("Content-Encoding", "gzip");
  if (req.method === "HEAD") return void res.end();
  const source = Readable.from(pieces);
  try {
    await (zipped ? pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), res) : pipeline(source, res));
  } catch (error) {
    if (!isDeparture(error)) throw error;
  }
}
