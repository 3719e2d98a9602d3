import { formatCount } from "./format.ts";

/** Names of tables in a sentence: the first three, and how many more. */
export function TableNames({ names }: { names: readonly string[] }) {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  return (
    <>
      {shown.map((name, at) => (
        <span key={name}>
          {at > 0 && (more === 0 && at === shown.length - 1 ? " and " : ", ")}
          <code>{name}</code>
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </>
  );
}
