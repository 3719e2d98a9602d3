/**
 * What fields are that mean the same in every answer: by their names, or with the names of the fields that they are in.
 */
export const ABOUT_COMMON_FIELDS: Readonly<Record<string, string>> = {
  api_doc_url: "The address of the documentation of the API; null: not said.",
  at: "When it happened (ISO 8601, UTC).",
  attempt: "1, and more where the same request was sent again.",
  author: "The name of its owner; Unknown: the account is deleted.",
  category: "The category that it is listed under.",
  column: "The name of the column.",
  columns: "The columns, in their order.",
  "columns.label": "The name of the column as the file or the API spells it.",
  "columns.name": "The name of the column in streams and filters.",
  "columns.type":
    "The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb.",
  connector_version:
    "The number of the version of the connector that brought the rows; null: none did, or it is not known.",
  created_at: "When it was made (ISO 8601, UTC).",
  deleted: "Whether it is gone; false: it stays for those who still use it.",
  description: "What it is about; may be empty.",
  ended_at: "When it ended (ISO 8601, UTC); null: it goes on.",
  ignored: "Whether the definition takes the answer as no rows.",
  is_latest_version: "Whether it is the newest version of its connector.",
  message: "What was done, in a sentence for people.",
  ms: "How long it took, in milliseconds.",
  operation: "The id of the operation.",
  plan: "The number of the plan: 1 Free, 2 Pro, 3 Ultra.",
  price: "Always 0.",
  redirectUrl: "The path of its page.",
  root_id: "The id of its connector, which all its versions share.",
  rows: "The rows, by the names of their columns.",
  started_at: "When it began (ISO 8601, UTC).",
  status_url: "The address of its status, where its end can be waited for.",
  table_name: "The name of its table in streams.",
  title: "What it is called.",
  unit: "The unit of the values; empty: not said.",
  version: "The number of the version, from 1.",
};
