/** A path of this site, or the fallback: never another host, whatever a form or a link says. */
export function localPath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || !value.startsWith("/")) return fallback;
  const base = "http://local.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (url?.origin !== base) return fallback;
  // Parsed as a browser will: `/..//host` is a path here and another host there.
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") ? fallback : path;
}

/** The URL of a page before login, which leads to this path of ours afterwards. */
export function hrefWithReturn(page: "/login" | "/register" | "/forgot-password", path?: string): string {
  return path === undefined ? page : `${page}?redirect=${encodeURIComponent(path)}`;
}

/** The path of ours to which Login or Register redirect. */
export function returnPath(query: URLSearchParams): string | undefined {
  return query.has("redirect") ? localPath(query.get("redirect"), "/manage") : undefined;
}
