import { SelectField, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { INTERVAL_UNITS, intervalShown } from "../../ui/form/minutes.ts";

const OPTIONS = INTERVAL_UNITS.map(({ value, label }) => ({ value, label }));

/** How often a file is fetched: posts `refresh_interval` and its `unit`. */
export function IntervalFields({ minutes, state }: { minutes: number; state: FormState | undefined }) {
  const { every, unit } = intervalShown(minutes);
  return (
    <div className="fields">
      <TextField
        optional
        label="Fetch it again every"
        name="refresh_interval"
        inputMode="decimal"
        defaultValue={every}
        hint="Empty: only when you ask. Each scheduled refresh counts as a scheduled run of your plan."
        state={state}
      />
      <SelectField label="Unit" name="unit" options={OPTIONS} defaultValue={unit} state={state} />
    </div>
  );
}
