import { CircleAlert } from "../ui/icons/all.ts";
import { ErrorLine } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";
import { counted } from "../ui/data/format.ts";
import { Icon } from "../ui/icons/icon.tsx";

export const DEFINITION_ERROR = "definition-error";
/** The id of the textarea of a definition. */
export const DEFINITION_FIELD = "dsl";

export type Faults = NonNullable<FormState["faults"]>;
type Go = (line: number, column: number) => void;

/**
 * The faults of a refused definition; `live`: those left while it is being corrected. `onGo` jumps to a line; without
 * it links lead to the field.
 */
export function RefusedDefinition({
  refused,
  live = null,
  onGo,
}: {
  refused: FormState;
  live?: Faults | null;
  onGo?: Go;
}) {
  if (refused.faults === undefined)
    return <ErrorLine id={DEFINITION_ERROR}>{refused.errors?.[DEFINITION_FIELD]}</ErrorLine>;
  const faults = live ?? refused.faults;
  if (faults.length === 0)
    return (
      <p className="status status-ok" id={DEFINITION_ERROR} role="status">
        No faults left.
      </p>
    );
  return (
    <div className="fault-list" id={DEFINITION_ERROR} role={live === null ? "alert" : undefined}>
      <p className="error">
        <Icon of={CircleAlert} size="sm" />
        <span>The definition has {faults.length === 1 ? "a fault" : counted(faults.length, "fault")}.</span>
      </p>
      <FaultList faults={faults} {...(onGo ? { onGo } : {})} />
    </div>
  );
}

function FaultList({ faults, onGo }: { faults: Faults; onGo?: Go }) {
  return (
    <ul className="faults" aria-label="Faults">
      {faults.map(({ line, column, path, message }) => (
        <li key={`${line}:${column} ${message}`}>
          <a
            href={`#${DEFINITION_FIELD}`}
            onClick={
              onGo &&
              ((event) => {
                event.preventDefault();
                onGo(line, column);
              })
            }
          >
            Line {line}, column {column}
          </a>
          <span>
            {path !== null && path !== "definition" && (
              <>
                <code>{path}</code>:{" "}
              </>
            )}
            {message}
          </span>
        </li>
      ))}
    </ul>
  );
}
