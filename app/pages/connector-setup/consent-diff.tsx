import type { ConsentChange } from "#domain/connector-language/consent/consent-change.ts";
import { describeConsentPlace } from "../../settings-form/describe-consent-place.ts";

/** What a version needs beyond the consent, compared with what it replaces. */
export function ConsentDiff({ change, from, to }: { change: ConsentChange; from: number; to: number }) {
  const places = (list: ConsentChange["places"]["added"]) =>
    list.map(({ field, where, host }) => `${field} in the ${describeConsentPlace(where)} to ${plain(host)}`);
  const rows = [
    { name: "It calls", gone: change.hosts.removed.map(plain), come: change.hosts.added.map(plain) },
    {
      name: "It signs in by",
      gone: change.authType ? [change.authType.from] : [],
      come: change.authType ? [change.authType.to] : [],
    },
    { name: "It sends", gone: places(change.places.removed), come: places(change.places.added) },
  ].filter(({ gone, come }) => gone.length + come.length > 0);
  return (
    <div className="table-scroll" role="region" aria-label={`What is different in v${to}`} tabIndex={0}>
      {/* On a phone its rows stack, which removes the elements' roles; so they are set explicitly. */}
      <table className="table table-folds consent-diff" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            <th scope="col" role="columnheader">
              v{from}, as you agreed
            </th>
            <th scope="col" role="columnheader">
              v{to}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ name, gone, come }) => (
            <tr key={name} role="row">
              <th scope="row" role="rowheader">
                {name}
              </th>
              <td role="cell" data-head={`v${from}, as you agreed`}>
                {gone.length === 0 ? (
                  <span className="quiet">the same as before</span>
                ) : (
                  gone.map((one) => <del key={one}>{one}</del>)
                )}
              </td>
              <td role="cell" data-head={`v${to}`}>
                {come.length === 0 ? (
                  <span className="quiet">no more</span>
                ) : (
                  come.map((one) => <ins key={one}>{one}</ins>)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function plain(host: string): string {
  return host.replace(/^https:\/\//, "");
}
