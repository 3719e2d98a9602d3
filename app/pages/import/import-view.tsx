import { Form, useNavigation } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine, TextArea } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { type ChoiceOfOperations, ImportChoice } from "./import-choice.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import { PageHead } from "../../ui/frames/page-head.tsx";

/** Posts `text` or `file`, then `chosen` with the `operation`s. */
export function ImportView({ form, choice }: { form?: FormState; choice?: ChoiceOfOperations }) {
  return (
    <div className="wrap">
      <PageHead
        above={[{ to: "/upload?tab=connector", label: "Upload & Create" }]}
        title="Import a connector"
        lead={
          <>
            You get a draft that only you see, with a list of what was guessed and what was left out. Nothing is called,
            and no key is kept: keys become fields that each user fills in.
          </>
        }
      />
      <FaultNotice form={form} />
      {choice ? <ImportChoice key="choice" choice={choice} form={form} /> : <Source key="source" form={form} />}
    </div>
  );
}

function Source({ form }: { form: FormState | undefined }) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  return (
    <Form className="stack import" method="post" action="/upload/import" encType="multipart/form-data" ref={ref}>
      <TextArea
        label="Document or curl command"
        name="text"
        rows={14}
        code
        state={form}
        hint="OpenAPI 3, an Airbyte manifest, a Postman collection or a HAR file, up to 5 MB, or a curl command. Which one it is is recognised. A curl command may be copied from a manual or from the browser's network panel."
      />
      <label className="field">
        <span className="label">
          Or a file <span className="opt">optional</span>
        </span>
        <input className="file" type="file" name="file" accept=".json,.yaml,.yml,.har,application/json,text/yaml" />
      </label>
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <div>
        <Button kind="primary" off={busy}>
          {busy ? "Reading" : "Make a draft"}
        </Button>
      </div>
    </Form>
  );
}
