import { useState } from "react";
import { Quota } from "../../../ui/data/charts.tsx";
import { CheckField, TextField } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { formatInterval } from "../../../ui/data/format.ts";
import { ScheduleNote } from "../../../ui/time/schedule-note.tsx";
import { forecast } from "./schedule-forecast.ts";
import type { Setup } from "./setup.ts";

/** When the instance runs by itself, what is left of the plan, and how rows are written. */
export function SetupSchedule({ setup, form, now }: { setup: Setup; form: FormState | undefined; now: string }) {
  const [interval, setInterval] = useState(Number(form?.values?.refresh_interval ?? setup.refreshInterval));
  const { quota } = setup;
  return (
    <fieldset className="group">
      <legend>When it runs</legend>
      <div className="schedule">
        <TextField
          label="Scheduled Refresh (minutes)"
          name="refresh_interval"
          type="number"
          min={0}
          step={1}
          className="num"
          defaultValue={setup.refreshInterval}
          state={form}
          onChange={(event) => setInterval(Number(event.target.value))}
        />
        <p>
          <strong>{formatInterval(interval)}.</strong>{" "}
          {quota && !quota.maySchedule
            ? "Upgrade to Pro to schedule automatic refreshes"
            : interval > 0
              ? "Enter 0 for manual runs only."
              : "Enter 60 for every hour, 1440 for every day."}
        </p>
      </div>
      {setup.schedule && (
        <p className="meta">
          <ScheduleNote schedule={setup.schedule} now={now} />
        </p>
      )}
      {quota && quota.limit !== null && (
        <div>
          <Quota used={quota.used} limit={quota.limit} name="Runs this week" />
          <p className="meta">
            This week: {quota.used} of {quota.limit} runs used ({quota.plan}).{" "}
            {quota.maySchedule && forecast(interval, { ...quota, limit: quota.limit }, now)}
          </p>
        </div>
      )}
      <CheckField
        label="Override existing table on rerun"
        name="override"
        value="true"
        defaultChecked={setup.override}
        disabled={setup.overrideFixed}
        state={form}
        hint={
          setup.overrideFixed
            ? "The connector's definition decides how rows are written."
            : "On: each run replaces the table when complete. Off: rows are added, or merged by key."
        }
      />
    </fieldset>
  );
}
