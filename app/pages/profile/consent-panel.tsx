import { Day } from "../../ui/time.tsx";
import type { ConnectorProfileViewProps } from "./connector-shown.ts";
import { ConsentList } from "./consent-list.tsx";

/** What connecting means, or what the viewer agreed to. */
export function ConsentPanel({ consent, instance }: Pick<ConnectorProfileViewProps, "consent" | "instance">) {
  return (
    <section className="panel" aria-labelledby="consent-title">
      <div className="panel-head"><h2 id="consent-title">{instance ? "What you agreed to" : "What connecting means"}</h2>{consent.agreed_at && <span className="meta"><Day at={consent.agreed_at} /></span>}</div>
      <ConsentList
        hosts={consent.hosts} places={consent.secret_places} secrets="Your secrets go there"
        table={instance ? <>the table <code>{instance.output_table_name}</code></> : "a table of your own"}
      />
    </section>
  );
}
