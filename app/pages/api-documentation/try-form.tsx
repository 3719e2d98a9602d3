import { useId } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { IN_PATH, IN_QUERY, type TryFields } from "./try-call.ts";

/** Opens the answer of a GET in a new tab, as the reader: with their session, or with a key that they enter. */
export function TryForm({ fields: { call, inPath, inQuery, more } }: { fields: TryFields }) {
  return (
    <details className="own">
      <summary>
        Try it<span className="visually-hidden">: GET {call}</span>
      </summary>
      <form className="stack" action="/api-documentation/open" target="_blank" rel="noopener">
        <input type="hidden" name="call" value={call} />
        {inPath.map((name) => (
          <Field key={name} label={name} name={IN_PATH + name} required />
        ))}
        {inQuery.map((name) => (
          <Field key={name} label={name} name={IN_QUERY + name} />
        ))}
        {more !== null && <Field label={more} name="more" placeholder="level=gte.180" />}
        <p>
          <Button small>
            Open the answer<span className="visually-hidden"> in a new tab</span>
          </Button>
        </p>
      </form>
    </details>
  );
}

function Field({ label, ...input }: { label: string; name: string; required?: boolean; placeholder?: string }) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input className="input input-sm" id={id} autoComplete="off" {...input} />
    </div>
  );
}
