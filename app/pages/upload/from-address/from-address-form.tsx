import { Form, Link, useNavigation } from "@remix-run/react";
import { IntervalFields } from "../../../datasets/address/interval-fields.tsx";
import { LoadSettings } from "../../../file-upload/load-settings.tsx";
import { CardStep } from "../../../file-upload/card-step.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { ErrorLine, type Option, TextField } from "../../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../../ui/form/form-state.ts";

/** Posts `intent=from-address`: `url`, `refresh_interval` and `unit`, how the file is read, and the card. */
export function FromAddressForm({
  categories,
  licenses,
  form,
}: {
  categories: string[];
  licenses: Option[];
  form: FormState | undefined;
}) {
  const busy = useNavigation().formData?.get("intent") === "from-address";
  const ref = useFocusOnError(form);
  return (
    <Form className="cols" method="post" action="/upload?tab=dataset&from=url" ref={ref}>
      <input type="hidden" name="intent" value="from-address" />
      <ol className="steps">
        <li>
          <h2>The file</h2>
          <div className="stack">
            <TextField
              wide
              label="Address of a file"
              name="url"
              type="url"
              required
              maxLength={4000}
              placeholder="https://example.org/data.csv"
              hint="It must begin with https://. Only you see it; it is stored encrypted."
              state={form}
            />
            <IntervalFields minutes={0} state={form} />
          </div>
          <LoadSettings file={null} />
          <p className="meta mt-2">
            <Link to="/upload?tab=dataset">Upload a file instead</Link>
          </p>
        </li>
        <CardStep categories={categories} licenses={licenses} state={form} />
      </ol>
      <aside className="side" aria-label="Publish">
        <div className="grid gap-2">
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <Button kind="primary" block off={busy}>
            {busy ? "Publishing" : "Publish Dataset"}
          </Button>
          <p className="hint">The file is fetched and loaded like an upload. Rows that do not fit are set aside.</p>
        </div>
      </aside>
    </Form>
  );
}
