import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { scopeOf } from "../../http/keys/scope-of.ts";
import type { FieldFacts } from "./field-facts.ts";

type Asked = {
  readonly appUrl: string;
  readonly endpoint: EndpointFacts;
  /** The media type of the body; undefined: there is none. */
  readonly bodyType: string | undefined;
  readonly fields: readonly FieldFacts[];
  readonly example: unknown;
  /** It needs neither a key nor a session. */
  readonly isOpen: boolean;
};

/** A call as a command for curl, with its recorded body. Parameters of the path stay in braces. */
export function curlLine(asked: Asked): string {
  const { appUrl, endpoint, isOpen } = asked;
  const { method, path } = endpoint;
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${appUrl}${path}"`,
    ...(isOpen
      ? []
      : [scopeOf(endpoint) === "session" ? "-b cookies.txt" : '-H "Authorization: Bearer $TRIBUTARY_KEY"']),
    ...bodyOptions(asked),
  ].join(" \\\n  ");
}

function bodyOptions({ bodyType, fields, example }: Asked): string[] {
  if (bodyType === "multipart/form-data") {
    const needed = fields.filter(({ isRequired, type }) => isRequired || type === "file");
    return needed.map(({ name, type }) => `-F "${name}=${type === "file" ? "@table.csv" : "…"}"`);
  }
  if (bodyType === undefined || example === undefined) return [];
  return [
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(example, null, 2).replaceAll("'", String.raw`'\''`)}'`,
  ];
}
