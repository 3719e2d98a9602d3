import type { FormState } from "../ui/form-state.ts";

/** Where a posted definition is at fault, for whoever has no editor that marks it. */
export function FaultList({ faults }: { faults: NonNullable<FormState["faults"]> }) {
  if (faults.length === 0) return null;
  return (
    <ul className="faults" aria-label="Places of the faults">
      {faults.map(({ line, column, path, message }) => (
        <li key={`${line}:${column} ${message}`}>Line {line}, column {column}: {path !== null && path !== "definition" && <><code>{path}</code>: </>}{message}</li>
      ))}
    </ul>
  );
}
