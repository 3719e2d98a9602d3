import { classNames } from "../../ui/controls/class-names.ts";
import { counted } from "../../ui/data/format.ts";
import { type ChangesOfKind, changesByKind, changeWords, KIND_WORDS } from "./change-words.ts";
import type { DefinitionChange, FacetChange } from "./definition-changes.ts";

/** Changes of one kind that are listed; more are seen in the lines of the definition. */
const MOST_LISTED = 100;

const SIGNS = { added: "+", changed: "~", removed: "−" } as const;

/** What was added, changed and removed, in one part that can be folded for each kind. */
export function ChangeList({ changes }: { changes: readonly DefinitionChange[] }) {
  return (
    <div className="change-list">
      {changesByKind(changes).map((each) => (
        <Changes key={each.kind} {...each} />
      ))}
    </div>
  );
}

function Changes({ kind, changes }: ChangesOfKind) {
  const shown = changes.slice(0, MOST_LISTED);
  return (
    <details className="panel changes" open>
      <summary className="panel-head">
        <h3 className="sub">{KIND_WORDS[kind].title}</h3>
        <span className="meta">{changeWords(changes)}</span>
      </summary>
      <ul>
        {shown.map((change) => (
          <li key={`${change.change} ${change.name}`}>
            <Change {...change} />
          </li>
        ))}
        {shown.length < changes.length && (
          <li className="quiet">And {counted(changes.length - shown.length, "more")}: see the definition below.</li>
        )}
      </ul>
    </details>
  );
}

/** What is usual is not said of a new part. */
const USUAL: Readonly<Record<string, string>> = {
  Required: "no",
  Secret: "no",
  Pages: "one",
  Format: "json",
  "At the same time": "1",
  Attempts: "5",
};

function Change({ change, name, facets: all }: DefinitionChange) {
  const facets = all.filter(({ what, after }) => change !== "added" || (after !== name && after !== USUAL[what]));
  return (
    <>
      <span className={classNames("diff-sign", `diff-${change}`)} aria-hidden="true">
        {SIGNS[change]}
      </span>
      <div>
        <p>
          <strong>{name}</strong> <span className="meta">{change}</span>
        </p>
        {facets.length > 0 && (
          <dl>
            {facets.map((facet) => (
              <Facet key={facet.what} facet={facet} isNew={change === "added"} />
            ))}
          </dl>
        )}
      </div>
    </>
  );
}

function Facet({ facet: { what, before, after }, isNew }: { facet: FacetChange; isNew: boolean }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        {isNew ? (
          after
        ) : (
          <>
            <span className="visually-hidden">was </span>
            {before === null ? <span className="quiet">not set</span> : <del>{before}</del>}{" "}
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">, now</span>{" "}
            {after === null ? <span className="quiet">not set</span> : <ins>{after}</ins>}
          </>
        )}
      </dd>
    </div>
  );
}
