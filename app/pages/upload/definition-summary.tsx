import { Badge, KindBadge } from "../../ui/data/badge.tsx";
import { CodeList } from "../../ui/data/code-list.tsx";
import { counted } from "../../ui/data/format.ts";
import { declaredIn } from "./declared.ts";

/** A summary of the definition so far. */
export function DefinitionSummary({ dsl }: { dsl: string }) {
  const declared = declaredIn(dsl);
  return (
    <section className="panel" aria-labelledby="read-title">
      <div className="panel-head">
        <h2 id="read-title">Summary</h2>
      </div>
      <div className="panel-body stack">
        {declared === null && <p className="quiet">Not valid JSON yet.</p>}
        {declared && (
          <p className="badges">
            <KindBadge kind="connector" />
            <Badge>{counted(declared.operations, "operation")}</Badge>
            <Badge>auth: {declared.auth}</Badge>
          </p>
        )}
        {declared && declared.hosts.length > 0 && (
          <p className="quiet">
            Calls <CodeList names={declared.hosts} />.
          </p>
        )}
      </div>
    </section>
  );
}
