import { Link } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import type { Consent } from "#domain/connector-language/consent/consent.ts";
import type { StateOf, StateShown } from "../../../history/state-shown.ts";
import { consentWords } from "../../../settings-form/definition-fields.ts";
import { CodeList } from "../../../ui/data/code-list.tsx";
import { counted, formatCount, formatInterval } from "../../../ui/data/format.ts";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { Moment, Part, type Said, SaidList } from "../../../history/moment.tsx";

type InstanceThen = StateOf<"instance">;
type Setup = NonNullable<InstanceThen["setup"]>;
type Connectors = StateShown["connectors"];

/** What a connection was: its connector version, its setup without a value, its last run and its tables. */
export function InstanceState({
  state,
  people,
  connectors,
}: Pick<StateShown, "people" | "connectors"> & { state: InstanceThen }) {
  const { connectorId, setup, consent, signedIn, ownerId, tableName } = state;
  return (
    <>
      <Part id="setup" title="Setup" meta={tableName === null ? undefined : <code>{tableName}</code>}>
        <div className="panel-body">
          <SaidList
            said={[
              { term: "Connector", value: connectorId && <Version id={connectorId} connectors={connectors} /> },
              { term: "Owner", value: ownerId && people[ownerId] },
              ...(setup ? setupSaid(setup) : []),
              { term: "Signed in to the API", value: setup && (signedIn ? "yes" : null) },
              ...(consent ? consentSaid(consent as unknown as Consent) : []),
            ]}
          />
        </div>
        {setup && (
          <p className="panel-foot quiet">Values of settings are secrets of the owner. Their names are shown.</p>
        )}
      </Part>
      {state.lastRun && <LastRun {...state.lastRun} connectors={connectors} />}
      {state.outputs.length > 0 && <Outputs outputs={state.outputs} />}
    </>
  );
}

function Version({ id, connectors }: { id: string; connectors: Connectors }) {
  const named = connectors[id];
  return <Link to={`/connector_profile/${id}`}>{named ? `${named.title} v${named.version}` : id}</Link>;
}

function setupSaid({
  settingKeys,
  secretKeys,
  headerNames,
  hasBody,
  method,
  refreshInterval,
  override,
}: Setup): Said[] {
  const names = (list: readonly string[], none: string) => (list.length === 0 ? none : <CodeList names={list} />);
  return [
    { term: "Schedule", value: formatInterval(refreshInterval) },
    { term: "Settings", value: names(settingKeys, "none") },
    { term: "Secrets", value: names(secretKeys, "none") },
    { term: "Headers", value: names(headerNames, "") },
    { term: "Method", value: method },
    { term: "Body", value: hasBody && "of its own" },
    { term: "A run", value: override ? "replaces the table" : "keeps the rows of earlier runs" },
  ];
}

function consentSaid(consent: Consent): Said[] {
  const { hosts, secretPlaces } = consentWords(consent);
  return [
    { term: "Agreed hosts", value: <CodeList names={hosts} /> },
    { term: "Secrets go in", value: secretPlaces.join(", ") },
  ];
}

function LastRun({
  runId,
  number,
  connectorId,
  trigger,
  settingKeys,
  status,
  startedAt,
  endedAt,
  connectors,
}: NonNullable<InstanceThen["lastRun"]> & { connectors: Connectors }) {
  return (
    <Part id="last-run" title="Last run" meta={status}>
      <div className="panel-body">
        <SaidList
          said={[
            { term: "Run", value: <Link to={`/run/${encodeURIComponent(runId)}`}>{`Run ${number}`}</Link> },
            { term: "Of", value: <Version id={connectorId} connectors={connectors} /> },
            { term: "Started", value: startedAt && <Moment at={startedAt} /> },
            { term: "Ended", value: endedAt === null ? "not yet" : <Moment at={endedAt} /> },
            { term: "By", value: trigger === "manual" ? "hand" : "its schedule" },
            { term: "With", value: settingKeys.length === 0 ? "no settings" : <CodeList names={settingKeys} /> },
          ]}
        />
      </div>
    </Part>
  );
}

function Outputs({ outputs }: Pick<InstanceThen, "outputs">) {
  const heads = ["Operation", "Table", { label: "Rows", num: true }, "SHA-256 of the rows"];
  return (
    <Part id="tables" title="Tables" meta={counted(outputs.length, "table")}>
      <ScrollTable label="Tables" heads={heads}>
        {outputs.map(({ operation, tableName, rows, contentHash }) => (
          <tr key={tableName}>
            <td data-head="Operation">{operation}</td>
            <td data-head="Table">
              <code>{tableName}</code>
            </td>
            <td className="num" data-head="Rows">
              {formatCount(rows)}
            </td>
            <td data-head="SHA-256 of the rows">
              <code title={contentHash}>{cutText(contentHash, 12)}…</code>
            </td>
          </tr>
        ))}
      </ScrollTable>
    </Part>
  );
}
