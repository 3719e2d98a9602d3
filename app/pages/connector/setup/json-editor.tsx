import { ErrorLine } from "../../../ui/form/field.tsx";

/** The settings as raw JSON, in place of their fields. */
export function JsonEditor({
  json,
  error,
  onChange,
}: {
  json: string;
  error: string | undefined;
  onChange: (json: string) => void;
}) {
  return (
    <div className={error ? "field is-bad" : "field"}>
      <label className="label" htmlFor="settings-json">
        Settings as JSON
      </label>
      <textarea
        className="textarea textarea-code editor"
        id="settings-json"
        name="settings_json"
        spellCheck={false}
        value={json}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "settings-json-error" : undefined}
      />
      {error && <ErrorLine id="settings-json-error">{error}</ErrorLine>}
    </div>
  );
}
