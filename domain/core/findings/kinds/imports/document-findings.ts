import { counted, plural } from "../../../text/counted.ts";
import { kind, plain } from "../../finding-kind.ts";

const signingIn = {
  "scheme-also-asked": kind(
    { scheme: "text" },
    ({ scheme }) => `It is asked for together with ${scheme}; a connector signs in one way. It was left out.`,
  ),
  "scheme-not-described": plain("The document does not describe it."),
  "scheme-http-unsupported": kind({ scheme: "text" }, ({ scheme }) => `http ${scheme} is not supported.`),
  /** `type` null: none is given. */
  "scheme-unsupported": kind({ type: "text?" }, ({ type }) => `${type ?? "This kind"} is not supported.`),
  "scheme-name-unusable": plain("It names no parameter that can be used."),
  "scheme-cookie-unusable": plain("The name of its cookie cannot be used."),
  "scheme-place-unsupported": kind(
    { place: "text?" },
    ({ place }) => `A key in ${place ?? "no place"} is not supported.`,
  ),
  "scheme-flow-unsupported": plain("Only the flows authorizationCode, clientCredentials and password are supported."),
  "scheme-address-not-absolute": kind({ key: "text" }, ({ key }) => `Its ${key} is not an absolute address.`),
  "scheme-without-token-url": plain("It has no tokenUrl."),
};

const servers = {
  /** `url` null: none is given. */
  "server-left-out": kind(
    { url: "text?" },
    ({ url }) => `Only the first server is used; ${url ?? "another"} was left out.`,
  ),
  "servers-left-out": kind({ more: "number" }, ({ more }) => `${more} more servers were left out.`),
  "server-variables-filled": plain(
    "Its variables were filled with their defaults: a setting is a whole name in a host, or all of its end.",
  ),
  "server-unusable": kind({ url: "text" }, ({ url }) => `"${url}" cannot be used as an address.`),
  "document-without-host": kind(
    { key: "text" },
    ({ key }) =>
      `The document names no host, so the field "${key}" asks for it. Write the address into base_url if it is always the same.`,
  ),
};

const paging = {
  "paging-without-cursor": kind(
    { parameter: "text" },
    ({ parameter }) =>
      `The parameter "${parameter}" looks like paging, but the answer's schema has no next cursor. It became a setting.`,
  ),
  "paging-guessed": kind(
    { strategy: "text", parameter: "text?" },
    ({ strategy, parameter }) =>
      `Paging was guessed: ${strategy}${parameter === null ? "" : `, from the parameter "${parameter}"`}. Check it with a test read.`,
  ),
  "paging-guessed-from-name": kind(
    { strategy: "text" },
    ({ strategy }) => `Paging was guessed from the name: ${strategy}. Check it with a test read.`,
  ),
};

const parameters = {
  "choices-not-listed": plain("Its values are too many or of several kinds for a list, so the setting is typed."),
  "parameter-too-many": kind(
    { name: "text" },
    ({ name }) => `It has more parameters than a form should; "${name}" was left out.`,
  ),
  "parameters-left-out": kind(
    { more: "number", limit: "number" },
    ({ more, limit }) =>
      `${counted(more, "parameter")} after the first ${limit} ${plural(more, "was", "were")} left out.`,
  ),
  "parameter-deprecated": plain("It is deprecated and was left out."),
  "parameter-place-unsupported": kind(
    { place: "text?" },
    ({ place }) => `A parameter in ${place ?? "no place"} is not supported.`,
  ),
  "parameter-name-unusable": plain("A parameter of this name is not possible and was left out."),
  "parameter-header-forbidden": plain("A header of this name cannot be set and was left out."),
  "parameter-is-document": plain("A parameter that is itself a document was left out."),
  "parameter-is-object": plain("A parameter of several names (an object) was left out."),
  "parameter-repeats": plain("It may come several times; the setting sends one value."),
  "parameter-is-list": plain("It is a list; the setting takes its values with commas between."),
};

const operations = {
  "descriptions-left-out": plain(
    "The descriptions of settings were left out, because the definition would be too large.",
  ),
  "webhooks-left-out": plain("A connector asks; it is not called."),
  "operations-uncallable": kind(
    { count: "number" },
    ({ count }) =>
      `${counted(count, "operation")} ${plural(count, "was", "were")} left out: the path is longer than 2,000 characters or holds . or .., or there are more than 5,000.`,
  ),
  "operations-not-taken": kind(
    { count: "number", of: "number" },
    ({ count, of }) =>
      `${count} of ${of} operations ${plural(count, "was", "were")} not taken: the lists were. Choose operations to take others.`,
  ),
  "operations-that-write": kind(
    { count: "number" },
    ({ count }) =>
      `${counted(count, "operation")} that ${plural(count, "writes", "write")} (PUT, PATCH, DELETE) ${plural(count, "has", "have")} no place in a connector.`,
  ),
  "answer-not-described": plain(
    "The answer is not described, so the rows are looked for where they usually are. Check it with a test read.",
  ),
  "key-guessed": plain('Rows are told apart by "id". Take primary_key out if it is not unique.'),
  "body-unsupported": plain("Only bodies in JSON and forms are supported. It was left out."),
  "body-is-list": plain("The body is a list; write what it holds into body_template."),
  "body-members-left-out": kind(
    { names: "texts", more: "number" },
    ({ names, more }) => `Optional members were left out: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
  ),
};

/** What an import of an OpenAPI document guessed, changed or left out. */
export const documentFindings = {
  ...signingIn,
  ...servers,
  ...paging,
  ...parameters,
  ...operations,
  "more-notes": kind({ count: "number" }, ({ count }) => `${count} more things could not be carried over.`),
};
