import type { RequestHandler, Response } from "express";
import { type RequestFacts, readFacts, takeOut } from "./request-facts.ts";

/**
 * Reads who sends a request, for `factsOf`, and takes the headers away that it was read from. The address that the
 * outermost of `hops` proxies saw is the client's; with 0 hops forwarding headers do not count, and `onIgnored` is called at
 * the first one: behind a proxy all visitors then look like one, and share its limits. Forwarded hosts never count: the
 * public address is APP_URL.
 */
export function readRequest(hops: number, onIgnored: () => void = () => undefined): RequestHandler {
  let told = false;
  return (req, res, next) => {
    const facts = readFacts(req, hops);
    takeOut(req);
    res.locals["facts"] = facts;
    if (facts.forwarded && hops === 0 && !told) {
      told = true;
      onIgnored();
    }
    next();
  };
}

/** What `readRequest` has read. Throws if it did not come first. */
export function factsOf(res: Response): RequestFacts {
  const facts = res.locals["facts"] as RequestFacts | undefined;
  if (facts === undefined) throw new Error("A request is judged before it was read (readRequest).");
  return facts;
}
