import type { Json } from "../schemas.ts";
import { withFieldsDescribed } from "../described-fields.ts";
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

/**
 * The schema of an answer, or of a component of answers, with a description of each of its fields. `of`: the method and
 * path of the call, or the name of the component. Throws if nothing is said about a field.
 */
export function describedAnswer(schema: Json, of: string): Json {
  return withFieldsDescribed(schema, ABOUT_ANSWERS, startsOf(of));
}

function startsOf(of: string): readonly string[] {
  const [, path] = of.split(" ");
  const more = MORE_OF[of];
  if (path === undefined) return [`${of}.`, ...(more === undefined ? [] : startsOf(more))];
  const parts = path.split("/");
  return [`${of} `, ...parts.map((_, at) => `${parts.slice(0, parts.length - at).join("/")} `)];
}
