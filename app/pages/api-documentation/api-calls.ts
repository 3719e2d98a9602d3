/** One call of the API: its fields and parameters (`?` marks what may be left out) and what it answers. `who`: whose calls it takes. */
export type ApiCallFacts = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  who: "anyone" | "session" | "key";
  fields?: string;
  answer: string;
};

export const apiCalls: { group: string; calls: ApiCallFacts[] }[] = [
  {
    group: "Users",
    calls: [
      {
        method: "POST",
        path: "/api/users/register",
        who: "anyone",
        fields: "name, email, password, terms?",
        answer: "201 { message }, and a mail with a link",
      },
      { method: "GET", path: "/api/users/verify-email/{token}", who: "anyone", answer: "{ message, redirect }" },
      {
        method: "POST",
        path: "/api/users/resend-verification",
        who: "anyone",
        fields: "email",
        answer: "{ message }, the same for every address",
      },
      {
        method: "POST",
        path: "/api/users/login",
        who: "anyone",
        fields: "email, password, redirect?",
        answer: "{ redirect, message } and the session's cookie",
      },
      { method: "POST", path: "/api/users/logout", who: "anyone", answer: "{ message, redirect }" },
      {
        method: "POST",
        path: "/api/users/forgot-password",
        who: "anyone",
        fields: "email",
        answer: "{ message }, the same for every address",
      },
      {
        method: "POST",
        path: "/api/users/reset-password/{token}",
        who: "anyone",
        fields: "password",
        answer: "{ message }",
      },
      { method: "GET", path: "/api/users/me", who: "session", answer: "{ id, name, email, plan, api_key, roles }" },
      {
        method: "GET",
        path: "/api/users/usage",
        who: "session",
        answer: "{ connectors_subscribed, datasets_subscribed, scheduled_runs, runs_this_week, resets_at }",
      },
      {
        method: "PATCH",
        path: "/api/users/usage/increment",
        who: "session",
        fields: "type",
        answer: "the same; the server counts runs by itself",
      },
      { method: "PATCH", path: "/api/users/plan", who: "session", fields: "plan", answer: "{ plan }" },
    ],
  },
  {
    group: "Connectors",
    calls: [
      {
        method: "GET",
        path: "/api/connectors",
        who: "anyone",
        fields: "search?, page?, limit?",
        answer:
          "the latest version of every connector you may see; dsl is null where it is larger than 16 kB, and dsl_left_out is true: the next call has it",
      },
      {
        method: "GET",
        path: "/api/connectors/{id}",
        who: "anyone",
        answer: "a connector with all_versions; your own draft, with what its import noted",
      },
      { method: "DELETE", path: "/api/connectors/{id}", who: "session", answer: "{ message, deleted }" },
      {
        method: "GET",
        path: "/api/connectors/{id}/versions",
        who: "anyone",
        fields: "page?, limit?",
        answer: "all versions, newest first; dsl and dsl_left_out as in the list",
      },
      {
        method: "POST",
        path: "/api/connectors/upload",
        who: "session",
        fields: "title, dsl, description?, category?, api_doc_url?, is_public?, price?",
        answer: "201 { id, redirectUrl }",
      },
      {
        method: "POST",
        path: "/api/connectors/draft",
        who: "session",
        fields: "parent_id?, and the fields of upload, all optional",
        answer: "{ connector: { id } }",
      },
      {
        method: "POST",
        path: "/api/connectors/import",
        who: "session",
        fields: "kind (openapi, curl), text, operations?",
        answer: "201 { connector: { id }, notes: [{ place, message }] }: a draft, and what could not be carried over",
      },
      {
        method: "PATCH",
        path: "/api/connectors/{id}/draft",
        who: "session",
        fields: "the fields of upload, all optional; status?",
        answer: "the draft",
      },
      { method: "POST", path: "/api/connectors/{id}/publish", who: "session", answer: "201 { id, redirectUrl }" },
      {
        method: "GET",
        path: "/api/connectors/my",
        who: "session",
        fields: "page?, limit?",
        answer:
          "your connections, the oldest first, each with last_run (a run as below) and tables: [{ operation, table_name, rows, columns, updated_at }], one for each operation",
      },
      {
        method: "POST",
        path: "/api/connectors/test-read",
        who: "session",
        fields:
          "dsl, connector_id or instance_id; consent { hosts, places? }?, auth_data?, auth_choice?, settings?, headers?, method?, body_template?",
        answer:
          "{ ok, error, ms, operations }: what was asked and answered, rows, columns, why it stopped; without a fitting consent 409 { error, consent }",
      },
      {
        method: "POST",
        path: "/api/connectors/check",
        who: "session",
        fields: "the fields of test-read",
        answer: "{ ok, message, status, ms }",
      },
      {
        method: "POST",
        path: "/api/connectors/options",
        who: "session",
        fields: "field, and the fields of test-read",
        answer: "{ ok, options: [{ value, label }] } or { ok: false, message }",
      },
      {
        method: "POST",
        path: "/api/connectors/activate",
        who: "session",
        fields:
          "connector_id, auth_data?, auth_choice?, settings?, headers?, method?, body_template?, refresh_interval?, override?",
        answer: "201 { id, output_table_name }",
      },
      {
        method: "PATCH",
        path: "/api/connectors/instance/{instanceId}",
        who: "session",
        fields: "the same without connector_id",
        answer: "the connection",
      },
      {
        method: "POST",
        path: "/api/connectors/instance/{instanceId}/run",
        who: "session",
        fields: "override?, restart?, settings?",
        answer:
          "a run: { runId, status, version, rowCount, error, asks, warnings, started_at, ended_at }, version being the connector's; 202 while it goes on",
      },
      {
        method: "GET",
        path: "/api/connectors/instance/{instanceId}/runs",
        who: "session",
        fields: "page?, limit?",
        answer: "the runs, newest first, each as above with number, trigger, pages",
      },
      {
        method: "GET",
        path: "/api/connectors/instance/{instanceId}/runs/{runId}",
        who: "session",
        answer:
          "the run with operations, incremental, override, restart, setting_keys, own_settings, its progress while it goes on or when it was cut off, and its requests (the first and last 500, secrets masked); ignored marks those whose answer the definition takes as no rows, failed_count and ignored_count say how many of these there are",
      },
      {
        method: "POST",
        path: "/api/connectors/instance/{instanceId}/runs/{runId}/cancel",
        who: "session",
        answer: "the run, cancelled; its rows are thrown away; 409 when it has ended",
      },
      {
        method: "POST",
        path: "/api/connectors/instance/{instanceId}/publish",
        who: "session",
        fields: "title, operation?, description?, category?, keywords?, license?, is_public?",
        answer: "201 { id, redirectUrl }: a dataset that shows each complete pull, private unless told",
      },
      {
        method: "POST",
        path: "/api/connectors/run/{instanceId}",
        who: "session",
        fields: "override?, restart?, settings?",
        answer: "the same",
      },
      {
        method: "POST",
        path: "/api/connectors/migrate",
        who: "session",
        fields: "old_connector_id, new_connector_id, auth_data?",
        answer: "{ id, message }",
      },
      { method: "POST", path: "/api/connectors/remove/{instanceId}", who: "session", answer: "{ message }" },
    ],
  },
  {
    group: "Datasets",
    calls: [
      {
        method: "GET",
        path: "/api/assets",
        who: "anyone",
        fields: "search?, page?, limit?",
        answer: "the datasets you may see, newest first",
      },
      {
        method: "GET",
        path: "/api/assets/categories",
        who: "anyone",
        fields: "page?, limit?",
        answer: "the names of the categories",
      },
      {
        method: "POST",
        path: "/api/assets/upload-csv",
        who: "session",
        fields: "multipart: title, description?, category?, keywords?, license?, is_public?, price?, file",
        answer:
          "201 { id, table_name, rowCount, columns, rejected, redirectUrl }; 202 { id, job, redirectUrl } while rows load",
      },
      { method: "GET", path: "/api/assets/{id}", who: "anyone", answer: "a dataset" },
      {
        method: "PATCH",
        path: "/api/assets/{id}",
        who: "session",
        fields: "title?, description?, category?, keywords?, license?, is_public?",
        answer: "the dataset",
      },
      { method: "DELETE", path: "/api/assets/{id}", who: "session", answer: "{ message, deleted }" },
      { method: "DELETE", path: "/api/assets/{id}/owner", who: "session", answer: "the same" },
      {
        method: "GET",
        path: "/api/assets/{id}/data",
        who: "anyone",
        fields: "bigint?",
        answer:
          "{ columns, rows, total }: 100 rows with access, 10 of a public dataset without; of long cells the beginning, then truncated { cells: [{ row, column, bytes }], rows } says which, and how many rows were too long to be here",
      },
      {
        method: "GET",
        path: "/api/assets/table/{tableName}",
        who: "anyone",
        fields: "bigint?",
        answer: "the same by the name of a table",
      },
      { method: "GET", path: "/api/assets/{id}/original", who: "session", answer: "the file as it was uploaded" },
      {
        method: "GET",
        path: "/api/assets/{id}/rejected",
        who: "session",
        answer:
          "the rows that were set aside, one JSON object a line: { line, record, reason, text }; nothing when there are none; 409 while rows load",
      },
      {
        method: "GET",
        path: "/api/assets/{id}/shares",
        who: "session",
        fields: "page?, limit?",
        answer: "the people it is shared with",
      },
      {
        method: "POST",
        path: "/api/assets/{id}/shares",
        who: "session",
        fields: "email",
        answer: "201 { email, message }",
      },
      { method: "DELETE", path: "/api/assets/{id}/shares", who: "session", fields: "email", answer: "{ message }" },
      {
        method: "GET",
        path: "/api/access/my",
        who: "session",
        fields: "page?, limit?",
        answer: "the ids of the datasets you have access to",
      },
      { method: "POST", path: "/api/access/grant", who: "session", fields: "assetId", answer: "{ message, assetId }" },
      { method: "POST", path: "/api/access/remove", who: "session", fields: "assetId", answer: "{ message, deleted }" },
    ],
  },
  {
    group: "Streams",
    calls: [
      {
        method: "POST",
        path: "/api/dev/apikey",
        who: "session",
        fields: "email (your own)",
        answer: "{ api_key }; the key before stops working",
      },
      {
        method: "GET",
        path: "/api/token/excel",
        who: "session",
        answer: "{ token, expires_at }: for 15 minutes it opens every stream address for your tables",
      },
      {
        method: "GET",
        path: "/api/stream/data",
        who: "key",
        fields: "table, format?, columns?, limit?, offset?, order?, count?, bigint?, filters; or page?, limit?",
        answer:
          "rows, CSV cells exactly as they are; without table a list of what the key can read: { id, table, title, kind, rows, columns, url }; 429 and 503 with Retry-After",
      },
      {
        method: "GET",
        path: "/api/stream/data/excel",
        who: "key",
        fields: "token, table, and the same",
        answer: "rows as CSV that Excel opens as it is",
      },
      {
        method: "GET",
        path: "/d/{file}",
        who: "key",
        fields: "a table's name with .csv, .json or .ndjson, and the same without table and format",
        answer: "rows",
      },
    ],
  },
];
