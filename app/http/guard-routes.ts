import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { DATABASE_AWAY, unavailable } from "./unavailable.ts";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/**
 * The same pages, answering 503 with a sentence where an engine cannot be asked: at once while the database is known to be away.
 * The root asks nothing and always has its frame to show, and pages without data go on.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const { loader, action } = route.module as { readonly loader?: Handler; readonly action?: Handler };
    const module = { ...route.module, ...(loader ? { loader: guarded(id, loader) } : {}), ...(action ? { action: guarded(id, action) } : {}) };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

function guarded(id: string, handler: Handler): Handler {
  return async (args) => {
    const { engines } = args.context.platform;
    if (id !== "root" && engines.isAway("database")) throw unavailable(DATABASE_AWAY);
    try {
      return await handler(args);
    } catch (error) {
      const found = error instanceof Response ? null : engines.unavailable(error);
      if (found === null) throw error;
      if (found.because === "busy") args.context.platform.reportError(error, `${args.request.method} ${new URL(args.request.url).pathname}`);
      throw unavailable(found);
    }
  };
}
