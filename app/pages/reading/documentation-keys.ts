import { definitionJsonSchema, type JsonSchema } from "#domain/connector-language/definition/json-schema.ts";
import { formText, keysAt } from "../../definition/schema-walk.ts";

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
    lead: "Any key of an operation but id and url may also be given here, as the default of all operations.",
    without: "operation",
  },
  { part: "operation", title: "An operation", lead: "One thing to ask for. Each operation fills one table." },
  {
    part: "auth",
    title: "auth",
    lead: "How requests are signed. Its fields are what a person enters when connecting.",
  },
  { part: "login", title: "auth.login", lead: "The request that opens a session." },
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
  { part: "matcher", title: "filter", lead: "A rule about a row; it has the matching keys of a response action." },
  { part: "retry", title: "retry", lead: "Network errors, 408, 429 and 5xx are tried again without being told." },
  { part: "column", title: "A column", lead: "One column of the table." },
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

/** What applies to every connector, whatever its definition says. */
export const semantics: readonly { readonly title: string; readonly says: readonly string[] }[] = [
  {
    title: "Placeholders",
    says: [
      "{name} is replaced by the value of an auth field, a setting, a name of for_each, or incremental.start. A name that nothing declares is a fault in addresses, queries, headers and bodies.",
      "Headers and bodies whose texts hold other braces too, such as GraphQL or {{name}}, may name what nothing declares: such names are sent as they are.",
      "A value in an address is encoded; a JSON value that is only a placeholder keeps its type. No value can break out of its place.",
      'A path is a.b, [0], [-1] or [*]; $ is the root. Write keys that contain dots in a list: ["a.b", "c"].',
    ],
  },
  {
    title: "Pages",
    says: [
      "Page and offset end on an empty page, or by total, total pages or has more, never on a short page. An offset grows by the rows that came.",
      "A total that is reached with a full page is made sure of by one more request. A page that repeats the one before ends reading, with a warning.",
      "When an answer says in another place that there is more, the run warns; when the place of the cursor, the next address or has more is not there at all, it fails and names the keys that are.",
      "A cursor ends when it is missing, null or empty, and goes on over empty pages. A next address is followed as it is.",
      "The same cursor or address twice, or max_pages, fails the run: a table is never cut short in silence.",
    ],
  },
  {
    title: "Faults",
    says: [
      "Network errors, 408, 429 and 5xx are tried up to 5 times, waiting 0.5, 1, 2 and 4 seconds, or as long as Retry-After says. Other answers from 400 on fail at once, with the API's own message.",
      "An empty answer is no rows. An answer that cannot be read, or that has nothing at the records path, fails the run.",
      "Credentials go to the origin of base_url only.",
    ],
  },
  {
    title: "Rows and columns",
    says: [
      "Objects in objects become columns parent__child; lists stay JSON. A type is found over all rows and only ever widened; texts stay texts unless every value is an ISO date. 007 stays 007.",
      "A run is whole, partial (some operations failed) or failed. Replacing a table happens at once and only after a complete pull; what incremental has seen moves only with success.",
      "Of several operations the first fills the connection's table, the others a table with their id in its name. Parents are read before children, whatever their order.",
    ],
  },
];
