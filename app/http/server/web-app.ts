import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import type { AppContext, Platform } from "../../platform.ts";
import { STREAM_PARAMETERS } from "../byte-routes/byte-endpoints.ts";
import { type GatedEndpoint, mountEndpoints } from "../gate/mount-endpoints.ts";
import { type AnswerCall, serveEndpoints } from "../json-api/serve-endpoints.ts";
import { handlerOfRouteGroups, type PageHandler } from "../pages/route-groups.ts";
import type { PageCache } from "../pages/page-cache.ts";
import { servePages } from "../pages/serve-pages.ts";
import { createVisitorPages } from "../pages/visitor-pages.ts";
import { serveAssets } from "./assets.ts";
import { refuse } from "../call-result.ts";
import { isOData } from "../odata-error.ts";
import { crossOrigin, isBearer } from "../keys/cross-origin.ts";
import { tellLateAnswers } from "../late-answers.ts";
import { tellLimits } from "../limits/told-limits.ts";
import { factsOf, readRequest } from "../request/read-request.ts";
import { bodyBudget } from "../security/body-budget.ts";
import { changeLimit } from "../security/change-limit.ts";
import { type JudgeOptions, judgeViewer, requestContext } from "../security/judge-viewer.ts";
import { isForPrograms, refuseRequest } from "../security/refuse-request.ts";
import { requestGuard } from "../security/request-guard.ts";
import { pathWithoutSecrets, type RequestWatch, requestLog } from "../security/request-log.ts";
import { sameOrigin } from "../security/same-origin.ts";
import { securityHeaders } from "../security/security-headers.ts";
import { guardRoutes } from "./guard-routes.ts";
import { operations, type Operations } from "./operations.ts";
import type { SlowTransfers } from "./slow-transfers.ts";
import { DATABASE_AWAY, judgeFault } from "./unavailable.ts";
import { createRouteBook, type RequestPlace, type RouteBook } from "../watching/route-book.ts";

export type WebAppOptions = JudgeOptions & {
  readonly trustProxy: number;
  /** Called once if forwarding headers arrive and TRUST_PROXY is 0. */
  readonly onForwardingIgnored: () => void;
  readonly development: boolean;
  readonly operations: Operations;
  /** Bytes of bodies that are buffered whole. */
  readonly requestBodies: { readonly budget: ConcurrencyLimit; readonly slow: SlowTransfers };
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** Names the build; null in development, where each request may get another one. */
  readonly buildId: string | null;
  readonly pageCache: PageCache;
  /** Called when a page is asked for; what it returns is called when the page is answered. */
  readonly enterPage: () => () => void;
  /** Serves the browser's files: from the build, or by Vite in development. */
  readonly assets: { readonly folder: string } | { readonly middleware: RequestHandler };
  /** The endpoints that transfer bytes: uploads, downloads and streams. */
  readonly byteEndpoints: readonly GatedEndpoint[];
  readonly routes: RouteBook;
  readonly requests: RequestWatch;
};

/** Everything that answers HTTP, in the order in which a request passes through it. */
export function createWebApp(options: WebAppOptions): Express {
  const { platform } = options;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // As everything else compares paths.
  app.enable("case sensitive routing");
  app.use(requestLog(options.routes, options.requests));
  app.use(readRequest(options.trustProxy, options.onForwardingIgnored));
  operations(app, options.operations);
  app.use(
    securityHeaders({
      https: platform.site.appUrl.startsWith("https:"),
      development: options.development,
      ...(platform.site.contactFormUrl === null ? {} : { contactFormUrl: platform.site.contactFormUrl }),
    }),
  );
  app.use(crossOrigin());
  app.use(tellLimits());
  app.use(tellLateAnswers());
  app.use(requestGuard(mayRepeat));
  app.use("folder" in options.assets ? serveAssets(options.assets.folder) : options.assets.middleware);
  app.use(refuseWhileAway(platform));
  app.use(judgeViewer(options));
  // A password of Basic that somebody typed is sent again by browsers: it must prove its origin as a cookie does.
  app.use(sameOrigin(platform.site.appUrl, (res) => requestContext(res).key !== null && isBearer(factsOf(res))));
  app.use(changeLimit(platform.limits, requestContext));
  app.use(
    bodyBudget({
      ...options.requestBodies,
      ownerOf: (res) => requestContext(res).viewer?.id ?? requestContext(res).clientAddress,
    }),
  );
  mountEndpoints(app, options, options.byteEndpoints);
  const contextOf = (res: Response): AppContext => ({ ...requestContext(res), platform });
  app.use(serveEndpoints({ endpoints: endpointsOf(options.build), contextOf }));
  app.use(
    servePages({
      handler: pageHandler(options.build),
      contextOf,
      enterPage: options.enterPage,
      visitorPages: options.buildId === null ? null : createVisitorPages(options.buildId, options.pageCache),
    }),
  );
  app.use(lastResort(platform));
  return app;
}

/** The routes of a build; in development those of `byteEndpoints` alone before its pages are built first. */
export function routeBook(build: WebAppOptions["build"], byteEndpoints: readonly GatedEndpoint[]): RouteBook {
  const bookOf = ({ entry, routes }: ServerBuild) =>
    createRouteBook((entry.module as typeof import("../../entry.server.tsx")).endpoints, Object.values(routes));
  if (typeof build !== "function") return bookOf(build);
  let book = createRouteBook(
    byteEndpoints.map(({ endpoint }) => endpoint),
    [],
  );
  void build().then((built) => (book = bookOf(built)));
  return (method, path) => book(method, path);
}

/** The API of a build; in development each request gets that of that moment. */
function endpointsOf(build: WebAppOptions["build"]): () => AnswerCall | Promise<AnswerCall> {
  const apiOf = ({ entry }: ServerBuild) => (entry.module as typeof import("../../entry.server.tsx")).api;
  return typeof build === "function" ? async () => apiOf(await build()) : () => apiOf(build);
}

/** The pages of a build; in development each request gets those of that moment. */
function pageHandler(build: WebAppOptions["build"]): PageHandler {
  return typeof build === "function"
    ? createRequestHandler(async () => guardRoutes(await build()), "development")
    : handlerOfRouteGroups(guardRoutes(build));
}

/** Pages that show rows, and their downloads: a column may have several filters. */
const WITH_ROWS = /^\/(?:dataset_profile|connector_profile|table)\//;
const CATALOGUE_LISTS: ReadonlySet<string> = new Set(["category", "license"]);
const CATALOGUE: ReadonlySet<string> = new Set(["/api/assets", "/api/connectors"]);

function mayRepeat({ kind }: RequestPlace, path: string, name: string): boolean {
  // OData ignores parameters of other names.
  if (isOData(path)) return !name.startsWith("$");
  if (kind === "stream") return !STREAM_PARAMETERS.has(name);
  if (WITH_ROWS.test(path)) return name.startsWith("where.") || name === "show" || name === "widen";
  return CATALOGUE_LISTS.has(name) && (path.startsWith("/datastore") || CATALOGUE.has(path));
}

/** While the database is away programs are refused immediately; pages show it in their frame. */
function refuseWhileAway({ engines }: Platform): RequestHandler {
  return (req, res, next) => {
    if (!engines.isAway("database") || !isForPrograms(req.path)) return next();
    refuseRequest(req, res, DATABASE_AWAY);
  };
}

function lastResort(platform: Platform): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    // Its line in the log says that it failed, and why.
    if (res.headersSent && !res.closed)
      return void res.destroy(error instanceof Error ? error : new Error(String(error)));
    const found = judgeFault(platform, error, `${req.method} ${pathWithoutSecrets(req.path)}`);
    if (res.headersSent) return next(error);
    if (found !== null) return refuseRequest(req, res, found);
    refuseRequest(req, res, refuse("server-fault"));
  };
}
