import { Day } from "../../ui/time/time.tsx";
import type { ConnectorProfileViewProps } from "./connector-page-model.ts";
import { ConsentList } from "../../items/consent-list.tsx";

/** What connecting means, or what the viewer agreed to. */
export function ConsentPanel({
  consent,
  instance,
  table_count,
}: Pick<ConnectorProfileViewProps, "consent" | "instance" | "table_count">) {
  return (
    <section className="panel" aria-labelledby="consent-title">
      <div className="panel-head">
        <h2 id="consent-title">{instance ? "What you agreed to" : "What connecting means"}</h2>
        {consent.agreed_at && (
          <span className="meta">
            <Day at={consent.agreed_at} />
          </span>
        )}
      </div>
      <ConsentList
        hosts={consent.hosts}
        places={consent.secret_places}
        secrets="Your secrets go there"
        tables={instance ? instance.tables.map(({ table_name }) => table_name) : table_count}
      />
    </section>
  );
}
