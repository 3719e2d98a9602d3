import type * as schema from "../schema.ts";
import type { KeyWords, Words } from "./key-words.ts";
import { ROW_WORDS } from "./row-words.ts";

/** The texts for the keys that are allowed in an operation and at the top level. */
export const OPERATION_DEFAULTS = {
  method: { says: "The HTTP method.", default: "GET", example: "POST" },
  base_url: {
    says: "What a relative url is appended to, with one slash between. Credentials go to this origin only. A placeholder in its host is one name, or at the end all of the rest: https://{shop}.example.com, https://{domain}.",
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
    says: "The columns of the table. When absent, all fields; objects in objects become parent__child. A list names the only columns, an object adds some to all fields and drops others.",
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

/** The texts for an operation and its parts. */
export const OPERATION_WORDS = {
  operation: {
    id: {
      says: "The operation's name in for_each and check, and of its table after the first. operation_1 and so on when absent.",
      example: "issues",
    },
    url: {
      says: "Where to ask: absolute, or appended to base_url. Values of placeholders are encoded.",
      example: "/repos/{owner}/{repo}/issues",
    },
    ...OPERATION_DEFAULTS,
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
      says: "page counts pages, offset counts rows, cursor hands a mark on, scroll hands on one that may stay the same until a page is empty, link follows an address.",
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
    stop: {
      says: "The answer after which there is no more, such as one with a flag for the last page.",
      example: { path: "meta.is_last", equals: true },
    },
    stop_on_short_page: {
      says: "Whether a page with fewer rows than limit is the last. For APIs that always fill their pages.",
      default: false,
      example: true,
    },
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
      says: "Where the first run starts: a time, or a duration (ISO 8601) before now. A placeholder lets a setting say it.",
      example: "2024-01-01T00:00:00Z",
    },
    end_value: {
      says: "Where each run ends: a time, or a duration before now; now when absent or later. The end must be in the request.",
      example: "P1D",
    },
    format: {
      says: "How the value is sent: iso, epoch, epoch_ms, or a strftime pattern such as %Y-%m-%d. When absent, as it came.",
      example: "epoch",
    },
    window: {
      says: "Asks in steps of this length (ISO 8601; a setting may give it: {window}, P{days}D), from the start to now, each paged to its end. Both ends must be in the request: parameters, or {incremental.start} and {incremental.end}.",
      example: "P7D",
    },
    lookback: {
      says: "How far before the newest value to ask again (ISO 8601; a setting may give it), never before initial_value.",
      example: "PT1H",
    },
    future_cursor: {
      says: "What a time later than the beginning of the run does: ignore leaves the place of the next run where it is, keep moves it there too, for APIs of plans.",
      default: "ignore",
      example: "keep",
    },
  },
  ...ROW_WORDS,
  rate_limit: {
    requests: { says: "How many requests.", example: 10 },
    per: { says: "In which time: a number of seconds, or a word.", example: "minute" },
  },
} satisfies {
  operation: Words<typeof schema.operationSchema>;
  records: Words<typeof schema.recordsSchema>;
  pagination: Words<typeof schema.paginationSchema>;
  incremental: Words<typeof schema.incrementalSchema>;
  rate_limit: Words<typeof schema.rateSchema>;
};
