import { refuse, type Refused } from "../call-result.ts";
import type { Request, RequestHandler } from "express";
import { cutText } from "#domain/core/text/text.ts";
import { factsOf } from "../request/read-request.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { isWithinPathBudget } from "../limits/path-budget.ts";
import { placeOf } from "../watching/request-place.ts";
import type { RequestPlace } from "../watching/route-book.ts";
import { isApi, isForPrograms, refuseRequest } from "./refuse-request.ts";

/** Whether a query parameter may be repeated on a path (the filters of lists and streams). */
type MayRepeat = (place: RequestPlace, path: string, name: string) => boolean;

type Fault = Refused & { readonly allow?: string };

/** Methods of pages; addresses of programs have more. */
const PAGE_METHODS = "GET, HEAD, POST";
const API_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

/**
 * Refuses what no route should have to handle: broken URLs, unknown methods, ambiguous queries and headers, bodies beyond
 * what their route takes. Files have limits of their own.
 */
export function requestGuard(mayRepeat: MayRepeat): RequestHandler {
  return (req, res, next) => {
    if (req.method === "OPTIONS" && !isForPrograms(req.path))
      return void res.status(204).set("Allow", PAGE_METHODS).end();
    const place = placeOf(res);
    const fault =
      addressFault(req, (name) => mayRepeat(place, req.path, name), factsOf(res)) ??
      methodFault(req) ??
      (place.bodyBytes === null ? null : bodyFault(req, place.bodyBytes));
    if (!fault) return next();
    // The rest of the body is not read: the connection ends with the answer.
    res.set("Connection", "close");
    if (fault.allow !== undefined) res.set("Allow", fault.allow);
    refuseRequest(req, res, fault);
  };
}

/** Methods that programs use are left to their routes, which know which of them they support. */
function methodFault({ method, path }: Request): Fault | null {
  const allow = isForPrograms(path) ? API_METHODS : PAGE_METHODS;
  const known = allow.split(", ").includes(method) || (isForPrograms(path) && method === "OPTIONS");
  return known ? null : { ...refuse("method-not-allowed", { method }), allow };
}

function addressFault(req: Request, mayRepeat: (name: string) => boolean, { fault }: RequestFacts): Fault | null {
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
  if (decoded.slice(2).includes("_data") && !mayRepeat("_data")) return refuse("data-parameter");
  const seen = new Set<string>();
  for (const name of decoded.slice(2).filter((text) => text !== null)) {
    // Remix requests the routes behind several links at once: /__manifest?p=/a&p=/b.
    const repeats = req.path === "/__manifest" || mayRepeat(name);
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
