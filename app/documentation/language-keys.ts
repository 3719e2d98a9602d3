import { definitionJsonSchema, type JsonSchema } from "#domain/connector-language/definition/json-schema.ts";
import { formText, keysAt } from "../definition/schema-walk.ts";

export type KeyRow = {
  readonly key: string;
  readonly form: string;
  readonly says: string;
  readonly required: boolean;
  readonly default: string | null;
  readonly example: string;
};
export type KeyGroup = {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly keys: readonly KeyRow[];
};

/** The parts of the language in reading order; `without` leaves out keys that another part explains. */
const PARTS: readonly { part: string; title: string; lead: string; without?: string }[] = [
  {
    part: "definition",
    title: "The definition",
    lead: "Every key of an operation except id and url may also be given here, as a default for all operations.",
    without: "operation",
  },
  {
    part: "derived",
    title: "A derived value",
    lead: "A placeholder that is made of a setting, by a map or of a list.",
  },
  { part: "operation", title: "An operation", lead: "One thing to ask for. Each operation fills one table." },
  {
    part: "auth",
    title: "auth",
    lead: "How requests are signed. Its fields are what a person enters when connecting.",
  },
  { part: "login", title: "auth.login", lead: "The request that opens a session." },
  { part: "refresh_rule", title: "A rule of auth.refresh_on", lead: "An answer that means that a token has expired." },
  { part: "field", title: "A field", lead: "Used in auth.fields and params_fields." },
  { part: "option", title: "A field's option", lead: "A value alone, or a value with a label." },
  {
    part: "condition",
    title: "A field's condition",
    lead: "visible_if is an object of key and value, or a list of these.",
  },
  {
    part: "options_endpoint",
    title: "A field's options_endpoint",
    lead: "Asks the API for the options, when the person presses the button.",
  },
  { part: "records", title: "records", lead: "A path, or an object where the rows need more than that." },
  { part: "pagination", title: "pagination", lead: "A strategy's name, or an object." },
  { part: "incremental", title: "incremental", lead: "The newest value is kept with each successful run." },
  { part: "response_action", title: "A response action", lead: "The first rule that matches an answer decides." },
  {
    part: "matcher",
    title: "A matcher",
    lead: "What filter says of a row, and response_actions and pagination.stop of an answer. All its keys must hold.",
  },
  { part: "retry", title: "retry", lead: "Network errors, 408, 429 and 5xx are tried again without being told." },
  { part: "column", title: "A column", lead: "One column of the table." },
  { part: "replacement", title: "A column's replacement", lead: "A text within a cell, and what takes its place." },
  { part: "column_changes", title: "Columns beside all fields", lead: "columns as an object in place of a list." },
  { part: "rate_limit", title: "rate_limit", lead: "Requests are spread evenly over the time." },
  { part: "check", title: "check", lead: "What tests a connection." },
];

/** Every key of the language, generated from its JSON Schema. */
export function definitionReference(): KeyGroup[] {
  const schema = definitionJsonSchema();
  return PARTS.map(({ part, title, lead, without }) => {
    const told = new Set(without === undefined ? [] : rootKeys(schema, without).map(({ name }) => name));
    const keys = rootKeys(schema, part).filter(({ name }) => !told.has(name));
    return {
      id: `key-${part.replaceAll("_", "-")}`,
      title,
      lead,
      keys: keys.map(({ name, schema: own, required }) => rowOf(schema, name, own, required)),
    };
  });
}

function rootKeys(schema: JsonSchema, part: string) {
  const at = part === "definition" ? schema : (schema.$defs?.[part] ?? {});
  return keysAt({ ...at, ...(schema.$defs ? { $defs: schema.$defs } : {}) }, []);
}

function rowOf(schema: JsonSchema, key: string, own: JsonSchema, required: boolean): KeyRow {
  return {
    key,
    required,
    form: formText(schema, own),
    says: own.description ?? "",
    default: own.default === undefined ? null : JSON.stringify(own.default),
    example: `"${key}": ${JSON.stringify(own.examples?.[0])}`,
  };
}
