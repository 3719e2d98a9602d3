import { z } from "zod";
import { LANGUAGE_VERSION } from "./migrations.ts";
import { formatFault } from "../json/moments.ts";
import { FIELD_KEY } from "../json/placeholders.ts";
import {
  duration,
  few,
  jsonSchema,
  MOST_CONDITIONS,
  MOST_NAMES,
  MOST_SOURCES,
  name,
  pathSchema,
  queryMap,
  refused,
  scalarSchema,
  text,
  textMap,
} from "./schema-parts.ts";

export const conditionSchema = z.strictObject({
  key: name,
  equals: scalarSchema.optional(),
  in: z.array(scalarSchema).max(100).optional(),
  exists: z.boolean().optional(),
});

export const optionsEndpointSchema = z.strictObject({
  url: text.optional(),
  operation: name.optional(),
  records: pathSchema.optional(),
  value_path: pathSchema.optional(),
  label_path: pathSchema.optional(),
  depends_on: z.union([name, z.array(name).max(20)]).optional(),
});

/** The list comes first: that a value is not a list is said in one word, that a list is none of the scalars in five. */
const oneOrSeveral = z.union([z.array(scalarSchema).max(100), scalarSchema]);

const FIELD_TYPES = ["text", "number", "date", "select", "boolean", "bool", "group", "options_endpoint"] as const;

export const optionSchema = z.strictObject({ value: scalarSchema, label: z.string().max(400).optional() });
const option = z.union([
  scalarSchema.transform((value) => ({ value, label: value === null ? "" : String(value) })),
  optionSchema.transform(({ value, label }) => ({ value, label: label ?? String(value) })),
]);

const fieldShape = {
  key: z.string().max(100).regex(FIELD_KEY, "must start with a letter and hold only letters, digits, _ . and -"),
  label: z.string().max(400).optional(),
  description: z.string().max(2_000).optional(),
  type: z
    .enum(FIELD_TYPES)
    .default("text")
    .transform((type) => (type === "bool" ? ("boolean" as const) : type)),
  required: z.boolean().default(false),
  options: z.array(option).max(1_000).optional(),
  default: jsonSchema.optional(),
  multiple: z.boolean().default(false),
  private: z.boolean().optional(),
  visible_if: z
    .union([z.array(conditionSchema).max(20), few(z.record(name, oneOrSeveral), MOST_CONDITIONS)])
    .optional(),
  options_endpoint: optionsEndpointSchema.optional(),
};
export const leafFieldSchema = z.strictObject(fieldShape);
/** Groups nest once: the flat settings have no way to hold a group in a group. */
export const fieldSchema = z.strictObject({ ...fieldShape, fields: z.array(leafFieldSchema).max(100).optional() });
const fields = z.array(fieldSchema).max(100);

export const loginSchema = z.strictObject({
  method: z.enum(["GET", "POST"]).optional(),
  url: text,
  headers: textMap.optional(),
  body: jsonSchema.optional(),
});

const statusPattern = z.union([
  z.int().min(100).max(599),
  z.string().regex(/^[1-5]xx$/i, 'must be a number such as 404, or a text such as "4xx"'),
]);
export const refreshRuleSchema = z.strictObject({ status: statusPattern, contains: name.optional() });

export const authSchema = z.strictObject({
  type: z.enum(["none", "bearer", "apikey", "basic", "oauth2", "session"]),
  label: z.string().max(400).optional(),
  in: z.enum(["header", "query", "body"]).optional(),
  name: name.optional(),
  format: text.optional(),
  fields: fields.optional(),
  grant_type: z.enum(["authorization_code", "client_credentials", "password", "refresh_token"]).optional(),
  authorization_url: text.optional(),
  token_url: text.optional(),
  scopes: z.union([z.array(name).max(200), text]).optional(),
  scope_separator: z.string().max(5).optional(),
  authorization_params: textMap.optional(),
  token_params: textMap.optional(),
  token_auth: z.enum(["basic", "body"]).optional(),
  pkce: z.boolean().optional(),
  login: loginSchema.optional(),
  token_path: pathSchema.optional(),
  expires_in_path: pathSchema.optional(),
  refresh_on: z
    .array(z.union([statusPattern, refreshRuleSchema]))
    .min(1)
    .max(20)
    .optional(),
});

const RECORD_SHAPES = ["objects", "table", "keyed", "columns", "values"] as const;
export const recordsSchema = z.strictObject({
  path: pathSchema.optional(),
  shape: z.enum(RECORD_SHAPES).optional(),
  key_field: name.optional(),
  expand: pathSchema.optional(),
  keep: z.union([z.boolean(), z.array(pathSchema).max(100)]).optional(),
  optional: z.boolean().optional(),
});
const records = z.union([pathSchema, recordsSchema]);

const bound = z.union([z.string().max(4_000), z.number()]);
const status = z.union([statusPattern, z.array(statusPattern).max(50)]);
export const matcherSchema = z.strictObject({
  path: pathSchema.optional(),
  header: name.optional(),
  status: status.optional(),
  equals: scalarSchema.optional(),
  eq: scalarSchema.optional(),
  in: z.array(scalarSchema).max(1_000).optional(),
  not: oneOrSeveral.optional(),
  contains: oneOrSeveral.optional(),
  gt: bound.optional(),
  lt: bound.optional(),
  exists: z.boolean().optional(),
  get all() {
    return z.array(matcherSchema).min(1).max(20).optional();
  },
  get any() {
    return z.array(matcherSchema).min(1).max(20).optional();
  },
});

const STRATEGIES = ["none", "page", "offset", "cursor", "scroll", "link"] as const;
export const paginationSchema = z.strictObject({
  strategy: z.enum(STRATEGIES),
  page_param: name.optional(),
  offset_param: name.optional(),
  cursor_param: name.optional(),
  limit_param: name.optional(),
  limit: z.int().min(1).max(1_000_000).optional(),
  start: z.int().min(0).max(1_000_000_000).optional(),
  in: z.enum(["query", "body", "header"]).optional(),
  total_path: pathSchema.optional(),
  total_pages_path: pathSchema.optional(),
  has_more_path: pathSchema.optional(),
  cursor_path: pathSchema.optional(),
  cursor_header: name.optional(),
  cursor_field: pathSchema.optional(),
  next_url_path: pathSchema.optional(),
  rel: name.optional(),
  stop: matcherSchema.optional(),
  stop_on_short_page: z.boolean().optional(),
  max_pages: z.int().min(1).max(1_000_000).optional(),
});

export const responseActionSchema = z.strictObject({
  ...matcherSchema.shape,
  action: z.enum(["ignore", "retry", "fail"]),
  wait: z.number().min(0).max(3_600).optional(),
  message_path: pathSchema.optional(),
});

export const replacementSchema = z.strictObject({ from: z.string().min(1).max(400), to: z.string().max(400) });
const COLUMN_TYPES = ["text", "number", "integer", "boolean", "date", "json"] as const;
export const columnSchema = z.strictObject({
  name,
  path: pathSchema.optional(),
  type: z.enum(COLUMN_TYPES).optional(),
  null_values: z.array(scalarSchema).max(100).optional(),
  value: scalarSchema.optional(),
  first_of: z.array(pathSchema).min(1).max(20).optional(),
  default: scalarSchema.optional(),
  strip: z.union([z.literal(true), z.string().min(1).max(100)]).optional(),
  replace: z.array(replacementSchema).min(1).max(20).optional(),
  format: z.string().max(100).superRefine(refused(formatFault)).optional(),
});
const columnList = z.array(columnSchema).min(1).max(1_000);
export const columnChangesSchema = z.strictObject({
  add: columnList.optional(),
  drop: z.array(pathSchema).min(1).max(1_000).optional(),
});

export const rateSchema = z.strictObject({
  requests: z.number().positive().max(1_000_000),
  per: z.union([z.number().positive().max(86_400), z.enum(["second", "minute", "hour", "day"])]),
});

export const incrementalSchema = z.strictObject({
  cursor_field: pathSchema,
  start_param: name.optional(),
  end_param: name.optional(),
  initial_value: z.union([z.string().max(200), z.number()]).optional(),
  end_value: z.union([z.string().max(200), z.number()]).optional(),
  format: z.string().max(100).superRefine(refused(formatFault)).optional(),
  window: duration.optional(),
  lookback: duration.optional(),
  future_cursor: z.enum(["ignore", "keep"]).optional(),
});

export const retrySchema = z.strictObject({
  max_attempts: z.int().min(1).max(20).optional(),
  wait_header: name.optional(),
});
export const checkSchema = z.strictObject({ operation: name });

/** The keys of an operation that are also allowed at the top level, as the default of all operations. */
const operationDefaults = {
  name: z.string().max(400).optional(),
  method: z.enum(["GET", "POST"]).optional(),
  base_url: text.optional(),
  headers: textMap.optional(),
  query: queryMap.optional(),
  params_fields: fields.optional(),
  body_template: z
    .union([z.string().max(100_000), z.record(z.string(), jsonSchema), z.array(jsonSchema), z.null()])
    .optional(),
  records: records.optional(),
  pagination: z.union([paginationSchema, z.enum(STRATEGIES).transform((strategy) => ({ strategy }))]).optional(),
  for_each: few(z.record(name, text), MOST_SOURCES).optional(),
  include_from_parent: z.array(name).max(100).optional(),
  incremental: incrementalSchema.optional(),
  primary_key: z.union([name, z.array(name).min(1).max(32)]).optional(),
  write_disposition: z.enum(["merge", "replace", "append"]).optional(),
  response_actions: z.array(responseActionSchema).max(50).optional(),
  retry: retrySchema.optional(),
  response_format: z.enum(["json", "ndjson", "csv", "xml"]).optional(),
  delimiter: z.string().length(1).optional(),
  columns: z.union([columnList, columnChangesSchema]).optional(),
  filter: z.union([matcherSchema, z.array(matcherSchema).max(50)]).optional(),
  null_values: z.array(scalarSchema).max(100).optional(),
  rate_limit: rateSchema.optional(),
  concurrency: z.int().min(1).max(16).optional(),
};

export const operationSchema = z.strictObject({
  ...operationDefaults,
  id: name.optional(),
  url: z.string().min(1).max(4_000),
});

export const derivedSchema = z.strictObject({
  from: name,
  map: few(z.record(z.string().min(1).max(400), scalarSchema), MOST_NAMES).optional(),
  join: z.string().max(20).optional(),
  default: scalarSchema.optional(),
});

/** The definition as an author writes it. Strict: an unknown key is a fault. */
export const definitionSchema = z.strictObject({
  ...operationDefaults,
  $schema: text.optional(),
  version: z.literal(LANGUAGE_VERSION).optional(),
  protocol: z.literal("rest"),
  auth: z.union([authSchema, z.array(authSchema).min(1).max(10)]).optional(),
  operations: z.array(operationSchema).min(1).max(100),
  check: checkSchema.optional(),
  derived: few(z.record(z.string().max(100).regex(FIELD_KEY), derivedSchema), MOST_CONDITIONS).optional(),
});

export type WrittenDefinition = z.output<typeof definitionSchema>;
export type WrittenOperation = z.output<typeof operationSchema>;
export type WrittenAuth = z.output<typeof authSchema>;
export type WrittenDerived = z.output<typeof derivedSchema>;
export type Field = z.output<typeof fieldSchema>;
export type LeafField = z.output<typeof leafFieldSchema>;
export type Pagination = z.output<typeof paginationSchema>;
export type Matcher = z.output<typeof matcherSchema>;
export type ResponseAction = z.output<typeof responseActionSchema>;
export type Column = z.output<typeof columnSchema>;
