import type { Response } from "express";
import type { RequestPlace } from "./route-book.ts";

/** Keeps where a request belongs, for `placeOf`. */
export function keepPlace(res: Response, place: RequestPlace): void {
  res.locals["place"] = place;
}

/** Tells where a request belongs. Throws if nothing has looked that up (`requestLog`). */
export function placeOf(res: Response): RequestPlace {
  const place = res.locals["place"] as RequestPlace | undefined;
  if (place === undefined) throw new Error("A request is asked for its place before it was looked up (requestLog).");
  return place;
}
