import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { refuse } from "../call-result.ts";
import { pathWithoutSecrets } from "../security/request-log.ts";
import { DATABASE_AWAY, notNowFor, notNowPage } from "./unavailable.ts";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/**
 * The same pages, with a sentence if they cannot be served now: 503 if an engine does not answer, immediately while the
 * database is known to be away, and 507 if a disk is full. The root reads nothing and always shows its frame, and pages
 * without data still work. A page without a form refuses one with a sentence of ours, not with that of the framework.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const { loader, action } = route.module as { readonly loader?: Handler; readonly action?: Handler };
    const module = {
      ...route.module,
      ...(loader ? { loader: guarded(id, loader) } : {}),
      action: action ? guarded(id, action) : refuseForm,
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

function guarded(id: string, handler: Handler): Handler {
  return async (args) => {
    const { platform } = args.context;
    if (id !== "root" && platform.engines.isAway("database")) throw notNowPage(DATABASE_AWAY);
    try {
      return await handler(args);
    } catch (error) {
      if (error instanceof Response) throw error;
      const { method, url } = args.request;
      const found = notNowFor(platform, error, `${method} ${pathWithoutSecrets(new URL(url).pathname)}`);
      throw found === null ? error : notNowPage(found);
    }
  };
}

function refuseForm({ request }: ActionFunctionArgs): never {
  const { error, status } = refuse("method-not-allowed", { method: request.method });
  throw new Response(error, { status });
}
