import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ANY_COLUMN } from "#domain/core/ports/stream-query.ts";
import { Button } from "../ui/controls/button.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { Columns3, Search, SlidersHorizontal } from "../ui/icons/all.ts";
import type { IconName } from "../ui/icons/icon-name.ts";
import { Icon } from "../ui/icons/icon.tsx";
import {
  MAX_FROZEN_COLUMNS,
  NEW_COLUMNS,
  NEW_FILTER,
  OPERATORS,
  type RowsAsked,
  rowsParameters,
} from "./rows-asked.ts";

export type ColumnName = { readonly name: string };
type FormProps = { readonly asked: RowsAsked };

/** Up to so many columns all are ticked at first, and one unticks what is in the way; of more one ticks what one wants. */
const MAX_TICKED_COLUMNS = 40;

/** Looks for a text in every column. */
export function SearchForm({ asked }: FormProps) {
  return (
    <RowsForm asked={asked} label="Search the rows" className="rows-search">
      <input type="hidden" name={NEW_FILTER.column} value={ANY_COLUMN} />
      <input type="hidden" name={NEW_FILTER.operator} value="search" />
      <input
        className="input"
        type="search"
        name={NEW_FILTER.value}
        key={asked.filters.length}
        aria-label="Search all columns"
        placeholder="Search all columns"
        maxLength={90}
        autoComplete="off"
      />
      <Button icon={Search} aria-label="Search the rows" />
    </RowsForm>
  );
}

/** Adds a filter of one column. */
export function FilterMenu({ asked, columns }: FormProps & { columns: readonly ColumnName[] }) {
  return (
    <Menu icon={SlidersHorizontal} label="Filter" key={asked.filters.length}>
      <RowsForm asked={asked} label="Filter the rows" className="stack">
        <SelectField
          label="Column"
          name={NEW_FILTER.column}
          options={columns.map(({ name }) => ({ value: name, label: name }))}
        />
        <SelectField label="Condition" name={NEW_FILTER.operator} options={[...OPERATORS]} />
        <TextField label="Value" name={NEW_FILTER.value} maxLength={500} autoComplete="off" />
        <Button>Filter</Button>
      </RowsForm>
    </Menu>
  );
}

/** Chooses the columns that are shown, those shown whole, and how many of the first stay in place. */
export function ColumnsMenu({ asked, columns }: FormProps & { columns: readonly ColumnName[] }) {
  const { columns: chosen, wide, frozen } = asked;
  const isTicked = (name: string) => chosen?.includes(name) ?? columns.length <= MAX_TICKED_COLUMNS;
  return (
    <Menu icon={Columns3} label="Columns" key={[chosen, wide, frozen].join(";")}>
      <RowsForm asked={{ ...asked, columns: null, wide: [], frozen: 0 }} label="Choose columns" className="stack">
        <input type="hidden" name={NEW_COLUMNS.sent} value={columns.length} />
        <div className="columns-choice" role="region" aria-label="Columns" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Show</th>
                <th scope="col">Whole cells</th>
              </tr>
            </thead>
            <tbody>
              {columns.map(({ name }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <td>
                    <Tick name={NEW_COLUMNS.show} value={name} label={`Show ${name}`} on={isTicked(name)} />
                  </td>
                  <td>
                    <Tick
                      name={NEW_COLUMNS.wide}
                      value={name}
                      label={`Whole cells of ${name}`}
                      on={wide.includes(name)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <SelectField
          label="Stay in place"
          name={NEW_COLUMNS.frozen}
          defaultValue={String(frozen)}
          options={Array.from({ length: MAX_FROZEN_COLUMNS + 1 }, (_, count) => ({
            value: String(count),
            label: count === 0 ? "No column" : count === 1 ? "The first column" : `The first ${count} columns`,
          }))}
        />
        <Button>Show these columns</Button>
      </RowsForm>
    </Menu>
  );
}

function Tick({ name, value, label, on }: { name: string; value: string; label: string; on: boolean }) {
  return <input type="checkbox" name={name} value={value} aria-label={label} defaultChecked={on} />;
}

function Menu({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <details className="menu">
      <summary className="btn">
        <Icon of={icon} />
        {label}
      </summary>
      <div className="pop pop-left pop-form">{children}</div>
    </details>
  );
}

/** A form that asks for the same rows with something more. */
function RowsForm({
  asked,
  label,
  className,
  children,
}: FormProps & { label: string; className: string; children: ReactNode }) {
  return (
    <Form role="search" aria-label={label} className={className} preventScrollReset>
      {rowsParameters(asked).map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
