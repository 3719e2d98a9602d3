import { kind, plain } from "../../finding-kind.ts";

/** The sentence of a part; one that only a newer program knows is shown as it is. */
function sentenceOf(sentences: Readonly<Record<string, string>>, part: string): string {
  return Object.hasOwn(sentences, part) ? (sentences[part] ?? part) : part;
}

const BY_PROGRAM_CODE = {
  authenticator: "It signs in by program code.",
  decoder: "Answers are read by program code.",
  "error-handler": "Errors are judged by program code; here the usual rules hold.",
  extractor: "Records are found by program code.",
  filter: "Records are chosen by program code; here all of them come.",
  paginator: "Pages are asked for by program code.",
  "partition-router": "It goes through lists by program code.",
  retriever: "Rows are fetched by program code.",
  transformation: "Rows are changed by program code.",
  wait: "Waiting is decided by program code; here the usual pauses hold.",
};

const MISSING = {
  address: "It names no address.",
  credential: "It names no setting for the credential.",
  "credential-place": "It names no place for the credential.",
  "cursor-place": "It does not say where the cursor goes in a request.",
  login: "It names no login request.",
  "page-place": "It does not say where the page goes in a request.",
  parent: "It names no stream to go through.",
  records: "It does not say where the records are.",
  "sign-in": "It names no way to sign in.",
  "token-address": "It names no address for tokens.",
  "token-path": "It names no place of the token.",
  "value-place": "It says nowhere to put its value.",
  values: "It names no values.",
};

const UNSUPPORTED = {
  "dynamic-streams": "Streams that are found while reading are not supported.",
  "fields-in-parts": "Fields that are asked for in parts are not supported.",
  "login-signed-in": "A login that is itself signed in is not supported.",
  "repeated-parameter": "A parameter that comes several times is not supported.",
  "records-of-one": "This way to make several records of one is not supported.",
  "rows-within-rows": "Rows within the rows of another stream are not supported.",
  "token-format": "This form of the token is not supported.",
  "token-headers": "Headers of a token request are not supported.",
  "token-name": "A token of another name in the answer is not supported.",
};

const UNWRITABLE = {
  cursor: "This cursor",
  end: "This end of paging",
  expression: "This",
  value: "This value",
  values: "These values",
};

const READ_WHOLE = {
  "asks-for-all": "The source asks for everything each time",
  "by-program-code": "What is new is found by program code",
  "field-not-added": "Its field cannot be added to the rows",
  "field-of-setting": "Its field depends on a setting",
  "start-not-sent": "The number from which it goes on is not sent",
  "times-unlike": "The times in the rows cannot be compared",
};

const parts = {
  "program-code": kind({ part: "text" }, ({ part }) => sentenceOf(BY_PROGRAM_CODE, part)),
  "part-missing": kind({ part: "text" }, ({ part }) => sentenceOf(MISSING, part)),
  "part-unsupported": kind({ part: "text" }, ({ part }) => sentenceOf(UNSUPPORTED, part)),
  /** `type` empty: none is given. */
  "type-unsupported": kind({ type: "text" }, ({ type }) => `${type === "" ? "This kind" : type} is not supported.`),
  /** `text`: its expressions as the source writes them; what stands around them may be a credential. */
  "text-unwritable": kind(
    { part: "text", text: "text" },
    ({ part, text }) => `${sentenceOf(UNWRITABLE, part)} cannot be written: ${text}`,
  ),
  "literal-unwritable": kind({ part: "text" }, ({ part }) => `${sentenceOf(UNWRITABLE, part)} cannot be written.`),
  "value-not-a-text": kind(
    { part: "text" },
    ({ part }) => `${sentenceOf(UNWRITABLE, part)} cannot be written: it is a list or an object.`,
  ),
};

const signingIn = {
  "grant-unsupported": kind({ grant: "text" }, ({ grant }) => `The grant ${grant} is not supported.`),
  /** `name` null: of any name. */
  "setting-not-alone": kind(
    { name: "text?" },
    ({ name }) => `It must be one setting of its own${name === null ? "" : `, called ${name} here`}.`,
  ),
};

const requests = {
  "get-body-left-out": plain("A GET has no body; it was left out."),
  "body-not-an-object": plain("Only an object can be written as the body of a request."),
  "body-too-deep": plain("The body nests too deep."),
  "value-not-in-body": plain("Only the JSON or form of a POST takes a value in its body."),
  "lists-too-many": plain("It goes through too many lists."),
  "parents-several": plain("It goes through several streams one after the other."),
  "parent-field-missing": plain("The rows that it goes through lack the field that it asks with."),
  "link-is-followed": plain("The address in the Link header is followed, not sent as a parameter."),
  "next-address-not-in-answer": plain("Only an address that the answer holds can be followed."),
  "page-size-fixed": kind({ rows: "number" }, ({ rows }) => `The size of a page is ${rows}.`),
  "page-size-usual": plain("The size of a page is left to the API or its usual value."),
};

const errors = {
  "error-rules-left-out": kind(
    { limit: "number" },
    ({ limit }) => `Only the first ${limit} rules about errors are taken.`,
  ),
  "error-action-unsupported": kind(
    { action: "text" },
    ({ action }) => `${action} has no form here; the usual rules hold.`,
  ),
  "error-words-unsupported": plain("A rule about words of an error has no form here; the usual rules hold."),
  "error-condition-unsupported": kind(
    { condition: "text" },
    ({ condition }) => `This condition has no form here; the usual rules hold: ${condition}`,
  ),
  "status-counts-as-empty": plain("An answer with this status counts as no rows."),
};

const newRows = {
  "stream-read-whole": kind(
    { why: "text" },
    ({ why }) => `${sentenceOf(READ_WHOLE, why)}, so everything is read at each run.`,
  ),
  "parent-read-whole": plain("Other streams go through its rows, so it is read whole at each run."),
  "parts-read-whole": plain(
    "The source keeps a place for each part that it goes through. Here all of them are read at each run, so that nothing of a new part is missed.",
  ),
  "time-format-unwritable": kind({ format: "text" }, ({ format }) => `Times cannot be written as ${format}.`),
  "start-bound-left-out": plain("This bound of the start is not kept."),
  "start-is-entered": kind(
    { start: "text" },
    ({ start }) => `The start is counted from now there; here "start_date" is entered: ${start}`,
  ),
  "end-is-now": kind({ end: "text" }, ({ end }) => `Reading ends now, not at ${end}.`),
  "duration-fixed": kind(
    { duration: "text" },
    ({ duration }) => `The length of time is ${duration}, whatever the setting says.`,
  ),
  "duration-unreadable": kind({ duration: "text" }, ({ duration }) => `This is not a length of time here: ${duration}`),
};

const records = {
  "delimiter-too-long": plain("The delimiter must be one character."),
  "outer-record-lost": plain("The outer record is not kept beside the inner ones."),
  "filter-lost": kind(
    { condition: "text" },
    ({ condition }) => `This condition cannot be written, so all records come: ${condition}`,
  ),
  "removed-fields-stay": plain("Fields that the source removes stay."),
  "field-names-stay": plain("Fields keep the names that the API gives them; nested ones become outer__inner."),
  "field-is-column": kind(
    { field: "text", column: "text" },
    ({ field, column }) => `"${field}" comes as the column ${column}.`,
  ),
  "field-is-of-parent": kind(
    { field: "text" },
    ({ field }) => `"${field}" comes as a column of what the rows belong to.`,
  ),
  "field-not-added": kind(
    { field: "text", value: "text" },
    ({ field, value }) => `The field "${field}" cannot be added: ${value}`,
  ),
  "zero-is-value": kind(
    { field: "text" },
    ({ field }) => `"${field}" is the first field that is not empty; 0, false and an empty list count as values.`,
  ),
  "key-lost": plain("A field of the key cannot be added, so rows have no key."),
};

const settings = {
  "setting-not-described": kind(
    { setting: "text" },
    ({ setting }) => `It does not describe "${setting}", so that is a text.`,
  ),
  "setting-is-address": kind(
    { key: "text" },
    ({ key }) =>
      `"${key}" is entered as a whole address, such as https://example.com: a host is not put together from it.`,
  ),
  "setting-of-address-shown": kind(
    { key: "text" },
    ({ key }) =>
      `The source keeps "${key}" secret. It is part of an address, so it is shown here: a host is agreed to.`,
  ),
  "setting-unused": plain("Nothing uses this setting, so it is left out."),
};

/** What an import of streams lost, guessed or changed. */
export const streamFindings = {
  ...parts,
  ...signingIn,
  ...requests,
  ...errors,
  ...newRows,
  ...records,
  ...settings,
  "stream-name-repeated": kind({ name: "text" }, ({ name }) => `There are two streams "${name}".`),
  "parent-taken-too": plain("Another stream goes through it, so it was taken too."),
};
