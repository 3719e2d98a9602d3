const BASE = { protocol: "rest", base_url: "http://sandbox.invalid" } as const;

/** A key of the sandbox API, which the product serves itself. */
export const SANDBOX_KEY = "sandbox-key";

/** Connector definitions by what they call, as their author writes them. */
export const sandboxDefinitions: Readonly<Record<string, object>> = {
  "the stations": {
    ...BASE,
    auth: { type: "none" },
    operations: [
      {
        id: "stations",
        method: "GET",
        url: "/v1/stations",
        records: "stations",
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
  "the measurements": {
    ...BASE,
    auth: {
      type: "bearer",
      format: "Bearer {token}",
      fields: [{ key: "token", label: "Token", type: "text", required: true, private: true }],
    },
    operations: [
      {
        id: "measurements",
        method: "GET",
        url: "/v1/measurements",
        records: "data",
        retry: { max_attempts: 1 },
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
  "the stations that are on a server of one's own": {
    protocol: "rest",
    base_url: "{server}",
    auth: {
      type: "bearer",
      format: "Bearer {token}",
      fields: [{ key: "token", label: "Token", type: "text", required: true, private: true }],
    },
    operations: [
      {
        id: "stations",
        method: "GET",
        url: "/v1/stations",
        records: "stations",
        params_fields: [{ key: "server", label: "Server", type: "text", required: true }],
        retry: { max_attempts: 1 },
      },
    ],
  },
  "an endpoint that has every kind of field": {
    ...BASE,
    auth: [
      { type: "bearer", label: "Token of a person" },
      { type: "basic", label: "User name and password" },
    ],
    operations: [
      {
        id: "measurements",
        method: "GET",
        url: "/v1/measurements",
        query: { station: "{station}" },
        records: "data",
        params_fields: [
          { key: "station", label: "Station", type: "text", required: true, description: "As shown on the map." },
          { key: "since", label: "Measured since", type: "date" },
          { key: "least", label: "Least level", type: "number" },
          { key: "checked", label: "Checked ones only", type: "boolean", default: true },
          {
            key: "order",
            label: "Order",
            type: "select",
            options: ["newest first", "oldest first"],
            default: "oldest first",
          },
          { key: "why", label: "Why the oldest first", type: "text", visible_if: { order: "oldest first" } },
          { key: "basins", label: "Basins", type: "select", multiple: true, options: ["Elbe", "Danube"] },
          { key: "words", label: "Words", type: "text", multiple: true },
          {
            key: "reach",
            label: "Reach",
            type: "options_endpoint",
            options_endpoint: { url: "/v1/stations", records: "stations", value_path: "id", label_path: "name" },
          },
          {
            key: "range",
            label: "Range",
            type: "group",
            fields: [
              { key: "from", label: "From", type: "number" },
              { key: "to", label: "To", type: "number" },
            ],
          },
          {
            key: "filters",
            label: "Filters",
            type: "group",
            multiple: true,
            default: [{ field: "level" }],
            fields: [
              { key: "field", label: "Field", type: "select", options: ["level", "flow"], required: true },
              { key: "value", label: "Value", type: "text" },
            ],
          },
        ],
      },
    ],
  },
  "an endpoint that always fails": {
    ...BASE,
    auth: { type: "none" },
    operations: [{ id: "failing", method: "GET", url: "/v1/failing", retry: { max_attempts: 1 } }],
  },
  "an endpoint that answers with a web page": {
    ...BASE,
    auth: { type: "none" },
    operations: [{ id: "page", method: "GET", url: "/v1/html", retry: { max_attempts: 1 } }],
  },
};

/** A connector to one URL that returns a list. */
export function listAt(url: string): object {
  return {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "list", method: "GET", url, records: "$", retry: { max_attempts: 1 } }],
  };
}

/** The same for an API that needs a key. */
export function keyedAt(url: string): object {
  const auth = {
    type: "bearer",
    fields: [{ key: "token", label: "Token", type: "text", required: true, private: true }],
  };
  return { ...listAt(url), auth };
}

/** The same, page by page. */
export function pagesAt(url: string): object {
  return {
    protocol: "rest",
    auth: { type: "none" },
    operations: [
      {
        id: "list",
        url,
        records: "$",
        retry: { max_attempts: 1 },
        write_disposition: "replace",
        pagination: { strategy: "page", page_param: "page", start: 1 },
      },
    ],
  };
}

/** The same for a list of changes since a day. */
export function changesAt(url: string): object {
  const incremental = { cursor_field: "changed", start_param: "since", initial_value: "2026-01-01" };
  return {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "list", url, records: "$", retry: { max_attempts: 1 }, primary_key: "id", incremental }],
  };
}

/** A connector to a list of bridges of a region, which is a setting. */
export function regionAt(url: string): object {
  const params_fields = [{ key: "region", label: "Region", type: "text", required: true }];
  return {
    protocol: "rest",
    auth: { type: "none" },
    operations: [
      { id: "list", url, query: { region: "{region}" }, records: "$", retry: { max_attempts: 1 }, params_fields },
    ],
  };
}

/** A connector to the changes in a region. `key` identifies equal rows; without it rows are appended. */
export function changesIn(url: string, key: boolean): object {
  const incremental = { cursor_field: "changed", start_param: "since", initial_value: "2026-01-01" };
  const params_fields = [{ key: "region", label: "Region", type: "text" }];
  return {
    protocol: "rest",
    auth: { type: "none" },
    operations: [
      {
        id: "list",
        url,
        query: { region: "{region}" },
        records: "$",
        retry: { max_attempts: 1 },
        ...(key ? { primary_key: "id" } : {}),
        params_fields,
        incremental,
      },
    ],
  };
}

/** A connector to the bridges of several places, with one request each. */
export function placesAt(url: string, places: readonly string[]): object {
  const params_fields = [{ key: "place", label: "Places", type: "text", multiple: true, default: places }];
  return {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "list", url: `${url}/{place}`, records: "$", retry: { max_attempts: 1 }, params_fields }],
  };
}

/** A connector to one URL that lists bridges, with options for a bridge and for one of its spans. */
export function choicesAt(url: string): object {
  const choice = (key: string, label: string, endpoint: object) => ({
    key,
    label,
    type: "options_endpoint",
    options_endpoint: { ...endpoint, value_path: "id", label_path: "name" },
  });
  const params_fields = [
    choice("bridge", "Bridge", { url }),
    choice("span", "Span", { url: `${url}/{bridge}/spans`, depends_on: "bridge" }),
  ];
  return {
    protocol: "rest",
    auth: { type: "none" },
    retry: { max_attempts: 1 },
    operations: [{ id: "list", url, records: "$", params_fields }],
  };
}
