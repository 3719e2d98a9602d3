import { fault, json, numbers, type SandboxAnswer, type SandboxRequest, type SandboxRoutes } from "./sandbox-answer.ts";
import { nestedJson, stations } from "./sandbox-data.ts";
import { sandboxDataRoutes } from "./sandbox-data-routes.ts";

const MAX_DELAY_SECONDS = 20;

/** A new set of endpoints; only `/v1/limited` has state. `now` in milliseconds. */
export function sandboxRoutes(now: () => number): (request: SandboxRequest) => SandboxAnswer {
  const routes: SandboxRoutes = {
    "/": {
      method: "GET",
      about: "This list.",
      answer: () => json({ name: "Tributary sandbox API", endpoints: index(routes) }),
    },
    ...sandboxDataRoutes,
    "/v1/limited": {
      method: "GET",
      about: "429 with Retry-After: 1 at first; the next request after that second gets 5 rows.",
      answer: limited(now),
    },
    ...awkwardRoutes,
    "/v1/nested": {
      method: "GET",
      about: "4 rows in items, with nested objects, arrays, integers past 2^53 and mixed types.",
      answer: () => ({ status: 200, body: nestedJson }),
    },
  };

  return (request) => {
    const route = Object.hasOwn(routes, request.path) ? routes[request.path] : undefined;
    if (route === undefined) return fault(404, "There is no such endpoint; / lists them.");
    if (route.method === request.method) return route.answer(request);
    return { ...fault(405, `This endpoint takes ${route.method} only.`), headers: { allow: route.method } };
  };
}

/** Endpoints that fail, or answer slowly or in another format. */
const awkwardRoutes: SandboxRoutes = {
  "/v1/slow": {
    method: "GET",
    about: `5 rows after a while. Query: delay in seconds (default 2, at most ${MAX_DELAY_SECONDS}).`,
    answer: ({ query }) =>
      numbers(query, { delay: [2, 0, MAX_DELAY_SECONDS] }, ({ delay }) => ({
        ...json(stations.slice(0, 5)),
        delayMs: delay * 1000,
      })),
  },
  "/v1/failing": { method: "GET", about: "Always 500.", answer: () => fault(500, "This endpoint always fails.") },
  "/v1/html": {
    method: "GET",
    about: "A web page where JSON is expected.",
    answer: () => ({
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: "<!doctype html><title>Sandbox</title><p>This is a web page, not JSON.</p>",
    }),
  },
  "/v1/broken": {
    method: "GET",
    about: "Cuts the connection in the middle of its answer.",
    answer: () => ({ ...json(stations), cut: true }),
  },
};

function index(routes: SandboxRoutes) {
  return Object.entries(routes).map(([path, { method, about }]) => ({ method, path, about }));
}

function limited(now: () => number): () => SandboxAnswer {
  let openAt: number | null = null;
  return () => {
    if (openAt !== null && now() >= openAt) {
      openAt = null;
      return json(stations.slice(0, 5));
    }
    openAt ??= now() + 1000;
    return { ...fault(429, "Too many requests; wait a second."), headers: { "retry-after": "1" } };
  };
}
