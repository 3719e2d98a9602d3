import { createHash } from "node:crypto";
import type { Request as ExpressRequest } from "express";
import { readTheme } from "../../cookies.server.ts";
import type { AppContext } from "../../platform.ts";
import type { KeptPage } from "./kept-page.ts";
import type { PageCache } from "./page-cache.ts";

/** Pages that show every visitor the same, and only what the read models and the program say. */
const PATHS =
  /^\/(?:|about|dataapps|documentation(?:\/[\w-]+)?|use-cases|terms|imprint|cookie-settings|datastore|contact|api-documentation(?:\/(?!open$)[\w-]+)?|blog|login|register|forgot-password)$/;

/** A session, a message for the next page, and the page from which a visitor registers. */
const PERSONAL_COOKIES = /(?:^|;\s*)(?:token|flash|return)=/;

const MAX_URL = 500;

/** "3 min ago" may be late by this much. */
const LATE_BY_MS = 60_000;

/** A page as visitors get it in the present state of the read models. */
export type VisitorPage = {
  readonly etag: string;
  /** Null: it was not rendered in this state yet. */
  readonly kept: KeptPage | null;
  keep(page: KeptPage): void;
};

export type VisitorPages = (req: ExpressRequest, context: AppContext) => Promise<VisitorPage | null>;

/**
 * Keeps the pages of visitors while what they show is the same: the ETag is made of the state of the read models, the
 * URL, the colour scheme, the build and the minute. The state is read from the database for each request, before the
 * page is rendered, so that a page is never older than a command that was answered before it was asked for.
 */
export function createVisitorPages(buildId: string, cache: PageCache): VisitorPages {
  return async (req, context) => {
    const { readModels, engines } = context.platform;
    if (!isForEverybody(req) || engines.isAway("database")) return null;
    const key = `${await readTheme(req.headers.cookie)} ${req.originalUrl}`;
    // Without the database the page is rendered, and says so.
    const models = await readModels.state().catch(() => null);
    if (models === null) return null;
    const state = `${models} ${Math.floor(Date.now() / LATE_BY_MS)}`;
    return {
      etag: `W/"${createHash("sha256").update(`${buildId}\n${state}\n${key}`).digest("base64url").slice(0, 22)}"`,
      kept: cache.get(key, state),
      keep: (page) => cache.put(key, state, page),
    };
  };
}

function isForEverybody({ method, path, originalUrl, headers }: ExpressRequest): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    PATHS.test(path) &&
    originalUrl.length <= MAX_URL &&
    headers.authorization === undefined &&
    !PERSONAL_COOKIES.test(headers.cookie ?? "")
  );
}
