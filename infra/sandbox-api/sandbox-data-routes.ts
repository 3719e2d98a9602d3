import {
  fault,
  isWhole,
  json,
  numbers,
  type SandboxAnswer,
  type SandboxRoutes,
  unauthorized,
} from "./sandbox-answer.ts";
import { alerts, measurements, rainfall, soil, stations } from "./sandbox-data.ts";

/** The sandbox's keys are public: visitors use them to try an API with keys. */
const SANDBOX_KEY = "sandbox-key";
const SANDBOX_USER = "sandbox";

const MAX_LIMIT = 200;

/** Endpoints that answer as APIs should, each with another kind of paging and auth. */
export const sandboxDataRoutes: SandboxRoutes = {
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
};

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
