import type { ReactNode } from "react";
import { PostButton } from "../../ui/form/post-button.tsx";
import { Badge } from "../../ui/data/badge.tsx";
import { Quota } from "../../ui/data/charts.tsx";
import { formatCount } from "../../ui/data/format.ts";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { Block } from "../../ui/layout/block.tsx";
import { Day } from "../../ui/time/time.tsx";
import type { AccountTab } from "./account-page.ts";

type PlanTabProps = AccountTab<"plan"> & { form: FormState | undefined };
/** Limits of null are unlimited. */
type PlanFacts = PlanTabProps["plans"][number];

/** Posts `intent` choose-plan with `plan`. */
export function PlanTab({ plan, plans, usage, form }: PlanTabProps) {
  const current = plans.find(({ id }) => id === plan);
  const reset = (
    <>
      Resets on Monday, <Day at={usage.resetsAt} /> (UTC)
    </>
  );
  return (
    <>
      {current && (
        <Block id="usage-title" title="Usage" meta={`of your plan, ${current.name}`}>
          <div className="panel gauges">
            <Gauge label="Active connectors" used={usage.connectors} limit={current.connectors} />
            <Gauge label="Datasets" used={usage.datasets} limit={current.datasets} />
            <Gauge label="Runs this week" used={usage.runs} limit={current.runsPerWeek} reset={reset} />
            <Gauge
              label="Scheduled runs this week"
              used={usage.scheduled}
              limit={current.scheduledRuns}
              reset={reset}
            />
          </div>
        </Block>
      )}
      <Block
        id="plan-title"
        title="Plan"
        meta="Choosing a smaller plan removes nothing, but you can't add connections while you are over its limits."
      >
        {form?.errors?.["plan"] && <ErrorLine>{form.errors["plan"]}</ErrorLine>}
        <ul className="plans">
          {plans.map((one) => (
            <Plan key={one.id} plan={one} chosen={one.id === plan} />
          ))}
          <li className="panel">
            <h3>Enterprise</h3>
            <p className="quiet">For organisations, with limits of their own.</p>
            <p className="meta">Coming soon</p>
          </li>
        </ul>
      </Block>
    </>
  );
}

type GaugeProps = { label: string; used: number; limit: number | null; reset?: ReactNode };

/** How much of a limit is used, as a bar and in words. `reset`: when it begins again. */
function Gauge({ label, used, limit, reset }: GaugeProps) {
  const full = limit !== null && limit > 0 && used >= limit;
  return (
    <div className={full ? "gauge-full" : undefined}>
      <p>
        <strong>{label}</strong>
      </p>
      {limit !== null && limit > 0 && <Quota used={used} limit={limit} name={label} />}
      <p className="meta">{usedWords(used, limit)}</p>
      {limit !== 0 && reset && <p className="meta">{reset}</p>}
    </div>
  );
}

function usedWords(used: number, limit: number | null): string {
  if (limit === null) return `${formatCount(used)}, no limit`;
  if (limit === 0) return "Not part of this plan";
  const left = used >= limit ? "none left" : `${formatCount(limit - used)} left`;
  return `${formatCount(used)} of ${formatCount(limit)}, ${left}`;
}

function Plan({ plan, chosen }: { plan: PlanFacts; chosen: boolean }) {
  const count = (limit: number | null, word: string) =>
    `${limit === null ? "Unlimited" : limit === 0 ? "No" : formatCount(limit)} ${word}`;
  return (
    <li className={chosen ? "panel is-chosen" : "panel"}>
      <h3>
        {plan.name}
        {chosen && (
          <>
            {" "}
            <Badge tone="ok">Your plan</Badge>
          </>
        )}
      </h3>
      <ul className="quiet">
        <li>{count(plan.connectors, "connectors")}</li>
        <li>{count(plan.datasets, "datasets")}</li>
        <li>{count(plan.runsPerWeek, "runs a week")}</li>
        <li>{count(plan.scheduledRuns, plan.scheduledRuns ? "scheduled runs a week" : "scheduled runs")}</li>
      </ul>
      {!chosen && (
        <PostButton intent="choose-plan" fields={{ plan: String(plan.id) }}>
          Choose {plan.name}
        </PostButton>
      )}
    </li>
  );
}
