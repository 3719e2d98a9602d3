import { createHash } from "node:crypto";
import type { Request as ExpressRequest } from "express";
import { readTheme } from "../../cookies.server.ts";
import type { AppContext } from "../../platform.ts";
import { factsOfNobody, isOfNobody } from "../request/request-facts.ts";
import type { KeptPage } from "./kept-page.ts";
import type { PageCache } from "./page-cache.ts";

/** Pages that show every visitor the same, and only what the read models and the program say. */
const PATHS =
  /^\/(?:|about|dataapps|documentation(?:\/[\w-]+)?|use-cases|terms|imprint|cookie-settings|datastore|contact|api-documentation(?:\/(?!open$)[\w-]+)?|blog|login|register|forgot-password)$/;

const MAX_URL = 500;

/** "3 min ago" may be late by this much. */
const LATE_BY_MS = 60_000;

/** A page as visitors get it in the present state of the read models. */
export type VisitorPage = {
  readonly etag: string;
  /** Null: it was not rendered in this state yet. */
  readonly kept: KeptPage | null;
  /** What it is rendered from: nothing but its address and the colour scheme. */
  readonly request: Request;
  readonly context: AppContext;
  /** Throws if it was rendered for somebody. */
  keep(page: KeptPage): void;
};

export type VisitorPages = (req: ExpressRequest, context: AppContext) => Promise<VisitorPage | null>;

/**
 * Keeps the pages of visitors while what they show is the same: the ETag is made of the state of the read models, the
 * URL, the colour scheme, the build and the minute. The state is read from the database for each request, before the
 * page is rendered, so that a page is never older than a command that was answered before it was asked for. Only
 * requests of nobody get one, and it is rendered from a request of nobody: whatever else the first one said, no loader
 * can read it.
 */
export function createVisitorPages(buildId: string, cache: PageCache): VisitorPages {
  return async (req, context) => {
    const { readModels, engines } = context.platform;
    if (!isForEverybody(req, context) || engines.isAway("database")) return null;
    const theme = await readTheme(context.facts.cookies);
    const key = `${theme} ${req.originalUrl}`;
    // Without the database the page is rendered, and says so.
    const models = await readModels.state().catch(() => null);
    if (models === null) return null;
    const state = `${models} ${Math.floor(new Date().getTime() / LATE_BY_MS)}`;
    const asked = contextOfNobody(context, theme === "system" ? null : context.facts.cookies.theme);
    return {
      request: new Request(asked.platform.site.appUrl + req.originalUrl, { signal: asked.signal }),
      context: asked,
      etag: `W/"${createHash("sha256").update(`${buildId}\n${state}\n${key}`).digest("base64url").slice(0, 22)}"`,
      kept: cache.get(key, state),
      keep(page) {
        if (!isNobody(asked)) throw new Error("A page that was rendered for somebody is never kept.");
        cache.put(key, state, page);
      },
    };
  };
}

function isForEverybody({ method, path, originalUrl }: ExpressRequest, context: AppContext): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    PATHS.test(path) &&
    originalUrl.length <= MAX_URL &&
    isOfNobody(context.facts) &&
    isNobody(context)
  );
}

function isNobody({ viewer, session, key, unreadNotices, sessionEnded, facts }: AppContext): boolean {
  return (
    viewer === null &&
    session === null &&
    key === null &&
    unreadNotices === 0 &&
    !sessionEnded &&
    facts.cookies.areOfNobody
  );
}

/** `theme`: the value of the cookie. */
function contextOfNobody({ platform, requestId, nonce, signal }: AppContext, theme: string | null): AppContext {
  return {
    ...{ platform, requestId, nonce, signal },
    ...{ session: null, key: null, viewer: null, unreadNotices: 0, sessionEnded: false },
    ...{ facts: factsOfNobody(theme), clientAddress: "", userAgent: "", method: "GET" },
    // What everybody may see needs no right.
    needs: () => undefined,
  };
}
