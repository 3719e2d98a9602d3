import type { Request, RequestHandler } from "express";
import { isApi, refuseRequest } from "./refuse-request.ts";

export const MAX_BODY_BYTES = 1_000_000;

export interface RequestGuard {
  /** Paths that take large bodies and have limits of their own. */
  readonly isUpload: (path: string) => boolean;
  /** Bytes that a body of this path may have, where that is not the usual 1 MB. */
  readonly maxBytes?: (path: string) => number | undefined;
  /** Query parameters that may come more than once on a path (the filters of lists and streams). */
  readonly mayRepeat?: (path: string, name: string) => boolean;
}

type Fault = { readonly status: number; readonly sentence: string };

/** Turns away what no route should have to think about: broken addresses, ambiguous queries, bodies beyond 1 MB. */
export function requestGuard(guard: RequestGuard): RequestHandler {
  return (req, res, next) => {
    const fault = addressFault(req, guard) ?? (guard.isUpload(req.path) ? null : bodyFault(req, guard.maxBytes?.(req.path) ?? MAX_BODY_BYTES));
    if (!fault) return next();
    // The rest of the body is not read: the connection ends with the answer.
    res.set("Connection", "close");
    refuseRequest(req, res, fault.status, fault.sentence);
  };
}

function addressFault(req: Request, { mayRepeat }: RequestGuard): Fault | null {
  const bad = (sentence: string): Fault => ({ status: 400, sentence });
  if (!req.url.startsWith("/")) return bad("The address must be a path.");
  if (!/^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(req.headers.host ?? "")) return bad("The Host header is not valid.");
  const [path = "", query = ""] = req.url.split(/\?(.*)/s, 2);
  const names = query.split("&").filter((pair) => pair !== "").map((pair) => pair.split("=", 1)[0] ?? "");
  const decoded = [path, query, ...names].map(decode);
  if (decoded.includes(null)) return bad("The address has a percent sign that is not followed by a character's code in UTF-8.");
  if (decoded.some((text) => text?.includes("\0"))) return bad("The address must not contain NUL characters.");
  const seen = new Set<string>();
  for (const name of decoded.slice(2).filter((text) => text !== null)) {
    // Remix asks for the routes behind several links at once: /__manifest?p=/a&p=/b.
    const repeats = req.path === "/__manifest" || mayRepeat?.(req.path, name) === true;
    if (seen.has(name) && !repeats) return bad("A query parameter was given more than once.");
    seen.add(name);
  }
  return null;
}

function bodyFault(req: Request, most: number): Fault | null {
  if (Number(req.headers["content-length"] ?? 0) > most) return { status: 413, sentence: `The request is larger than ${most / 1_000_000} MB.` };
  // Calls of the API count what they read; forms are read whole by Remix.
  if (req.headers["transfer-encoding"] !== undefined && !isApi(req.path)) return { status: 411, sentence: "Send the body with its Content-Length." };
  if ((req.headers["content-encoding"] ?? "identity") !== "identity") return { status: 415, sentence: "Send the body without Content-Encoding." };
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
