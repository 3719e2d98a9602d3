import type { Json } from "../schemas.ts";
import { ABOUT_ACCOUNTS } from "./about-accounts.ts";
import { ABOUT_COMMON_FIELDS } from "./about-common-fields.ts";
import { ABOUT_CONNECTIONS } from "./about-connections.ts";
import { ABOUT_CONNECTORS } from "./about-connectors.ts";
import { ABOUT_DATASETS } from "./about-datasets.ts";
import { ABOUT_HISTORY } from "./about-history.ts";
import { ABOUT_LOADS } from "./about-loads.ts";

/**
 * What the fields of answers are, where their schemas do not tell: by `Component.field`, `METHOD /path field` or the
 * beginning of the path (`/api/assets field`), and where a field means the same everywhere by its name alone. A field within others is named
 * with them (`Component.outer.field`, or for all answers `outer.field`). What names more decides.
 */
export const ABOUT_ANSWERS: Readonly<Record<string, string>> = {
  ...ABOUT_COMMON_FIELDS,
  ...ABOUT_ACCOUNTS,
  ...ABOUT_CONNECTORS,
  ...ABOUT_CONNECTIONS,
  ...ABOUT_DATASETS,
  ...ABOUT_LOADS,
  ...ABOUT_HISTORY,
};

/** Components that have the fields of another one: what is said about that holds for them. */
const MORE_OF: Readonly<Record<string, string>> = {
  AcceptedRun: "Run",
  ConnectionWithRun: "Connection",
  ConnectorWithVersions: "Connector",
  DataApp: "ListedDataApp",
  DraftLine: "Draft",
  LoadStatus: "Status",
  Post: "ListedPost",
  RunLine: "Run",
  RunRecord: "RunLine",
};

/** Where a field is: the beginnings of keys of its answer or component, and the names that lead to it. */
type Place = { readonly starts: readonly string[]; readonly names: readonly string[] };

/**
 * The schema of an answer, or of a component of answers, with a description of each of its fields. `of`: the method and
 * path of the call, or the name of the component. Throws if nothing is said about a field.
 */
export function describedAnswer(schema: Json, of: string): Json {
  return described(schema, { starts: startsOf(of), names: [] });
}

function startsOf(of: string): readonly string[] {
  const [, path] = of.split(" ");
  const more = MORE_OF[of];
  if (path === undefined) return [`${of}.`, ...(more === undefined ? [] : startsOf(more))];
  const parts = path.split("/");
  return [`${of} `, ...parts.map((_, at) => `${parts.slice(0, parts.length - at).join("/")} `)];
}

function described(schema: Json, place: Place): Json {
  const inner = (part: unknown): unknown => (isSchema(part) ? described(part, place) : part);
  return Object.fromEntries(
    Object.entries(schema).map(([word, value]) => {
      if (word === "properties") return [word, describedFields(value as Readonly<Record<string, Json>>, place)];
      if (word === "items" || word === "additionalProperties") return [word, inner(value)];
      if (word === "anyOf" || word === "oneOf" || word === "allOf") return [word, (value as unknown[]).map(inner)];
      return [word, value];
    }),
  );
}

function describedFields(fields: Readonly<Record<string, Json>>, { starts, names }: Place): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const place = { starts, names: [...names, name] };
      if ("$ref" in field) return [name, field];
      const { description, ...rest } = described(field, place);
      return [name, { ...rest, description: typeof description === "string" ? sentence(description) : about(place) }];
    }),
  );
}

function about({ starts, names }: Place): string {
  const whole = names.join(".");
  const keys = [...starts.map((start) => `${start}${whole}`), ...names.map((_, at) => names.slice(at).join("."))];
  const key = keys.find((each) => Object.hasOwn(ABOUT_ANSWERS, each));
  const said = key === undefined ? undefined : ABOUT_ANSWERS[key];
  if (said === undefined) throw new Error(`Nothing is said about ${starts[0]}${whole}.`);
  return said;
}

/** "with the session's cookie" as "With the session's cookie."; a value that is explained stays as it is. */
export function sentence(about: string): string {
  const first = /^\w+:/.test(about) ? about.charAt(0) : about.charAt(0).toUpperCase();
  return `${first}${about.slice(1)}${/[.!?]$/.test(about) ? "" : "."}`;
}

function isSchema(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
