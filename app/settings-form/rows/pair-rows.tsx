import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { AddRow, RemoveRow, useRowFocus } from "./row-buttons.tsx";

type Pair = readonly [key: string, value: string];

/** Rows of key and value, `<name>_key` and `<name>_value`; one empty row is always there. A row is kept only when both are filled. */
export function PairRows({
  name,
  word,
  pairs,
  onChange,
  state,
}: {
  name: string;
  word: string;
  pairs: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
  state: FormState | undefined;
}) {
  const rows: readonly Pair[] = pairs.length > 0 ? pairs : [["", ""]];
  const set = (at: number, pair: Pair) => onChange(rows.map((old, index) => (index === at ? pair : old)));
  const { list, added, removed } = useRowFocus(rows.length);
  const error = state?.errors?.[name];
  return (
    <>
      <ul className="pairs" ref={list}>
        {rows.map(([key, value], at) => (
          <li key={at} data-row>
            <input
              className="input input-sm input-code"
              name={`${name}_key`}
              value={key}
              onChange={(event) => set(at, [event.target.value, value])}
              placeholder="Key"
              aria-label={`${word} ${at + 1}, key`}
              autoComplete="off"
              autoFocus={state?.focus === name && at === rows.length - 1}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${name}-error` : undefined}
            />
            <input
              className="input input-sm input-code"
              name={`${name}_value`}
              value={value}
              onChange={(event) => set(at, [key, event.target.value])}
              placeholder="Value"
              aria-label={`${word} ${at + 1}, value`}
              autoComplete="off"
            />
            <RemoveRow
              kind="pair"
              name={name}
              at={at}
              label={`Remove ${word.toLowerCase()} ${key || at + 1}`}
              onPress={() => {
                removed(at);
                onChange(rows.filter((_, index) => index !== at));
              }}
            />
          </li>
        ))}
      </ul>
      {error && <ErrorLine id={`${name}-error`}>{error}</ErrorLine>}
      <div>
        <AddRow
          kind="pair"
          name={name}
          label={`Add ${word.toLowerCase()}`}
          onPress={() => {
            added();
            onChange([...rows, ["", ""]]);
          }}
        />
      </div>
    </>
  );
}
