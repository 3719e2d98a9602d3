import { TextArea } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { useHydrated } from "../../../ui/layout/hydrated.ts";
import type { Setup } from "./setup.ts";

/** Method and body of the request; the body is shown with POST only. */
export function SetupRequest({
  setup,
  method,
  form,
  onMethod,
}: {
  setup: Setup;
  method: string;
  form: FormState | undefined;
  onMethod: (method: string) => void;
}) {
  const hydrated = useHydrated();
  return (
    <div className="fields">
      <div className="field">
        <label className="label" htmlFor="setup-method">
          HTTP Method
        </label>
        <select
          className="select"
          id="setup-method"
          name="method"
          value={method}
          onChange={(event) => onMethod(event.target.value)}
        >
          <option value="GET">GET</option>
          <option value="POST">POST</option>
        </select>
      </div>
      {(!hydrated || method === "POST") && (
        <div className="wide post-only">
          <TextArea
            label="POST Body Template (JSON)"
            name="body_template"
            code
            rows={5}
            defaultValue={setup.bodyTemplate}
            state={form}
            hint="Names in braces are filled from the fields above."
          />
        </div>
      )}
    </div>
  );
}
