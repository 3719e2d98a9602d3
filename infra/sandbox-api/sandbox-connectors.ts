import type { StarterConnector } from "#domain/use-cases/administration/first-start.ts";

const base = { protocol: "rest", base_url: "http://sandbox.invalid" } as const;

/** Connectors to the sandbox API: they work without a network, each with another auth and paging. */
export const sandboxConnectors: readonly StarterConnector[] = [
  {
    title: "Sandbox: river gauging stations",
    description:
      "48 gauging stations of an invented river basin, served by this server itself. Needs no key and no network: the quickest way to see a connector run. Numbered pages.",
    category: "Environment",
    definition: {
      ...base,
      auth: { type: "none" },
      operations: [
        {
          id: "stations",
          name: "Stations",
          method: "GET",
          url: "/v1/stations",
          records: "stations",
          columns: [
            { name: "id", type: "text" },
            { name: "name", type: "text" },
            { name: "reach", type: "text" },
            { name: "latitude", type: "number" },
            { name: "longitude", type: "number" },
            { name: "elevation_m", type: "integer" },
            { name: "active", type: "boolean" },
            { name: "opened", type: "date" },
          ],
          primary_key: "id",
          pagination: {
            strategy: "page",
            page_param: "page",
            limit_param: "limit",
            limit: 20,
            start: 1,
            total_path: "total",
          },
        },
      ],
    },
  },
  {
    title: "Sandbox: daily river measurements",
    description:
      "2,880 daily levels and flows, behind a bearer token. The token is sandbox-key. Pages by cursor; one station can be picked, for example ST-001.",
    category: "Environment",
    definition: {
      ...base,
      auth: {
        type: "bearer",
        format: "Bearer {token}",
        fields: [{ key: "token", label: "Token (it is sandbox-key)", type: "text", required: true, private: true }],
      },
      operations: [
        {
          id: "measurements",
          name: "Measurements",
          method: "GET",
          url: "/v1/measurements",
          query: { station: "{station}" },
          params_fields: [
            { key: "station", label: "Station, for example ST-001 (empty: all)", type: "text", required: false },
          ],
          records: "data",
          columns: [
            { name: "id", type: "integer" },
            { name: "station_id", type: "text" },
            { name: "date", type: "date" },
            { name: "level_m", type: "number" },
            { name: "flow_m3s", type: "number" },
            { name: "temperature_c", type: "number" },
          ],
          primary_key: "id",
          pagination: {
            strategy: "cursor",
            cursor_param: "cursor",
            cursor_path: "next_cursor",
            limit_param: "limit",
            limit: 200,
          },
        },
      ],
    },
  },
  {
    title: "Sandbox: high-water alerts",
    description:
      "65 alerts behind a user name and a password: sandbox and sandbox-key. Each answer names the next page in its Link header.",
    category: "Environment",
    definition: {
      ...base,
      auth: {
        type: "basic",
        fields: [
          { key: "username", label: "User name (it is sandbox)", type: "text", required: true, private: true },
          { key: "password", label: "Password (it is sandbox-key)", type: "text", required: true, private: true },
        ],
      },
      operations: [
        {
          id: "alerts",
          name: "Alerts",
          method: "GET",
          url: "/v1/alerts",
          records: "$",
          columns: [
            { name: "id", type: "text" },
            { name: "station_id", type: "text" },
            { name: "raised_at", type: "date" },
            { name: "severity", type: "text" },
            { name: "message", type: "text" },
          ],
          primary_key: "id",
          pagination: { strategy: "link" },
        },
      ],
    },
  },
  {
    title: "Sandbox: when an API misbehaves",
    description:
      "Calls one endpoint that asks to wait, one that is slow and one that always fails, to show retries and what a partly failed run looks like.",
    category: "Technology",
    definition: {
      ...base,
      auth: { type: "none" },
      operations: [
        { id: "limited", name: "Asks to wait first", method: "GET", url: "/v1/limited", records: "$" },
        {
          id: "slow",
          name: "Slow",
          method: "GET",
          url: "/v1/slow",
          query: { delay: "{delay}" },
          params_fields: [
            { key: "delay", label: "Delay in seconds, at most 20", type: "number", required: true, default: 2 },
          ],
          records: "$",
        },
        { id: "failing", name: "Always fails", method: "GET", url: "/v1/failing", retry: { max_attempts: 2 } },
      ],
    },
  },
];
