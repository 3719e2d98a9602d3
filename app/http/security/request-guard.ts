import { refuse, type Refused } from "../call-result.ts";
import type { Request, RequestHandler } from "express";
import { cutText } from "#domain/core/text/text.ts";
import { factsOf } from "../request/read-request.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { isWithinPathBudget } from "../limits/path-budget.ts";
import { isApi, refuseRequest } from "./refuse-request.ts";

export const MAX_BODY_BYTES = 1_000_000;

export interface RequestGuard {
  /** Paths that receive large bodies and have limits of their own. */
  readonly isUpload: (path: string) => boolean;
  /** Most bytes of a body at this path, if not the usual 1 MB. */
  readonly maxBytes?: (path: string) => number | undefined;
  /** Query parameters that may be repeated on a path (the filters of lists and streams). */
  readonly mayRepeat?: (path: string, name: string) => boolean;
}

type Fault = Refused & { readonly allow?: string };

/** Methods of pages; the API has more. */
const PAGE_METHODS = "GET, HEAD, POST";
const API_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

/** Refuses what no route should have to handle: broken URLs, unknown methods, ambiguous queries and headers, bodies beyond 1 MB. */
export function requestGuard(guard: RequestGuard): RequestHandler {
  return (req, res, next) => {
    if (req.method === "OPTIONS" && !isApi(req.path)) return void res.status(204).set("Allow", PAGE_METHODS).end();
    const fault =
      addressFault(req, guard, factsOf(res)) ??
      methodFault(req) ??
      (guard.isUpload(req.path) ? null : bodyFault(req, guard.maxBytes?.(req.path) ?? MAX_BODY_BYTES));
    if (!fault) return next();
    // The rest of the body is not read: the connection ends with the answer.
    res.set("Connection", "close");
    if (fault.allow !== undefined) res.set("Allow", fault.allow);
    refuseRequest(req, res, fault);
  };
}

/** Methods that the API uses are left to its routes, which know which of them they support. */
function methodFault({ method, path }: Request): Fault | null {
  const allow = isApi(path) ? API_METHODS : PAGE_METHODS;
  const known = allow.split(", ").includes(method) || (isApi(path) && method === "OPTIONS");
  return known ? null : { ...refuse("method-not-allowed", { method }), allow };
}

function addressFault(req: Request, { mayRepeat }: RequestGuard, { fault }: RequestFacts): Fault | null {
  if (!req.url.startsWith("/")) return refuse("address-not-a-path");
  if (fault !== null) return refuse(fault);
  const [path = "", query = ""] = req.url.split(/\?(.*)/s, 2);
  if (!isWithinPathBudget(path, query)) return refuse("no-such-address");
  const names = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("=", 1)[0] ?? "");
  const decoded = [path, query, ...names].map(decode);
  if (decoded.includes(null)) return refuse("percent-sign-alone");
  if (decoded.some((text) => text?.includes("\0"))) return refuse("address-with-nul");
  const pathFault = unlikelyPath(decoded[0] ?? "", req.path);
  if (pathFault) return pathFault;
  // Remix answers it from one route only; only streams may have a column of this name.
  if (decoded.slice(2).includes("_data") && mayRepeat?.(req.path, "_data") !== true) return refuse("data-parameter");
  const seen = new Set<string>();
  for (const name of decoded.slice(2).filter((text) => text !== null)) {
    // Remix requests the routes behind several links at once: /__manifest?p=/a&p=/b.
    const repeats = req.path === "/__manifest" || mayRepeat?.(req.path, name) === true;
    if (seen.has(name) && !repeats) return refuse("parameter-repeated", { parameter: cutText(name, 60) });
    seen.add(name);
  }
  return null;
}

/** Paths that clients normalise before they send them, and Remix after this check. */
function unlikelyPath(decoded: string, path: string): Fault | null {
  // Routers do not match paths with line separators.
  if (/[\\\u0000-\u001f\u007f\u2028\u2029]/.test(decoded)) return refuse("address-with-control-characters");
  if (decoded.split("/").some((part) => part === "." || part === "..")) return refuse("address-with-dots");
  // Data of pages, for their scripts; the API has none.
  return isApi(path) && path.endsWith(".data") ? refuse("no-such-address") : null;
}

function bodyFault(req: Request, most: number): Fault | null {
  if (Number(req.headers["content-length"] ?? 0) > most) return refuse("body-too-large", { bytes: most });
  // The API counts the bytes it reads; Remix buffers forms whole.
  if (req.headers["transfer-encoding"] !== undefined && !isApi(req.path)) return refuse("length-needed");
  if ((req.headers["content-encoding"] ?? "identity") !== "identity") return refuse("body-encoded");
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
