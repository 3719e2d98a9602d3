import type { Request, RequestHandler } from "express";
import { cutText } from "#domain/core/text/text.ts";
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

type Fault = { readonly status: number; readonly sentence: string; readonly allow?: string };

/** Pages are read and their forms are posted; calls know some more. */
const PAGE_METHODS = "GET, HEAD, POST";
const API_METHODS = "GET, HEAD, POST, PATCH, DELETE";

/** Turns away what no route should have to think about: broken addresses, unknown methods, ambiguous queries, bodies beyond 1 MB. */
export function requestGuard(guard: RequestGuard): RequestHandler {
  return (req, res, next) => {
    if (req.method === "OPTIONS" && !isApi(req.path)) return void res.status(204).set("Allow", PAGE_METHODS).end();
    const fault =
      addressFault(req, guard) ??
      methodFault(req) ??
      (guard.isUpload(req.path) ? null : bodyFault(req, guard.maxBytes?.(req.path) ?? MAX_BODY_BYTES));
    if (!fault) return next();
    // The rest of the body is not read: the connection ends with the answer.
    res.set("Connection", "close");
    if (fault.allow !== undefined) res.set("Allow", fault.allow);
    refuseRequest(req, res, fault.status, fault.sentence);
  };
}

/** Methods that the API has somewhere are left to its routes, which know which of them they have. */
function methodFault({ method, path }: Request): Fault | null {
  const allow = isApi(path) ? API_METHODS : PAGE_METHODS;
  const known = allow.split(", ").includes(method) || (isApi(path) && (method === "PUT" || method === "OPTIONS"));
  return known ? null : { status: 405, sentence: `${method} is not possible here.`, allow };
}

function addressFault(req: Request, { mayRepeat }: RequestGuard): Fault | null {
  const bad = (sentence: string): Fault => ({ status: 400, sentence });
  if (!req.url.startsWith("/")) return bad("The address must be a path.");
  if (!/^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(req.headers.host ?? ""))
    return bad("The Host header is not valid.");
  if (req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1)
    return bad("The Host header came more than once.");
  const [path = "", query = ""] = req.url.split(/\?(.*)/s, 2);
  const names = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("=", 1)[0] ?? "");
  const decoded = [path, query, ...names].map(decode);
  if (decoded.includes(null))
    return bad("The address has a percent sign that is not followed by a character's code in UTF-8.");
  if (decoded.some((text) => text?.includes("\0"))) return bad("The address must not contain NUL characters.");
  const pathFault = unlikelyPath(decoded[0] ?? "", req.path);
  if (pathFault) return pathFault;
  // Remix answers it from one route alone; only the streams may have a column of this name.
  if (decoded.slice(2).includes("_data") && mayRepeat?.(req.path, "_data") !== true)
    return bad("There is no query parameter _data here.");
  const seen = new Set<string>();
  for (const name of decoded.slice(2).filter((text) => text !== null)) {
    // Remix asks for the routes behind several links at once: /__manifest?p=/a&p=/b.
    const repeats = req.path === "/__manifest" || mayRepeat?.(req.path, name) === true;
    if (seen.has(name) && !repeats) return bad(`The parameter ${cutText(name, 60)} is given twice.`);
    seen.add(name);
  }
  return null;
}

/** What clients tidy up before they send it, and Remix after we have looked at it. */
function unlikelyPath(decoded: string, path: string): Fault | null {
  if (/[\\\u0000-\u001f\u007f]/.test(decoded))
    return { status: 400, sentence: "The address must not contain backslashes or control characters." };
  if (decoded.split("/").some((part) => part === "." || part === ".."))
    return { status: 400, sentence: "The address must not contain . or .. as a part of its path." };
  // Data of pages, for their scripts; calls have none.
  return isApi(path) && path.endsWith(".data")
    ? { status: 404, sentence: "There is nothing under this address." }
    : null;
}

function bodyFault(req: Request, most: number): Fault | null {
  if (Number(req.headers["content-length"] ?? 0) > most)
    return { status: 413, sentence: `The request is larger than ${most / 1_000_000} MB.` };
  // Calls of the API count what they read; forms are read whole by Remix.
  if (req.headers["transfer-encoding"] !== undefined && !isApi(req.path))
    return { status: 411, sentence: "Send the body with its Content-Length." };
  if ((req.headers["content-encoding"] ?? "identity") !== "identity")
    return { status: 415, sentence: "Send the body without Content-Encoding." };
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
