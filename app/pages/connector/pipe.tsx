import type { IconName } from "../../ui/icons/icon-name.ts";
import { Files, Globe, KeyRound, Table2 } from "../../ui/icons/all.ts";
import type { ReactNode } from "react";
import type { SettingValues } from "#domain/connector-language/settings/form-values.ts";
import { UrlLine } from "../../ui/code/code-block.tsx";
import { Wrappable } from "../../ui/code/wrappable.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { finalUrl } from "./final-url.ts";

type Tone = "ok" | "warn" | "bad" | "run";
export type StationFacts = { title: string; what: string; status?: { tone: Tone; text: string } | null };

/** The steps of a run: endpoint, auth, paging, table. */
export type PipeProps = {
  endpoint: StationFacts;
  auth: StationFacts;
  paging: StationFacts;
  table: StationFacts;
};

export function Pipe({ endpoint, auth, paging, table }: PipeProps) {
  return (
    <ol className="pipe">
      <li>
        <Station icon={Globe} name="Endpoint" {...endpoint} />
        <Flow />
      </li>
      <li>
        <Station icon={KeyRound} name="Auth" {...auth} />
        <Flow />
      </li>
      <li className="pages">
        <Station icon={Files} name="Paging" {...paging} />
        <Flow />
        <FlowDown />
      </li>
      <li>
        <Station icon={Table2} name="Table" {...table} isTable />
      </li>
    </ol>
  );
}

function Station({
  icon,
  name,
  title,
  what,
  status,
  isTable,
}: StationFacts & { icon: IconName; name: string; isTable?: boolean }): ReactNode {
  return (
    <div className={isTable ? "station station-table" : "station"}>
      <h3>
        <Icon of={icon} />
        {name}
      </h3>
      <strong>
        <Wrappable text={title} />
      </strong>
      <p className="what">{what}</p>
      {status && <p className={`status status-${status.tone} meta`}>{status.text}</p>}
    </div>
  );
}

function Flow() {
  return (
    <svg className="flow" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 50H100" />
    </svg>
  );
}

/** The same on a narrow screen, from top to bottom. */
function FlowDown() {
  return (
    <svg className="flow-v" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M50 0V100" />
    </svg>
  );
}

/** The call with the settings filled in. */
export function FinalUrlLine({
  method,
  url,
  template,
  values,
  secret,
}: {
  method: string;
  url: string;
  template: string;
  values: SettingValues;
  secret: Parameters<typeof finalUrl>[2];
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <span className="meta">The call it makes</span>
      <UrlLine method={method} parts={finalUrl(template, values, secret)} name="the final URL" />
      <p className="hint">
        API URL:{" "}
        <code className="wrap-anywhere">
          <Wrappable text={url} />
        </code>
      </p>
    </div>
  );
}
