import { describe, expect, test } from "vitest";
import { parseDefinition } from "../validation/parse-definition.ts";

const operation = (own: object, rest: object = {}) => ({
  protocol: "rest",
  operations: [{ id: "rows", url: "https://api.example.com/x", ...own }],
  ...rest,
});
const field = (own: object) => operation({ params_fields: [{ key: "a", ...own }] });
const since = (own: object) =>
  operation({ incremental: { cursor_field: "at", start_param: "since", end_param: "until", ...own } });

function faultsOf(input: unknown): string[] {
  const parsed = parseDefinition(input);
  return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path.replace("operations[0].", "")}: ${message}`);
}

describe("a sentence about a value says what it lacks, not what it is already", () => {
  test.each<[string, unknown, string]>([
    ["a method in small letters", operation({ method: "get" }), 'method: This must be written "GET".'],
    ["a type with a capital", operation({}, { auth: { type: "Bearer" } }), 'auth.type: This must be written "bearer".'],
    ["a format in capitals", operation({ response_format: "JSON" }), 'response_format: This must be written "json".'],
    ["a version as a text", operation({}, { version: "1" }), "version: This must be 1, without quotes."],
    [
      "a number as a text",
      operation({ pagination: { strategy: "page", limit: "100" } }),
      "pagination.limit: This must be a number, without quotes.",
    ],
    [
      "true as a text",
      field({ required: "true" }),
      "params_fields[0].required: This must be true or false, without quotes.",
    ],
    ["a word for true", field({ required: "yes" }), "params_fields[0].required: This must be true or false."],
    ["a text as a number", operation({ headers: { "X-A": 1 } }), "headers.X-A: This must be a text in double quotes."],
    [
      "a status as a text",
      operation({ response_actions: [{ status: "404", action: "ignore" }] }),
      'response_actions[0].status: This must be a number such as 404, or a text such as "4xx".',
    ],
    [
      "none a day",
      operation({ rate_limit: { requests: 0, per: "day" } }),
      "rate_limit.requests: This is too small: more than 0.",
    ],
    [
      "a port out of range",
      operation({ url: "https://api.example.com:99999/x" }),
      "url: A URL's port must be a number up to 65535.",
    ],
    [
      "a port of letters",
      operation({ url: "https://api.example.com:abc/x" }),
      "url: A URL's port must be a number up to 65535.",
    ],
    [
      "an operation that is not there",
      operation({ for_each: { id: "projects.id" } }),
      'for_each.id: There is no operation "projects".',
    ],
    [
      "an operation without a field",
      operation({ for_each: { id: "rows" } }),
      'for_each.id: Name a field of "rows" too, such as "rows.id".',
    ],
    [
      "something else to go through",
      operation({ for_each: { id: "projects" } }),
      'for_each.id: This must be "<operation id>.<field>" or "{setting}".',
    ],
    [
      "a day that there is not",
      since({ initial_value: "2024-02-30" }),
      "incremental.initial_value: There is no such time as 2024-02-30.",
    ],
    [
      "a day of one digit",
      since({ initial_value: "2024-1-1" }),
      "incremental.initial_value: This must be a time such as 2024-01-31 or 2024-01-31T08:00:00Z, or a number since 1970.",
    ],
    [
      "a time in another format",
      since({ initial_value: "31.01.2024", format: "%m/%d/%Y" }),
      "incremental.initial_value: This must be a time as %m/%d/%Y writes it, or one such as 2024-01-31.",
    ],
    [
      "a duration of nothing",
      since({ window: "P0D" }),
      "incremental.window: This duration must be longer than nothing.",
    ],
    [
      "words as a duration",
      since({ window: "1 day" }),
      "incremental.window: This must be an ISO 8601 duration such as P7D, P1M or PT6H.",
    ],
    [
      "a directive that is not known",
      since({ format: "%Q" }),
      "incremental.format: %Q is not known. A pattern is made of %Y %y %m %d %e %j %H %I %p %M %S %f %L %s %b %B %a %A %z %Z %F %T %D and %%.",
    ],
    ["another scheme", operation({ url: "ftp://api.example.com/x" }), "url: A URL must use http or https."],
    [
      "one slash",
      operation({ url: "https:/api.example.com/x" }),
      "url: A URL must start with https://, with two slashes.",
    ],
    [
      "no scheme",
      operation({ url: "api.example.com/x" }),
      "url: A relative URL needs a base_url; else write it with https://.",
    ],
    [
      "a base without a scheme",
      operation({ base_url: "api.example.com", url: "/x" }),
      "base_url: A URL must start with http://, https:// or a base-URL field.",
    ],
    ["an empty base", operation({ base_url: "", url: "/x" }), "base_url: This is empty."],
    [
      "a group in a group",
      field({ type: "group", fields: [{ key: "b", type: "group", fields: [{ key: "c" }] }] }),
      "params_fields[0].fields[0].fields: A group must not hold another group.",
    ],
    [
      "a group in a group, without fields",
      field({ type: "group", fields: [{ key: "b", type: "group" }] }),
      "params_fields[0].fields[0].type: A group must not hold another group.",
    ],
    ["an empty list", operation({ primary_key: [] }), "primary_key: This is empty."],
    ["an empty text", operation({ id: "" }), "id: This is empty."],
    ["two separators", operation({ delimiter: ";;" }), "delimiter: This must be exactly 1 character."],
    ["too long a name", operation({ name: "x".repeat(401) }), "name: This is too long: at most 400 characters."],
    ["too many at once", operation({ concurrency: 100 }), "concurrency: This is too large: at most 16."],
  ])("%s", (_what, input, fault) => {
    expect(faultsOf(input)).toContain(fault);
  });
});

describe("a key that is missing is said to be missing", () => {
  test.each<[string, unknown, string]>([
    [
      "a strategy",
      operation({ pagination: { page_param: "p" } }),
      'pagination.strategy: This key is missing: one of "none", "page", "offset", "cursor", "scroll", "link".',
    ],
    [
      "an auth type",
      operation({}, { auth: { in: "header" } }),
      /^auth\.type: This key is missing: one of "none", /.source,
    ],
    [
      "an action",
      operation({ response_actions: [{ status: 404 }] }),
      'response_actions[0].action: This key is missing: one of "ignore", "retry", "fail".',
    ],
    [
      "a cursor field",
      operation({ incremental: { start_param: "since" } }),
      "incremental.cursor_field: This key is missing.",
    ],
    ["a field's key", operation({ params_fields: [{ label: "a" }] }), "params_fields[0].key: This key is missing."],
  ])("%s", (_what, input, fault) => {
    expect(faultsOf(input).join("\n")).toMatch(fault.startsWith("^") ? new RegExp(fault) : fault);
  });
});
