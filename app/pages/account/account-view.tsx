import { Form, useNavigation } from "@remix-run/react";
import { Badge } from "../../ui/data/badge.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Quota } from "../../ui/data/charts.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { formatCount, formatDate } from "../../ui/data/format.ts";

/** Limits of null are unlimited. */
export type PlanFacts = {
  id: number;
  name: string;
  connectors: number | null;
  datasets: number | null;
  runsPerWeek: number | null;
  scheduledRuns: number | null;
};

export type AccountViewProps = {
  name: string;
  email: string;
  /** The id of the chosen plan. */
  plan: number;
  plans: PlanFacts[];
  usage: { connectors: number; datasets: number; runs: number; scheduled: number; resetsAt: string };
  form?: FormState;
};

/** Posts `plan`. */
export function AccountView({ name, email, plan, plans, usage, form }: AccountViewProps) {
  const current = plans.find(({ id }) => id === plan);
  return (
    <div className="wrap">
      <div className="top">
        <h1>Account</h1>
        <Facts
          facts={[
            { label: "Name", value: name },
            { label: "E-mail", value: email },
            { label: "Plan", value: current?.name ?? "" },
          ]}
        />
      </div>
      <div className="blocks">
        {current && (
          <section aria-labelledby="usage-title">
            <div className="block-head">
              <h2 id="usage-title">Usage</h2>
              <p className="meta">Weeks begin on Monday, UTC; the next one on {formatDate(usage.resetsAt)}.</p>
            </div>
            <div className="panel gauges">
              <Gauge label="Active connectors" used={usage.connectors} limit={current.connectors} />
              <Gauge label="Datasets" used={usage.datasets} limit={current.datasets} />
              <Gauge label="Runs this week" used={usage.runs} limit={current.runsPerWeek} />
              <Gauge label="Scheduled runs this week" used={usage.scheduled} limit={current.scheduledRuns} />
            </div>
          </section>
        )}
        <section aria-labelledby="plan-title">
          <div className="block-head">
            <h2 id="plan-title">Plan</h2>
            <p className="meta">A smaller plan removes nothing; new connections wait until there is room.</p>
          </div>
          {form?.errors?.plan && <ErrorLine>{form.errors.plan}</ErrorLine>}
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
        </section>
        <p className="row">
          <ButtonLink to="/forgot-password">Set a new password</ButtonLink>
          <ButtonLink kind="quiet" to="/manage?tab=stream">
            Your streaming key
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

function Gauge({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  return (
    <div>
      <p>
        <strong>{label}</strong>
      </p>
      {limit !== null && limit > 0 && <Quota used={used} limit={limit} name={label} />}
      <p className="meta">
        {limit === null
          ? `${formatCount(used)}, no limit`
          : limit === 0
            ? "Not part of this plan"
            : `${formatCount(used)} of ${formatCount(limit)}`}
      </p>
    </div>
  );
}

function Plan({ plan, chosen }: { plan: PlanFacts; chosen: boolean }) {
  const busy = useNavigation().formData?.get("plan") === String(plan.id);
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
        <Form method="post" preventScrollReset>
          <input type="hidden" name="plan" value={plan.id} />
          <Button off={busy}>Choose {plan.name}</Button>
        </Form>
      )}
    </li>
  );
}
