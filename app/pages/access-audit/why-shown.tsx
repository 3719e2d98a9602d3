import type { AppliedRule, Hindrance } from "#domain/use-cases/access-audit/why-sees.ts";
import type { Why } from "../../access-audit/why-calls.ts";

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
const ROWS = { all: "All rows.", sample: "A sample of the rows.", none: "No rows." } as const;

/** By which rules a person sees an item, or why not. */
export function WhyShown({ sees, rows, rules, hindrances, keys, roles, userId, asOf }: Why) {
  return (
    <div className="panel panel-body stack" role="status">
      <p>
        <strong>
          {asOf === null ? (sees ? "Sees it." : "Does not see it.") : sees ? "Saw it." : "Did not see it."}
        </strong>{" "}
        {ROWS[rows]} <code>{userId}</code>
        {roles.length > 0 && <> ({roles.join(", ")})</>}
        {asOf !== null && <>, as of {asOf}</>}
      </p>
      <ul>
        {rules.map(({ rule, since, by, until }) => (
          <li key={rule}>
            The person {RULES[rule]}
            {since !== null && <>, since {since}</>}
            {by !== null && (
              <>
                , by <code>{by}</code>
              </>
            )}
            {until !== null && <>, until {until}</>}.
          </li>
        ))}
        {hindrances.map((hindrance) => (
          <li key={hindrance}>The person {HINDRANCES[hindrance]}.</li>
        ))}
        {keys.map(({ id, prefix, lastFour }) => (
          <li key={id}>
            A key of the person opens all rows:{" "}
            <code>
              {prefix}…{lastFour}
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}
