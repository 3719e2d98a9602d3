import { Database, Globe, KeyRound, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";

/** What a connection may do, line by line. `secrets` begins the sentence on them: "Your secrets go there". */
export function ConsentList({ hosts, places, secrets, table }: { hosts: readonly string[]; places: readonly string[]; secrets: string; table: ReactNode }) {
  return (
    <ul className="panel-body consent">
      <li><Icon of={Globe} /><span>It calls {hosts.map((host, at) => <span key={host}>{at > 0 && ", "}<code>{host}</code></span>)} and no other host.</span></li>
      <li><Icon of={KeyRound} /><span>{places.length ? `${secrets} in ${places.join(", ")}, nowhere else. They are kept encrypted; the connector's author never sees them.` : "It needs no secret of yours."}</span></li>
      <li><Icon of={Database} /><span>It writes {table}, which only you can read unless you publish it.</span></li>
      <li><Icon of={ShieldCheck} /><span>If a version wants more than this, your runs stop and you are asked first.</span></li>
    </ul>
  );
}
