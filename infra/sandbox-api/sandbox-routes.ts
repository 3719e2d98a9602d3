import { alerts, measurements, nestedJson, rainfall, soil, stations } from "./sandbox-data.ts";

/** The sandbox's keys are public: they let a visitor try what a keyed API feels like. */
const SANDBOX_KEY = "sandbox-key";
const SANDBOX_USER = "sandbox";

const MAX_LIMIT = 200;
const MAX_DELAY_SECONDS = 20;

export type SandboxRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
};

export type SandboxAnswer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Cut the connection after half of the body. */
  readonly cut?: true;
};

type Route = {
  readonly method: "GET" | "POST";
  readonly about: string;
  readonly answer: (request: SandboxRequest) => SandboxAnswer;
};

/** A fresh set of endpoints; only `/v1/limited` remembers anything. `now` in milliseconds. */
export function sandboxRoutes(now: () => number): (request: SandboxRequest) => SandboxAnswer {
  const routes: Readonly<Record<string, Route>> = {
    "/": {
      method: "GET",
      about: "This list.",
      answer: () => json({ name: "Tributary sandbox API", endpoints: index(routes) }),
    },
    "/v1/stations": {
      method: "GET",
      about: "48 gauging stations. No key. Query: page (from 1), limit (default 20).",
      answer: ({ query }) =>
        numbers(query, { page: [1, 1, 10_000], limit: [20, 1, MAX_LIMIT] }, ({ page, limit }) =>
          json({ page, total: stations.length, stations: stations.slice((page - 1) * limit, page * limit) }),
        ),
    },
    "/v1/measurements": {
      method: "GET",
      about: `2,880 daily measurements. Header Authorization: Bearer ${SANDBOX_KEY}. Query: cursor (from next_cursor), limit (default 200), station.`,
      answer: (request) =>
        request.header("authorization") === `Bearer ${SANDBOX_KEY}`
          ? measurementPage(request.query)
          : unauthorized(`Send the header "Authorization: Bearer ${SANDBOX_KEY}".`, "Bearer"),
    },
    "/v1/rainfall": {
      method: "GET",
      about: `720 daily sums. Header X-API-Key: ${SANDBOX_KEY}. Query: offset, limit (default 100).`,
      answer: (request) =>
        request.header("x-api-key") === SANDBOX_KEY
          ? numbers(request.query, { offset: [0, 0, 1e6], limit: [100, 1, MAX_LIMIT] }, ({ offset, limit }) =>
              json({ total: rainfall.length, data: rainfall.slice(offset, offset + limit) }),
            )
          : unauthorized(`Send the header "X-API-Key: ${SANDBOX_KEY}".`),
    },
    "/v1/soil": {
      method: "GET",
      about: `120 soil readings. Query: apikey=${SANDBOX_KEY}.`,
      answer: ({ query }) =>
        query.get("apikey") === SANDBOX_KEY ? json(soil) : unauthorized(`Add "apikey=${SANDBOX_KEY}" to the query.`),
    },
    "/v1/alerts": {
      method: "GET",
      about: `65 alerts. Basic auth, user ${SANDBOX_USER}, password ${SANDBOX_KEY}. The next page is in the Link header.`,
      answer: (request) =>
        request.header("authorization") === `Basic ${btoa(`${SANDBOX_USER}:${SANDBOX_KEY}`)}`
          ? alertPage(request.query)
          : unauthorized(`Use basic auth: user "${SANDBOX_USER}", password "${SANDBOX_KEY}".`, "Basic"),
    },
    "/v1/search": {
      method: "POST",
      about:
        'Measurements by JSON body: { "station": "ST-001", "min_level": 2, "offset": 0, "limit": 50 }, each optional.',
      answer: ({ body }) => search(body),
    },
    "/v1/limited": {
      method: "GET",
      about: "429 with Retry-After: 1 at first; the next request after that second gets 5 rows.",
      answer: limited(now),
    },
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

function index(routes: Readonly<Record<string, Route>>) {
  return Object.entries(routes).map(([path, { method, about }]) => ({ method, path, about }));
}

function measurementPage(query: URLSearchParams): SandboxAnswer {
  return numbers(query, { limit: [MAX_LIMIT, 1, MAX_LIMIT] }, ({ limit }) => {
    const station = query.get("station");
    const rows = station === null ? measurements : measurements.filter((row) => row.station_id === station);
    const cursor = query.get("cursor");
    const start = cursor === null ? 0 : Number(/^after-(\d{1,9})$/.exec(cursor)?.[1] ?? NaN);
    if (Number.isNaN(start)) return fault(400, "This cursor was not given out by this endpoint.");
    const end = start + limit;
    return json({ data: rows.slice(start, end), next_cursor: end < rows.length ? `after-${end}` : null });
  });
}

function alertPage(query: URLSearchParams): SandboxAnswer {
  return numbers(query, { page: [1, 1, 10_000], limit: [20, 1, MAX_LIMIT] }, ({ page, limit }) => {
    const next = `</v1/alerts?page=${page + 1}&limit=${limit}>; rel="next"`;
    const answer = json(alerts.slice((page - 1) * limit, page * limit));
    return page * limit < alerts.length ? { ...answer, headers: { link: next } } : answer;
  });
}

function search(body: string): SandboxAnswer {
  let wanted: unknown;
  try {
    wanted = JSON.parse(body);
  } catch {
    return fault(400, "The body is not JSON.");
  }
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted))
    return fault(400, "The body must be an object.");
  const { station, min_level = null, offset = 0, limit = 50 } = wanted as Record<string, unknown>;
  if (station !== undefined && typeof station !== "string") return fault(400, "station must be a text.");
  if (min_level !== null && typeof min_level !== "number") return fault(400, "min_level must be a number.");
  if (!isWhole(offset, 0, 1e6) || !isWhole(limit, 1, MAX_LIMIT))
    return fault(400, `offset must be at least 0, limit 1 to ${MAX_LIMIT}.`);
  const found = measurements.filter(
    (row) => (station === undefined || row.station_id === station) && (min_level === null || row.level_m >= min_level),
  );
  return json({ total: found.length, results: found.slice(offset, offset + limit) });
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

type Bounds = readonly [absent: number, least: number, most: number];

/** Reads whole numbers of the query within bounds, or answers which one is wrong. */
function numbers<K extends string>(
  query: URLSearchParams,
  wanted: Readonly<Record<K, Bounds>>,
  answer: (values: Record<K, number>) => SandboxAnswer,
): SandboxAnswer {
  const values = {} as Record<K, number>;
  for (const [name, [absent, least, most]] of Object.entries<Bounds>(wanted)) {
    const given = query.get(name);
    const value = given === null ? absent : /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (!isWhole(value, least, most)) return fault(400, `${name} must be a whole number from ${least} to ${most}.`);
    values[name as K] = value;
  }
  return answer(values);
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function json(value: unknown): SandboxAnswer {
  return { status: 200, body: JSON.stringify(value) };
}

function fault(status: number, error: string): SandboxAnswer {
  return { status, body: JSON.stringify({ error }) };
}

function unauthorized(how: string, scheme?: string): SandboxAnswer {
  const answer = fault(401, `The key is missing or wrong. ${how}`);
  return scheme === undefined ? answer : { ...answer, headers: { "www-authenticate": `${scheme} realm="sandbox"` } };
}
