import { counted, plural } from "../../../text/counted.ts";
import { kind, plain } from "../../finding-kind.ts";

const NOT_STORED = "Its value is not stored: each user enters their own.";

/** What an import of a collection or recording of requests lost, guessed or changed. */
export const requestListFindings = {
  "operations-too-many": kind(
    { limit: "number" },
    ({ limit }) => `A connector has at most ${limit} operations. Choose those to take.`,
  ),
  "method-unsupported": kind({ method: "text" }, ({ method }) => `A connector reads by GET or POST, not ${method}.`),
  "sign-in-differs": plain("It signs in in another way than the others; a connector signs in in one."),
  "parent-not-carried": kind(
    { parent: "text" },
    ({ parent }) => `It goes through "${parent}", which cannot be carried over.`,
  ),
  /** Stored before faults of a definition were told by codes: `fault` is the sentence of that time. */
  /** `key`: of the operation; empty: the whole. `fault` null: the language has no code for it. */
  "operation-faulty": kind({ key: "text", fault: "finding?" }, ({ key, fault }, say) => {
    if (fault !== null) return key === "" ? say(fault) : `${key}: ${say(fault)}`;
    return key === "" ? "The operation is refused." : `The operation is refused at ${key}.`;
  }),
  "address-unwritable": plain(
    "Its address cannot be written: it needs a host, without a secret in it, and no value that changes each time.",
  ),
  "path-parameter-left-out": plain("What follows a semicolon in its path was left out: it may be a session."),
  "recorded-body-unsupported": plain("Only JSON and forms can be sent."),
  "collection-body-unsupported": plain("Only JSON, a form of texts, a plain text or GraphQL can be sent."),
  "parameter-name-impossible": plain("A parameter of this name is not possible."),
  "value-changes": kind({ value: "text" }, ({ value }) => `This value changes each time: ${value}`),
  "key-name-unusable": plain("The key is sent under a name that cannot be used."),
  "sign-in-unsupported": kind({ type: "text" }, ({ type }) => `Signing in by ${type} is not supported.`),
  "token-address-not-written": plain("The address for tokens is not written out."),
  "credentials-not-stored": plain("Values of credentials are not stored: each user enters their own."),
  "variable-became-field": kind(
    { name: "text", key: "text" },
    ({ name, key }) => `"${name}" looks like a secret and became the private field "${key}". ${NOT_STORED}`,
  ),
  "header-signs-in": kind(
    { header: "text" },
    ({ header }) => `Requests sign in by the header ${header}. ${NOT_STORED}`,
  ),
  "entries-left-out": kind(
    { count: "number" },
    ({ count }) =>
      `${counted(count, "entry", "entries")} that ${plural(count, "is", "are")} no GET or POST with an answer in JSON ${plural(count, "was", "were")} left out.`,
  ),
};
