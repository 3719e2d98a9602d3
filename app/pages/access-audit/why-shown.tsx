import type { AppliedRule, Hindrance } from "#domain/use-cases/access-audit/why-sees.ts";
import type { View } from "../../access-audit/view-as.ts";
import type { Why } from "../../access-audit/why-calls.ts";
import { Moment, momentWords, SaidList } from "../../history/moment.tsx";

const RULES: Readonly<Record<AppliedRule["rule"], string>> = {
  owner: "owns it",
  grant: "was given access",
  subscription: "is connected to it",
  public: "may see it because it is public",
  admin: "is an admin",
};
const HINDRANCES: Readonly<Record<Hindrance, string>> = {
  "no-account": "has no account",
  missing: "asks for what is not there",
  deleted: "cannot see it: it is deleted",
  "taken-down": "may not read it: it is taken down",
  private: "has no access: it is private",
  "not-ready": "cannot read rows: there are none yet",
  "grant-ended": "had access that has ended",
};
const ROWS = { all: "all rows", sample: "a sample of at most 10 rows", none: "no rows" } as const;

/** `names`: by the id of a user, without those whom the viewer does not know. */
export type WhyNamed = Why & {
  readonly names: Readonly<Record<string, string>>;
  readonly typed: string;
  readonly own: boolean;
};

/** By which rules a person sees an item, or why not, and what is shown to them. */
export function WhyShown({ sees, rules, hindrances, keys, roles, userId, asOf, names, typed, view, own }: WhyNamed) {
  const name = names[userId] ?? typed;
  return (
    <div className="panel" role="status">
      <div className="panel-body stack">
        <p>
          <strong>
            {name} {asOf === null ? (sees ? "sees it." : "does not see it.") : sees ? "saw it." : "did not see it."}
          </strong>
          {roles.length > 0 && <> User roles: {roles.join(", ")}.</>}
          {asOf !== null && <> As of {momentWords(asOf)}.</>}
        </p>
        <ul className="why-rules">
          {rules.map((rule) => (
            <li key={rule.rule}>
              {name} {RULES[rule.rule]}
              <Facts {...rule} names={names} />.
            </li>
          ))}
          {hindrances.map((hindrance) => (
            <li key={hindrance}>
              {name} {HINDRANCES[hindrance]}.
            </li>
          ))}
          {keys.map(({ id, prefix, lastFour }) => (
            <li key={id}>
              A key of {name} opens all rows:{" "}
              <code>
                {prefix}…{lastFour}
              </code>
            </li>
          ))}
        </ul>
      </div>
      {view && <ViewShown view={view} name={name} past={asOf !== null} own={own} />}
    </div>
  );
}

function Facts({ since, by, until, versions, names }: AppliedRule & Pick<WhyNamed, "names">) {
  return (
    <>
      {since !== null && (
        <>
          , since <Moment at={since} />
        </>
      )}
      {by !== null && <>, by {names[by] ?? "another user"}</>}
      {until !== null && (
        <>
          , until <Moment at={until} />
        </>
      )}
      {versions !== null && <>, {versions.map((version) => `v${version}`).join(", ")}</>}
    </>
  );
}

const OFFERS: Readonly<Record<string, string>> = {
  edit: "Edit",
  "new-version": "New version",
  "add-rows": "Add rows",
  delete: "Delete",
  remove: "Remove",
  ask: "Ask",
  connect: "Connect",
  "make-inactive": "Make inactive",
  "make-active": "Make active",
  "set-up": "Save Settings",
  run: "Run Now",
};

/** The item as the person has it before them, part by part. */
function ViewShown({ view, name, past, own }: { view: View; name: string; past: boolean; own: boolean }) {
  const { title, rows, stream, versions, people, offers } = view;
  const yes = (is: boolean, what: string) => (is ? what : <span className="quiet">not {what}</span>);
  return (
    <div className="panel-foot view-as">
      <h3 className="sub">
        What {name} {past ? "saw" : "sees"}
      </h3>
      <SaidList
        said={[
          { term: "Page", value: title },
          { term: "Rows", value: ROWS[rows] },
          { term: "Stream", value: yes(stream, "by key") },
          { term: "Versions", value: yes(versions, "earlier versions and their files") },
          { term: "People", value: yes(people, "who has access, requests and the history") },
          {
            term: "Buttons",
            value: (
              <span className="view-offers">
                {offers.length === 0
                  ? "none"
                  : offers.map((offer) => (
                      <span key={offer} className="badge badge-line">
                        {OFFERS[offer] ?? offer}
                      </span>
                    ))}
              </span>
            ),
          },
        ]}
      />
      {!own && <p className="meta">{name} can read that you looked.</p>}
    </div>
  );
}
