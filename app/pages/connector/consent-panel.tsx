import { Day } from "../../ui/time/time.tsx";
import type { ConnectorProfileViewProps } from "./connector-page-model.ts";
import { ConsentList } from "../../items/consent-list.tsx";

/** What connecting means, or what the viewer agreed to. */
export function ConsentPanel({
  consent,
  instance,
  tableCount,
}: Pick<ConnectorProfileViewProps, "consent" | "instance" | "tableCount">) {
  return (
    <section className="panel" aria-labelledby="consent-title">
      <div className="panel-head">
        <h2 id="consent-title">{instance ? "What you agreed to" : "What connecting means"}</h2>
        {consent.agreedAt && (
          <span className="meta">
            <Day at={consent.agreedAt} />
          </span>
        )}
      </div>
      <ConsentList
        hosts={consent.hosts}
        places={consent.secretPlaces}
        secrets="Your secrets go there"
        tables={instance ? instance.tables.map(({ tableName }) => tableName) : tableCount}
      />
    </section>
  );
}
