import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";

export type PageHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Remix with the pages in groups by the first segment of their paths. Remix flattens and compares all its routes several
 * times a request, and the pages are many; a group has few. Paths that belong to no group, and the requests of Remix' own
 * scripts for the list of routes, are answered with all.
 */
export function handlerOfRouteGroups(build: ServerBuild): PageHandler {
  const all = createRequestHandler(build, "production");
  const groups = new Map<string, PageHandler>();
  for (const name of groupNames(build)) groups.set(name, createRequestHandler(groupOf(build, name), "production"));
  return (request, context) => (groups.get(groupNameOf(new URL(request.url).pathname)) ?? all)(request, context);
}

function groupNames({ routes }: ServerBuild): Set<string> {
  return new Set(
    Object.values(routes)
      .map((route) => firstSegment(route?.path ?? ""))
      .filter((name) => /^\w[\w-]*$/.test(name)),
  );
}

/** The routes with this first segment, and those that every page needs: root, start page and "not found". */
function groupOf(build: ServerBuild, name: string): ServerBuild {
  const inGroup = <Route extends { readonly path?: string; readonly parentId?: string; readonly index?: boolean }>(
    routes: Record<string, Route | undefined>,
  ): Record<string, Route> =>
    Object.fromEntries(
      Object.entries(routes).flatMap(([id, route]) => {
        const belongs =
          route &&
          (route.parentId === undefined ||
            route.index === true ||
            route.path === "*" ||
            firstSegment(route.path ?? "") === name);
        return belongs ? [[id, route]] : [];
      }),
    );
  return {
    ...build,
    routes: inGroup(build.routes),
    assets: { ...build.assets, routes: inGroup(build.assets.routes) },
  };
}

/** The group of a path, also when its data is asked for: `/datastore.data`. */
function groupNameOf(pathname: string): string {
  return firstSegment(pathname.slice(1)).replace(/\.data$/, "");
}

function firstSegment(path: string): string {
  return path.split("/", 1)[0] ?? "";
}
