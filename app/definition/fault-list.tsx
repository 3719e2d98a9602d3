import { CircleAlert } from "lucide-react";
import type { FormState } from "../ui/form-state.ts";
import { Icon } from "../ui/icon.tsx";

/** What is wrong with a posted definition, fault by fault at its place. */
export function FaultList({ id, faults }: { id: string; faults: NonNullable<FormState["faults"]> }) {
  return (
    <div className="error" id={id} role="alert">
      <Icon of={CircleAlert} size="sm" />
      <ul className="faults" aria-label="Faults">
        {faults.map(({ line, column, path, message }) => (
          <li key={`${line}:${column} ${message}`}><span>Line {line}, column {column}: {path !== null && path !== "definition" && <><code>{path}</code>: </>}{message}</span></li>
        ))}
      </ul>
    </div>
  );
}
