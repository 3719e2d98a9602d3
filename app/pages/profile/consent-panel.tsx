import { Database, Globe, KeyRound, ShieldCheck } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { Day } from "../../ui/time.tsx";
import type { ConnectorProfileViewProps } from "./connector-shown.ts";

/** What connecting means, or what the viewer agreed to. */
export function ConsentPanel({ consent, instance }: Pick<ConnectorProfileViewProps, "consent" | "instance">) {
  return (
    <section className="panel" aria-labelledby="consent-title">
      <div className="panel-head"><h2 id="consent-title">{instance ? "What you agreed to" : "What connecting means"}</h2>{consent.agreed_at && <span className="meta"><Day at={consent.agreed_at} /></span>}</div>
      <ul className="panel-body consent">
        <li><Icon of={Globe} /><span>It calls {consent.hosts.map((host, at) => <span key={host}>{at > 0 && ", "}<code>{host}</code></span>)} and no other host.</span></li>
        <li><Icon of={KeyRound} /><span>{consent.secret_places.length ? <>Your secrets go there in {consent.secret_places.join(", ")}, nowhere else. They are kept encrypted; the connector's author never sees them.</> : "It needs no secret of yours."}</span></li>
        <li><Icon of={Database} /><span>It writes {instance ? <>the table <code>{instance.output_table_name}</code></> : "a table of your own"}, which only you can read unless you publish it.</span></li>
        <li><Icon of={ShieldCheck} /><span>If a version wants more than this, your runs stop and you are asked first.</span></li>
      </ul>
    </section>
  );
}
