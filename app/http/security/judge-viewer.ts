import type { Request, RequestHandler, Response } from "express";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform, RequestContext } from "../../platform.ts";
import type { Refused } from "../call-result.ts";
import { judgeKey, keyHolder } from "../keys/judge-key.ts";
import type { KeyReader } from "../keys/key-credential.ts";
import { factsOf } from "../request/read-request.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { needs, watchAnswer } from "../rights/watch-answer.ts";
import { departureOf } from "../server/departure.ts";
import { placeOf } from "../watching/request-place.ts";
import { isForPrograms, refuseRequest } from "./refuse-request.ts";
import type { SessionCookie } from "./session-cookie.ts";

export type JudgeOptions = {
  readonly platform: Platform;
  readonly cookie: SessionCookie;
  /** `user` is null if the read model does not know the user. */
  readonly checkSession: (
    token: string,
    forPage: boolean,
  ) => Promise<
    | { readonly userId: string; readonly sid: string; readonly user: UserRow | null; readonly unread: number }
    | "replaced"
    | null
  >;
  readonly keys: KeyReader;
  /** How often rights are looked at again while an answer goes on. */
  readonly rightsEveryMs: number;
};

type Judged = Omit<RequestContext, "nonce" | "method" | "needs">;
type Asker = Pick<Judged, "session" | "key" | "viewer" | "unreadNotices" | "sessionEnded">;

const NOBODY: Asker = { session: null, key: null, viewer: null, unreadNotices: 0, sessionEnded: false };
const ROUTES_OF_REMIX = "/__manifest";

/**
 * Determines the viewer before a body is read; a request whose client has left ends here. An Authorization header of a
 * call counts alone, and pages ignore it. While the database is away nobody is logged in.
 */
export function judgeViewer(options: JudgeOptions): RequestHandler {
  return (req, res, next) => {
    const signal = departureOf(res);
    const judge = async (): Promise<Refused | null> => {
      const facts = factsOf(res);
      const asker = await (isCallByHeader(req, res, facts)
        ? holderOf(options, req, res)
        : browserOf(options, req, facts));
      if ("error" in asker) return asker;
      const asking: Judged = {
        ...asker,
        facts,
        clientAddress: facts.clientAddress,
        userAgent: req.headers["user-agent"] ?? "",
        requestId: String(res.locals["requestId"]),
        signal,
      };
      res.locals["asking"] = asking;
      watchRights(options, req, res, asking);
      // A request in progress while its browser logged in again must not delete the new cookie. Remix asks for its list
      // of routes by itself: the page that is asked for next says that the session has ended.
      if (asking.sessionEnded && req.path !== ROUTES_OF_REMIX) res.append("Set-Cookie", options.cookie.clear());
      return null;
    };
    judge().then((refused) => {
      if (signal.aborted) return;
      if (refused === null) return next();
      // The body is not read: the connection ends with the answer.
      res.set("Connection", "close");
      refuseRequest(req, res, refused);
    }, next);
  };
}

/**
 * Ends an answer whose session or key has ended meanwhile. A change answers with what it has done, also if that ended
 * the session.
 */
function watchRights(options: JudgeOptions, req: Request, res: Response, before: Asker): void {
  if (req.method !== "GET") return;
  const askAgain = async (): Promise<RequestContext | null> => {
    if (before.viewer === null) return requestContext(res);
    const now = before.key ? await keyAgain(options, req, factsOf(res)) : await browserOf(options, req, factsOf(res));
    return now?.viewer?.id === before.viewer.id ? { ...requestContext(res), ...now } : null;
  };
  // While the database is away nobody is logged in, which takes no right away.
  const pauses = (): boolean => options.platform.engines.isAway("database");
  watchAnswer(res, { everyMs: options.rightsEveryMs, askAgain, pauses });
}

/** Whether an API key may be the credential of this request. Streams read their own. */
function isCallByHeader({ path }: Request, res: Response, { authorization }: RequestFacts): boolean {
  if (authorization === null || placeOf(res).kind === "stream") return false;
  return isForPrograms(path) || path.startsWith("/images/");
}

async function holderOf({ platform, keys }: JudgeOptions, req: Request, res: Response): Promise<Asker | Refused> {
  if (platform.engines.isAway("database")) return NOBODY;
  const found = await judgeKey(platform, keys, req, factsOf(res));
  if (!found.ok) return found;
  res.locals["keyId"] = found.key.id;
  return { ...NOBODY, key: found.key, viewer: found.viewer };
}

async function keyAgain({ platform, keys }: JudgeOptions, req: Request, facts: RequestFacts): Promise<Asker | null> {
  const found = await keyHolder(platform, keys, req, facts.authorization);
  return found && { ...NOBODY, key: found.key, viewer: found.viewer };
}

async function browserOf(
  { platform, checkSession }: JudgeOptions,
  req: Request,
  { cookies }: RequestFacts,
): Promise<Asker> {
  const token = platform.engines.isAway("database") ? null : cookies.token;
  const found = token === null ? null : await checkSession(token, !isForPrograms(req.path));
  const session = found === "replaced" ? null : found;
  const viewer = session?.user ?? null;
  return {
    session: session && viewer ? { userId: session.userId, sid: session.sid } : null,
    key: null,
    viewer,
    unreadNotices: session?.unread ?? 0,
    sessionEnded: token !== null && !viewer && found !== "replaced",
  };
}

/** The viewer and more, as determined by `judgeViewer`. */
export function requestContext(res: Response): RequestContext {
  return {
    ...(res.locals["asking"] as Judged),
    nonce: String(res.locals["nonce"]),
    method: res.req.method,
    needs: (may) => needs(res, may),
  };
}
