import { PLANS } from "#domain/user/plan.ts";
import type { StateOf } from "../../../history/state-shown.ts";
import { counted } from "../../../ui/data/format.ts";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { Moment, Part, SaidList } from "../../../history/moment.tsx";

/** What an account was: name, address, plan, roles and API keys. */
export function UserState({ state: { name, email, plan, roles, apiKeys } }: { state: StateOf<"user"> }) {
  return (
    <>
      <Part id="account" title="Account">
        <div className="panel-body">
          <SaidList
            said={[
              { term: "Name", value: name },
              { term: "E-mail", value: email },
              { term: "Plan", value: plan && (PLANS[plan]?.name ?? plan) },
              { term: "User roles", value: name === null ? null : roles.join(", ") || "none" },
            ]}
          />
        </div>
      </Part>
      <Part id="keys" title="API keys" meta={apiKeys.length === 0 ? "none" : counted(apiKeys.length, "key")}>
        {apiKeys.length > 0 && (
          <ScrollTable label="API keys" heads={["Name", "May", "Limited to", "Made", "Ends"]}>
            {apiKeys.map(({ id, name: called, scopes, tables, connectors, madeAt, expiresAt }) => (
              <tr key={id}>
                <td data-head="Name">{called}</td>
                <td data-head="May">{scopes.join(", ")}</td>
                <td data-head="Limited to">
                  {tables === null && connectors === null
                    ? "nothing"
                    : [tables && counted(tables.length, "table"), connectors && counted(connectors.length, "connector")]
                        .filter(Boolean)
                        .join(", ")}
                </td>
                <td data-head="Made">
                  <Moment at={madeAt} />
                </td>
                <td data-head="Ends">{expiresAt === null ? "never" : <Moment at={expiresAt} />}</td>
              </tr>
            ))}
          </ScrollTable>
        )}
      </Part>
    </>
  );
}
