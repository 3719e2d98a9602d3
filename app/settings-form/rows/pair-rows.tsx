import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { AddRow, RemoveRow, useRowFocus } from "./row-buttons.tsx";

type Pair = readonly [key: string, value: string];

/**
 * Rows of key and value, `<name>_key` and `<name>_value`, with an empty one at the end. A row is saved only if both are
 * filled.
 */
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
  const { list, added, removed } = useRowFocus(rows.length);
  const error = state?.errors?.[name];
  const add = () => {
    added();
    onChange([...rows, ["", ""]]);
  };
  const remove = (at: number) => {
    removed(at);
    onChange(rows.filter((_, index) => index !== at));
  };
  return (
    <>
      <ul className="pairs" ref={list}>
        {rows.map((pair, at) => (
          <li key={at} data-row>
            <PairInputs
              name={name}
              title={`${word} ${at + 1}`}
              pair={pair}
              onChange={(changed) => onChange(rows.map((old, index) => (index === at ? changed : old)))}
              isFocused={state?.focus === name && at === rows.length - 1}
              error={error}
            />
            <RemoveRow
              kind="pair"
              name={name}
              at={at}
              label={`Remove ${word.toLowerCase()} ${pair[0] || at + 1}`}
              onPress={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      {error && <ErrorLine id={`${name}-error`}>{error}</ErrorLine>}
      <div>
        <AddRow kind="pair" name={name} label={`Add ${word.toLowerCase()}`} onPress={add} />
      </div>
    </>
  );
}

function PairInputs({
  name,
  title,
  pair: [key, value],
  onChange,
  isFocused,
  error,
}: {
  name: string;
  title: string;
  pair: Pair;
  onChange: (pair: Pair) => void;
  isFocused: boolean;
  error: string | undefined;
}) {
  return (
    <>
      <input
        className="input input-sm input-code"
        name={`${name}_key`}
        value={key}
        onChange={(event) => onChange([event.target.value, value])}
        placeholder="Key"
        aria-label={`${title}, key`}
        autoComplete="off"
        autoFocus={isFocused}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      <input
        className="input input-sm input-code"
        name={`${name}_value`}
        value={value}
        onChange={(event) => onChange([key, event.target.value])}
        placeholder="Value"
        aria-label={`${title}, value`}
        autoComplete="off"
      />
    </>
  );
}
