import { kind, plain } from "../../finding-kind.ts";

/** Places in what was imported, as a list of notes names them. */
export const placeFindings = {
  "place-in-document": kind({ path: "text" }, ({ path }) => path),
  /** `word`: as it is written in the line. */
  "place-word": kind({ word: "text" }, ({ word }) => word),
  "place-address": plain("the address"),
  "place-line": plain("the line"),
  "place-end-of-line": plain("the end of the line"),
  "place-cookies": plain("the cookies"),
  "place-header": kind({ name: "text" }, ({ name }) => `header ${name}`),
  "place-query": kind({ names: "texts" }, ({ names }) => `query ${names.join(", ")}`),
  /** `within`: the way to a member, such as `[0]: name`. */
  "place-body": kind({ within: "text" }, ({ within }) => `the body${within}`),
  "place-form-field": kind({ name: "text" }, ({ name }) => `body ${name}`),
  "place-rest": plain("the rest"),
};
