import { formatAgo, formatDate, formatExact } from "../data/format.ts";

/** "3 h ago" with the exact UTC time as its title. `now` comes from the loader, so that server and browser match. */
export function Ago({ at, now, prefix }: { at: string; now: string; prefix?: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {prefix}
      {formatAgo(at, now)}
    </time>
  );
}

export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatDate(at)}
    </time>
  );
}
