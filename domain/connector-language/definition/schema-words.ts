import type { z } from "zod";
import type { JsonValue } from "./json-schema.ts";
import type * as schema from "./schema.ts";

/** What a key means, in the words that the editor and /documentation share. A new key of the language needs its words here. */
export type KeyWords = { says: string; default?: JsonValue; example: JsonValue };
type Words<S extends z.ZodType> = Record<keyof z.input<S>, KeyWords>;

const operationDefaults = {
  method: { says: "The HTTP method.", default: "GET", example: "POST" },
  base_url: {
    says: "What a relative url is appended to, with one slash between. Credentials go to this origin only.",
    example: "https://api.example.com/v1",
  },
  headers: {
    says: "Headers of every request. An unset placeholder leaves its header out.",
    example: { "Accept-Language": "{language}" },
  },
  query: {
    says: "Query parameters of every request. An unset placeholder leaves its parameter out.",
    example: { status: "{status}" },
  },
  params_fields: {
    says: "The settings that a person fills in. Each key is a placeholder.",
    example: [{ key: "status", label: "Status" }],
  },
  body_template: {
    says: "The body of a POST: an object or list, or a text that holds one. A value that is only a placeholder keeps its type.",
    example: { filter: { status: "{status}" } },
  },
  records: {
    says: "Where the rows are in the answer. When absent: the root if it is a list, else its only list of objects, else the root as one row. A path that is missing fails the run.",
    example: "data.items",
  },
  pagination: {
    says: "How the next page is asked for: a strategy's name, or an object.",
    default: "none",
    example: { strategy: "page", page_param: "page" },
  },
  for_each: {
    says: 'Repeats the operation: name to "<operation id>.<field>" for each row of a parent, or to "{setting}" for each value of a list.',
    example: { project_id: "projects.id" },
  },
  include_from_parent: {
    says: "Fields of the parent's row that become columns <parent id>__<field>.",
    example: ["name"],
  },
  incremental: {
    says: "Asks only for what is new since the last successful run.",
    example: { cursor_field: "updated_at", start_param: "since" },
  },
  primary_key: { says: "The column or columns by which a row replaces the one it had before.", example: "id" },
  write_disposition: {
    says: 'How rows come into the table. When absent, the person\'s "Override existing table" decides.',
    example: "merge",
  },
  response_actions: {
    says: "What an answer means that needs its own reading. The first rule that matches counts.",
    example: [{ status: 404, action: "ignore" }],
  },
  retry: {
    says: "How often a failed request is tried, and where the answer says how long to wait.",
    example: { max_attempts: 3 },
  },
  response_format: {
    says: "What the answer is written in; gzip is known by its bytes. In XML attributes are @name, children are lists even of one, text beside them is #text. In CSV plain numbers and true or false are such, 007 is text.",
    default: "json",
    example: "csv",
  },
  delimiter: { says: "The separator of CSV answers.", default: ",", example: ";" },
  columns: {
    says: "The columns of the table. When absent, all fields; objects in objects become parent__child.",
    example: [{ name: "id", type: "integer" }],
  },
  filter: {
    says: "Rows that do not match are left out. Of several rules, all must match.",
    example: { path: "archived", equals: false },
  },
  null_values: { says: "Values that mean empty, in every column.", example: ["", "N/A"] },
  rate_limit: {
    says: "At most this many requests in this time, to one host, by all operations of a run together.",
    example: { requests: 10, per: "second" },
  },
  concurrency: {
    says: "How many rounds (values of for_each or of a list) are asked at once; their rows come in order.",
    default: 1,
    example: 4,
  },
  name: { says: "What people call the operation. Its id when absent.", example: "Open issues" },
} satisfies Record<string, KeyWords>;

const field = {
  key: { says: "The placeholder's name, and the name under which the value is kept.", example: "owner" },
  label: { says: "What stands above the control. The key when absent.", example: "Owner" },
  description: {
    says: "One sentence under the control.",
    example: "The user or organisation that has the repository.",
  },
  type: {
    says: "The control. bool is boolean; group holds fields; options_endpoint asks the API for its options.",
    default: "text",
    example: "select",
  },
  required: { says: "Whether a value must be given before a run.", default: false, example: true },
  options: { says: "The choices of a select.", example: ["open", { value: "all", label: "All of them" }] },
  default: { says: "The value until a person gives another.", example: "open" },
  multiple: {
    says: "Takes a list. Used without for_each it is run once for each value, which becomes a column.",
    default: false,
    example: true,
  },
  private: {
    says: "A secret: kept encrypted, never shown again, sent to the agreed hosts only. Fields of auth are private unless this is false.",
    example: true,
  },
  visible_if: {
    says: "Shows the field only while other fields hold these values.",
    example: { mode: ["hourly", "daily"] },
  },
  options_endpoint: {
    says: "Where the options come from.",
    example: { url: "/projects", value_path: "id", label_path: "name" },
  },
} satisfies Record<string, KeyWords>;

const matcher = {
  path: {
    says: "The place in the answer or row. Alone it matches when something not null is there.",
    example: "error.code",
  },
  equals: { says: "Matches this value.", example: "rate_limited" },
  in: { says: "Matches any of these values.", example: ["deleted", "archived"] },
  exists: { says: "Matches when something is there, or with false when nothing is.", example: true },
} satisfies Record<string, KeyWords>;

/** The words of every key, by the part of the language it stands in. */
export const SCHEMA_WORDS = {
  definition: {
    protocol: { says: "The only protocol.", example: "rest" },
    $schema: {
      says: "The address of this schema, by which editors elsewhere find it.",
      example: "https://data.example.org/schemas/connector.json",
    },
    version: { says: "The version of the language.", default: 1, example: 1 },
    auth: { says: "How requests are signed. A list lets the person pick one.", example: { type: "bearer" } },
    operations: {
      says: "What is asked. Each operation fills one table; the first one's url is shown on the profile.",
      example: [{ id: "issues", url: "/issues" }],
    },
    check: { says: "The operation that tests a connection.", example: { operation: "me" } },
    ...operationDefaults,
  },
  auth: {
    type: { says: "The kind of credential.", example: "bearer" },
    label: { says: "What the person reads when picking from several.", example: "Personal access token" },
    in: { says: "Where the credential goes.", default: "header", example: "query" },
    name: {
      says: "The header or parameter that carries it. X-API-Key for apikey in a header, the first field's key in a query, else Authorization.",
      example: "X-Token",
    },
    format: {
      says: "How the credential is written there. When absent: Bearer {token}, or the value of the first private field alone.",
      example: "Bearer {token}",
    },
    fields: {
      says: "What a person enters when connecting. When absent: token; username and password; client_id and client_secret.",
      example: [{ key: "token", label: "Access token", required: true }],
    },
    grant_type: { says: "How oauth2 gets its token.", default: "authorization_code", example: "client_credentials" },
    authorization_url: {
      says: "The page where the person agrees. Needed for authorization_code only.",
      example: "https://example.com/oauth/authorize",
    },
    token_url: { says: "Where oauth2 gets its token.", example: "https://example.com/oauth/token" },
    scopes: { says: "What is asked for.", example: ["read:user"] },
    scope_separator: { says: "What stands between scopes.", default: " ", example: "," },
    authorization_params: { says: "Further parameters of the sign-in page.", example: { access_type: "offline" } },
    token_params: {
      says: "Further parameters of the token request.",
      example: { audience: "https://api.example.com" },
    },
    token_auth: {
      says: "Whether the client's id and secret go into a header (basic) or into the body.",
      example: "body",
    },
    pkce: { says: "Whether the sign-in is bound to this server by PKCE.", default: true, example: false },
    login: {
      says: "The request that opens a session.",
      example: {
        method: "POST",
        url: "https://api.example.com/login",
        body: { user: "{username}", password: "{password}" },
      },
    },
    token_path: { says: "Where the login's answer has the token.", example: "data.token" },
    expires_in_path: {
      says: "Where the login's answer says for how many seconds the token is good.",
      example: "data.expires_in",
    },
  },
  login: {
    method: { says: "The HTTP method.", default: "POST", example: "POST" },
    url: { says: "The address of the login.", example: "https://api.example.com/login" },
    headers: { says: "Headers of the login.", example: { "X-Client": "tributary" } },
    body: {
      says: "The body of the login, with placeholders.",
      example: { user: "{username}", password: "{password}" },
    },
  },
  operation: {
    id: {
      says: "The operation's name in for_each and check, and of its table after the first. operation_1 and so on when absent.",
      example: "issues",
    },
    url: {
      says: "Where to ask: absolute, or appended to base_url. Values of placeholders are encoded.",
      example: "/repos/{owner}/{repo}/issues",
    },
    ...operationDefaults,
  },
  field: {
    ...field,
    fields: { says: "The fields of a group. Groups do not nest.", example: [{ key: "from", type: "date" }] },
  },
  group_member: field,
  option: {
    value: { says: "What is sent.", example: "all" },
    label: { says: "What the person reads. The value when absent.", example: "All of them" },
  },
  condition: {
    key: { says: "The field that is looked at.", example: "mode" },
    equals: { says: "Holds with this value.", example: "hourly" },
    in: { says: "Holds with any of these values.", example: ["hourly", "daily"] },
    exists: { says: "Holds with any value, or with false without one.", example: true },
  },
  options_endpoint: {
    url: { says: "Where the options are asked for; relative to base_url.", example: "/projects" },
    operation: { says: "The operation whose rows are the options, instead of a url.", example: "projects" },
    records: { says: "Where the options are in the answer.", example: "data" },
    value_path: { says: "What of an option is kept.", example: "id" },
    label_path: { says: "What of an option the person reads.", example: "name" },
    depends_on: { says: "Fields whose values are needed first.", example: "workspace" },
  },
  records: {
    path: {
      says: "Where the rows are in the answer; $ is the root. In XML a name goes through all elements of that name, and the root's own name may be left out.",
      example: "data.items",
    },
    shape: {
      says: "objects: one object is one row. table: lists, the first is the header. keyed: objects by id. columns: parallel lists. values: single values.",
      default: "objects",
      example: "keyed",
    },
    key_field: { says: "The column that takes the key of keyed rows.", default: "key", example: "date" },
    expand: { says: "A list in each row; each of its elements becomes a row.", example: "lines" },
    keep: {
      says: "What of the row is kept beside an expanded element: all, or these fields.",
      default: false,
      example: ["id", "name"],
    },
    optional: { says: "Whether a missing path is no rows instead of a failure.", default: false, example: true },
  },
  pagination: {
    strategy: {
      says: "page counts pages, offset counts rows, cursor hands a mark on, link follows an address.",
      example: "cursor",
    },
    page_param: { says: "The parameter that takes the page's number.", example: "page" },
    offset_param: { says: "The parameter that takes the number of rows already had.", example: "offset" },
    cursor_param: { says: "The parameter that takes the cursor.", example: "cursor" },
    limit_param: { says: "The parameter that takes the size of a page. Without it none is sent.", example: "per_page" },
    limit: { says: "The size of a page.", default: 100, example: 50 },
    start: { says: "The first page's number (1 when absent), or the first offset (0).", example: 0 },
    in: { says: "Where the parameters go; in body they are dot paths.", default: "query", example: "body" },
    total_path: { says: "Where the answer says how many rows there are.", example: "meta.total" },
    total_pages_path: { says: "Where the answer says how many pages there are.", example: "meta.pages" },
    has_more_path: { says: "Where the answer says whether there is more.", example: "has_more" },
    cursor_path: {
      says: "Where the answer has the next cursor. When absent: next_cursor, meta.next_cursor, pagination.next_cursor or paging.next.after. An object found there is merged into the request.",
      example: "meta.next_cursor",
    },
    cursor_header: { says: "The header of the answer that has the next cursor.", example: "X-Next-Cursor" },
    cursor_field: { says: "The field of the last row that is the next cursor.", example: "id" },
    next_url_path: {
      says: "Where the answer has the next address, or its links with their relations. When absent, the Link header.",
      example: "links.next",
    },
    rel: { says: "The relation of the link that is followed.", default: "next", example: "next" },
    max_pages: { says: "A run that reaches this many pages fails.", default: 10_000, example: 500 },
  },
  incremental: {
    cursor_field: { says: "The field of a row that says how new it is.", example: "updated_at" },
    start_param: {
      says: "The query parameter that takes the newest value had. Without it, and without {incremental.start}, older rows are dropped here.",
      example: "since",
    },
    end_param: {
      says: "The query parameter that takes the end of a window, or of the whole reading: now.",
      example: "until",
    },
    initial_value: {
      says: "Where the first run starts; a placeholder lets a setting say it.",
      example: "2024-01-01T00:00:00Z",
    },
    format: {
      says: "How the value is sent: iso, epoch, epoch_ms, or a strftime pattern such as %Y-%m-%d. When absent, as it came.",
      example: "epoch",
    },
    window: {
      says: "Asks in steps of this length (ISO 8601), from the start to now, each paged to its end. Both ends must be in the request: parameters, or {incremental.start} and {incremental.end}.",
      example: "P7D",
    },
    lookback: {
      says: "How far before the newest value to ask again (ISO 8601), never before initial_value.",
      example: "PT1H",
    },
  },
  matcher,
  response_action: {
    status: {
      says: "The status or statuses it is about: 404, 4xx. Without it a rule judges successful answers only.",
      example: [404, "5xx"],
    },
    ...matcher,
    action: {
      says: "ignore takes the answer as no rows, retry asks again, fail ends the operation.",
      example: "ignore",
    },
    wait: { says: "Seconds to wait before a retry.", example: 30 },
    message_path: { says: "Where the answer says what went wrong.", example: "error.message" },
  },
  retry: {
    max_attempts: { says: "How often a request is tried in all.", default: 5, example: 3 },
    wait_header: { says: "The header that says how long to wait, beside Retry-After.", example: "X-RateLimit-Reset" },
  },
  column: {
    name: { says: "The column's name.", example: "opened_at" },
    path: { says: "Where its value is in the row. The name when absent.", example: "created.at" },
    type: {
      says: "The column's type, in the table from the first row on. A value that does not fit fails the run, unless null_values names it; the empty text is an empty cell. Found from all values when absent.",
      example: "date",
    },
    null_values: { says: "Values that mean empty here.", example: ["-"] },
    value: { says: "A fixed value for every row.", example: "github" },
  },
  rate_limit: {
    requests: { says: "How many requests.", example: 10 },
    per: { says: "In which time: a number of seconds, or a word.", example: "minute" },
  },
  check: { operation: { says: "The id of an operation.", example: "me" } },
} satisfies {
  definition: Words<typeof schema.definitionSchema>;
  auth: Words<typeof schema.authSchema>;
  login: Words<typeof schema.loginSchema>;
  operation: Words<typeof schema.operationSchema>;
  field: Words<typeof schema.fieldSchema>;
  group_member: Words<typeof schema.leafFieldSchema>;
  option: Words<typeof schema.optionSchema>;
  condition: Words<typeof schema.conditionSchema>;
  options_endpoint: Words<typeof schema.optionsEndpointSchema>;
  records: Words<typeof schema.recordsSchema>;
  pagination: Words<typeof schema.paginationSchema>;
  incremental: Words<typeof schema.incrementalSchema>;
  matcher: Words<typeof schema.matcherSchema>;
  response_action: Words<typeof schema.responseActionSchema>;
  retry: Words<typeof schema.retrySchema>;
  column: Words<typeof schema.columnSchema>;
  rate_limit: Words<typeof schema.rateSchema>;
  check: Words<typeof schema.checkSchema>;
};
