import type * as schema from "./schema.ts";
import type { KeyWords, Words } from "./words/key-words.ts";
import { OPERATION_DEFAULTS, OPERATION_WORDS } from "./words/operation-words.ts";

const field = {
  key: { says: "The placeholder's name, and the name under which the value is kept.", example: "owner" },
  label: { says: "The text above the control. The key when absent.", example: "Owner" },
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
    says: "A secret: kept encrypted, never shown again, sent to the agreed hosts only. Fields of auth are private unless this is false; what signs in, such as a token or a password, always is.",
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

/** The texts for every key, by part of the language. */
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
    derived: {
      says: "Further placeholders, made of settings: by a map of their values, or of a list joined to a text.",
      example: { host: { from: "region", map: { eu: "api.eu.example.com", us: "api.example.com" } } },
    },
    check: { says: "The operation that tests a connection.", example: { operation: "me" } },
    ...OPERATION_DEFAULTS,
  },
  derived: {
    from: { says: "The field whose value is taken. It must not be private.", example: "region" },
    map: {
      says: "What each value stands for; of a list, each of its values. Values that are not here have the default.",
      example: { eu: "api.eu.example.com", true: "sandbox" },
    },
    join: { says: "The text between the values of a list.", example: "," },
    default: { says: "The value for all others, and where none is set.", example: "api.example.com" },
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
    scope_separator: { says: "The text between scopes.", default: " ", example: "," },
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
    refresh_on: {
      says: "Which answers mean that the token of oauth2 or session has expired: statuses, or a status with a text that the body contains. The sign-in is renewed once and the request sent again. A status that a fresh token gets too is what the API says.",
      default: [401, 403],
      example: [401, { status: 403, contains: "expired" }],
    },
  },
  refresh_rule: {
    status: { says: "The status of the answer: 403, 4xx.", example: 403 },
    contains: { says: "A text in its body, in whatever case.", example: "expired" },
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
  ...OPERATION_WORDS,
  check: { operation: { says: "The id of an operation.", example: "me" } },
} satisfies {
  definition: Words<typeof schema.definitionSchema>;
  derived: Words<typeof schema.derivedSchema>;
  auth: Words<typeof schema.authSchema>;
  refresh_rule: Words<typeof schema.refreshRuleSchema>;
  login: Words<typeof schema.loginSchema>;
  field: Words<typeof schema.fieldSchema>;
  group_member: Words<typeof schema.leafFieldSchema>;
  option: Words<typeof schema.optionSchema>;
  condition: Words<typeof schema.conditionSchema>;
  options_endpoint: Words<typeof schema.optionsEndpointSchema>;
  check: Words<typeof schema.checkSchema>;
};
