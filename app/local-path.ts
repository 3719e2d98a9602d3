/** A path of this site, or the fallback: never another host, whatever a form or a link says. */
export function localPath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return fallback;
  const base = "http://local.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  return url?.origin === base ? url.pathname + url.search + url.hash : fallback;
}
