import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { withFieldsDescribed } from "./described-fields.ts";
import type { Json } from "./schemas.ts";

/** What an id in the path is of, by the beginning of the path. */
const IDS: readonly (readonly [path: string, thing: string])[] = [
  ["/api/admin/exposed-connections", "a connection whose credentials may have left"],
  ["/api/admin/jobs", "a job"],
  ["/api/admin/takedowns", "a dataset or connector that is taken down"],
  ["/api/admin/users", "a user"],
  ["/api/assets", "a dataset"],
  ["/api/connectors", "a version or a draft of a connector"],
  ["/api/dataapps", "a data app"],
  ["/api/history", "what the kind names"],
  ["/api/runs", "a run"],
  ["/api/users/api-keys", "an API key"],
  ["/api/webhooks", "a webhook"],
];

const PATH: Readonly<Record<string, string>> = {
  category: "The name of a category.",
  after: "The number of the newer version.",
  before: "The number of the older version.",
  delivery: "The id of a delivery.",
  file: "The name of a table with .csv, .json, .ndjson, .parquet or .xlsx.",
  instanceId: "The id of a connection.",
  kind: "What the history is of: dataset, connector, instance or user.",
  level: "The level of the tile, from 0.",
  originHash: "SHA-256 of the origin of the log, in hexadecimal.",
  revision: "The place of the event in its stream, from 0.",
  row: "The number of the row.",
  runId: "The id of a run.",
  set: "The name of a table.",
  slug: "The slug of a post.",
  stream: "The name of an event stream, such as dataset- and the id of a dataset.",
  tableName: "The name of a table.",
  tile: "The index of the tile as in tlog-tiles, such as x001/234.",
  token: "The token of the link in the mail.",
  version: "The number of a version, from 1.",
};

/** Fields of a body whose schema does not tell what they are; first those of one call. */
const BODY: Readonly<Record<string, string>> = {
  "POST /api/users/register email": "The address that the link to verify it is mailed to.",
  "POST /api/users/register name": "The name that others see.",
  "POST /api/users/register password": "At least 8 characters.",
  "POST /api/users/reset-password/{token} password": "The new password: at least 8 characters.",
  "DELETE /api/users/me password": "The present password.",
  "POST /api/users/change_email password": "The present password.",
  "POST /api/users/update_profile name": "The name that others see.",
  "PATCH /api/users/api-keys/{id} name": "The new name of the key.",
  "POST /api/assets/{id}/shares email": "The address of a user, who gets access.",
  "DELETE /api/assets/{id}/shares email": "The address of a user, who loses access.",
  "POST /api/users/notices/read id": "The id of a notice.",
  "PATCH /api/assets/{id}/requests email": "The address of the user who asks.",
  "PATCH /api/assets/{id}/requests answer": "The answer to the request.",
  "PATCH /api/assets/{id}/requests until":
    "When the access ends: a day (at its end in UTC) or a time; null or absent: never.",
  "PATCH /api/assets/{id}/requests note": "What the user who asks reads with the refusal.",
  "POST /api/assets/{id}/requests reason": "Why access is asked for, for the owner.",
  "POST /api/admin/takedowns reason": "Why it is hidden; its owner reads this.",
  "POST /api/admin/categories name": "The name of the new category.",
  "PATCH /api/admin/categories/{category} name": "The new name of the category.",
  "POST /api/blog title": "The title of the post.",
  "POST /api/blog type": "What kind of post it is.",
  "POST /api/dataapps title": "The title of the data app.",
  api_doc_url: "The address of the documentation of the API.",
  assetId: "The id of a dataset, a connector or a connection.",
  auth_choice: "Which way of signing in of the definition is used, from 0.",
  auth_data: "Secrets and other texts of the way of signing in, by the keys of its fields. Nobody reads them again.",
  body_template: "The body of requests, with {placeholders}; null: that of the definition.",
  category: "One of the categories.",
  chart: "How the rows are drawn.",
  "chart.kind": "How it is drawn.",
  columns: "What the columns mean, by their names.",
  "columns.description": "What the column means.",
  "columns.label": "What the column is called.",
  "columns.name": "The name of the column in streams and filters.",
  "columns.unit": "The unit of the values.",
  connector_id: "The id of a version of a connector.",
  consent: "The hosts that may be called, and where each secret may be sent.",
  "consent.hosts": "The hosts that may be called.",
  "consent.places": "The secrets and where each may be sent.",
  "places.field": "The key of the secret.",
  "places.host": "The host that it may be sent to.",
  "places.where": "Where in a request it may be sent.",
  dataset_id: "The id of the dataset that it draws.",
  description: "What it is about.",
  dsl: "The definition of the connector: JSON, or its text.",
  email: "The address of the account.",
  enabled: "Whether events are sent.",
  field: "The key of the field whose options are asked for.",
  file: "The CSV, Excel (.xlsx), JSON or Parquet file, which may be packed by gzip, zstd or ZIP.",
  headers: "Headers of requests in addition to those of the definition, by name.",
  id: "The id of a dataset or a connector.",
  instance_id: "The id of a connection of yours.",
  is_public: "Whether everybody sees it.",
  iterations: "Lists of values by the keys of their settings: requests are made for each value.",
  keywords: "Words by which it is found.",
  kind: "What the text is.",
  kinds: "The kinds of events that are sent.",
  license: "The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated.",
  license_terms: "The terms of a licence of your own, or an addition.",
  method: "The method of requests; null: that of the definition.",
  newPassword: "The new password: at least 8 characters.",
  new_connector_id: "The version to move to.",
  new_email: "The new address, which a link is mailed to.",
  oldPassword: "The present password.",
  old_connector_id: "The version that the connection has now.",
  on_request: "Whether others have to ask its owner for access.",
  operation: "The id of the operation whose rows are published; absent: the only one.",
  operations: "Which operations of the document become part of the draft; absent: all.",
  override: "Whether a run replaces the rows of the table.",
  parent_id: "The version of yours that the draft becomes the next version of; null: a new connector.",
  password: "The password of the account.",
  plan: "The number of the plan.",
  position: "The position of a notice: all up to it are marked as read.",
  price: "Always 0.",
  read_me: "Markdown; HTML in it is shown as text.",
  redirect: "The path of the page to go to.",
  refresh_interval: "Minutes between runs or fetches that start by themselves; 0: none do.",
  restart: "Whether the run reads everything again, not only what is new.",
  role: "What the user may do.",
  row_meaning: "What one row is, such as: one reading of one gauge.",
  settings: "Values of the settings, by their keys.",
  source_url: "Where the data come from: an address with http or https.",
  status: "inactive: takes a published version out of use.",
  terms: "That you accept the terms.",
  text: "The OpenAPI 3 document, as JSON or YAML, or the curl command.",
  title: "What it is called.",
  type: "Always scheduled_run.",
  update_frequency: "How often new rows are expected.",
};

type Call = Pick<EndpointFacts, "method" | "path">;

/** What a parameter in the path is. Throws if nothing is said about it here. */
export function aboutPath({ path }: Pick<EndpointFacts, "path">, name: string): string {
  const thing = name === "id" ? IDS.find(([start]) => path.startsWith(`${start}/`))?.[1] : undefined;
  const about = thing === undefined ? PATH[name] : `The id of ${thing}.`;
  if (about === undefined) throw new Error(`Nothing is said about {${name}} of ${path}.`);
  return about;
}

/** The schema of a body with a description of each of its fields. Throws if nothing is said about one. */
export function describedBody({ method, path }: Call, schema: Json): Json {
  return withFieldsDescribed(schema, BODY, [`${method} ${path} `]);
}
