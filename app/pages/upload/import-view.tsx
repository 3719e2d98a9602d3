import { Form, Link, useNavigation } from "@remix-run/react";
import { Button } from "../../ui/button.tsx";
import { ErrorLine, TextArea } from "../../ui/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form-state.ts";
import { counted } from "../../ui/format.ts";

export type ChoiceOfOperations = { title: string; text: string; choices: readonly { key: string; summary: string; usual: boolean }[] };

/** Posts `text` or `file`, then `chosen` with the `operation`s. */
export function ImportView({ form, choice }: { form?: FormState; choice?: ChoiceOfOperations }) {
  return (
    <div className="wrap">
      <div className="top">
        <h1>Import a connector</h1>
        <p className="quiet">
          A draft is made that only you see, with a list of what was guessed and what could not be carried over. Nothing is called, and no key is kept: each becomes a field that whoever connects
          fills in. <Link to="/upload?tab=connector">Write it yourself instead</Link>.
        </p>
      </div>
      {choice ? <Choice key="choice" choice={choice} form={form} /> : <Source key="source" form={form} />}
    </div>
  );
}

function Source({ form }: { form: FormState | undefined }) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  return (
    <Form className="stack import" method="post" action="/upload/import" encType="multipart/form-data" ref={ref}>
      <TextArea label="OpenAPI 3 document or curl line" name="text" rows={14} code state={form} hint="JSON or YAML, up to 5 MB. A curl line may be copied from a manual or from the browser's network panel." />
      <label className="field">
        <span className="label">Or a file <span className="opt">optional</span></span>
        <input className="file" type="file" name="file" accept=".json,.yaml,.yml,application/json,text/yaml" />
      </label>
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <div><Button kind="primary" off={busy}>{busy ? "Reading" : "Make a draft"}</Button></div>
    </Form>
  );
}

function Choice({ choice: { title, text, choices }, form }: { choice: ChoiceOfOperations; form: FormState | undefined }) {
  const busy = useNavigation().state === "submitting";
  const groups = [
    { label: "These read", of: choices.filter(({ key }) => key.startsWith("GET ")) },
    { label: "Most of these write; take those that search or list", of: choices.filter(({ key }) => !key.startsWith("GET ")) },
  ].filter(({ of }) => of.length > 0);
  return (
    <Form className="stack import" method="post" action="/upload/import" encType="multipart/form-data">
      <h2>{title === "" ? "Which operations?" : `Which operations of ${title}?`}</h2>
      <p className="quiet">{counted(choices.length, "operation")}. Each one that you take fills one table; those whose answer is a list are ticked.</p>
      <textarea name="text" defaultValue={text} hidden readOnly aria-hidden="true" tabIndex={-1} />
      <input type="hidden" name="chosen" value="1" />
      {groups.map(({ label, of }) => (
        <fieldset key={label} className="panel operations">
          <legend>{label}</legend>
          {of.map(({ key, summary, usual }) => (
            <label key={key} className="check">
              <input type="checkbox" name="operation" value={key} defaultChecked={usual} />
              <span><code>{key}</code>{summary !== "" && <span className="hint block">{summary}</span>}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <div className="row"><Button kind="primary" off={busy}>{busy ? "Making the draft" : "Make a draft"}</Button> <Link className="btn" to="/upload/import">Start over</Link></div>
    </Form>
  );
}
