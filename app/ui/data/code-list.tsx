/** Names in a sentence, each set as code, with commas between. */
export function CodeList({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <span key={name}>
      {at > 0 && ", "}
      <code>{name}</code>
    </span>
  ));
}
