/** The fields of a form that opens the answer of a GET. */
export type TryFields = {
  readonly call: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  /** What else the call takes, such as the filters of a stream; null: nothing. */
  readonly more: string | null;
};

/** A parameter in the path of a call. */
export const PARAMETER = /\{(\w+)\}/g;
export const IN_PATH = "path.";
export const IN_QUERY = "query.";

/** The address that a filled form asks for; the name of the field that is missing if it has none. */
export function addressOf(
  { call, inPath, inQuery }: TryFields,
  filled: URLSearchParams,
): { readonly address: string } | { readonly missing: string } {
  const valueOf = (name: string) => filled.get(name)?.trim() ?? "";
  const missing = inPath.find((name) => valueOf(IN_PATH + name) === "");
  if (missing !== undefined) return { missing };
  const path = call.replace(PARAMETER, (_, name: string) => encodeURIComponent(valueOf(IN_PATH + name)));
  const query = new URLSearchParams(valueOf("more"));
  for (const name of inQuery) if (valueOf(IN_QUERY + name) !== "") query.set(name, valueOf(IN_QUERY + name));
  return { address: query.size > 0 ? `${path}?${query}` : path };
}
