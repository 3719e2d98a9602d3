import { Form, useLocation, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { Pager } from "../../../ui/controls/pager.tsx";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { counted } from "../../../ui/data/format.ts";
import { kindNames, kindOf } from "../../../ui/data/item.ts";
import { Pencil } from "../../../ui/icons/all.ts";
import { KindIcon } from "../../../ui/icons/kind-icon.tsx";
import { ErrorLine } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { Block } from "../../../ui/layout/block.tsx";
import { COLUMNS_PREFIX, type ColumnsShown, DESCRIBE } from "./columns-shown.ts";

const HEADS = ["Column", "Label", "Type", "Unit", "Description"];

/**
 * The data dictionary: what each column holds. Its owner writes it in place, a page of columns at a time; posts `intent`
 * describe-columns with `column`, `label.<name>`, `unit.<name>` and `description.<name>` of each.
 */
export function ColumnsBlock({
  columns,
  owned,
  form,
}: {
  columns: ColumnsShown;
  owned: boolean;
  form: FormState | undefined;
}) {
  const { items, total, page, pages, edited } = columns;
  const { pathname } = useLocation();
  const at = `${page > 1 ? `&${COLUMNS_PREFIX}page=${page}` : ""}#dictionary`;
  if (total === 0) return null;
  return (
    <Block
      id="dictionary"
      title="Columns"
      meta={counted(total, "column")}
      end={
        owned &&
        !edited && (
          <ButtonLink small icon={Pencil} to={`${pathname}?${DESCRIBE}=1${at}`}>
            Describe columns
          </ButtonLink>
        )
      }
    >
      {edited ? (
        <DictionaryForm columns={columns} cancelTo={pathname + at.replace("&", "?")} form={form} />
      ) : (
        <ScrollTable label="Columns of the dataset" heads={HEADS} panel>
          {items.map(({ name, label, type, unit, description }) => (
            <tr key={name}>
              <th scope="row">
                <KindIcon kind={kindOf(type)} /> <code>{name}</code>
              </th>
              <td data-head="Label">{label === name ? "" : label}</td>
              <td data-head="Type">
                <TypeWords type={type} />
              </td>
              <td data-head="Unit">{unit}</td>
              <td data-head="Description" className="wrap-cell">
                {description}
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <Pager page={page} pages={pages} prefix={COLUMNS_PREFIX} label="Pages of columns" />
    </Block>
  );
}

function DictionaryForm({
  columns: { items },
  cancelTo,
  form,
}: {
  columns: ColumnsShown;
  cancelTo: string;
  form: FormState | undefined;
}) {
  const busy = useNavigation().formData?.get("intent") === "describe-columns";
  return (
    <Form method="post" className="stack" aria-label="Describe the columns" preventScrollReset>
      <input type="hidden" name="intent" value="describe-columns" />
      <ScrollTable label="Columns of the dataset" heads={HEADS} panel>
        {items.map(({ name, label, type, unit, description }) => {
          const value = (field: string, before: string) => form?.values?.[`${field}.${name}`] ?? before;
          return (
            <tr key={name}>
              <th scope="row">
                <KindIcon kind={kindOf(type)} /> <code>{name}</code>
                <input type="hidden" name="column" value={name} />
              </th>
              <td data-head="Label">
                <CellInput of={name} field="label" most={200} value={value("label", label)} />
              </td>
              <td data-head="Type">
                <TypeWords type={type} />
              </td>
              <td data-head="Unit">
                <CellInput of={name} field="unit" most={50} value={value("unit", unit)} />
              </td>
              <td data-head="Description">
                <CellInput of={name} field="description" most={1_000} value={value("description", description)} />
              </td>
            </tr>
          );
        })}
      </ScrollTable>
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <p className="row">
        <Button kind="primary" off={busy}>
          Save columns
        </Button>
        <ButtonLink kind="quiet" to={cancelTo}>
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}

/** The kind of a column as previews name it, and its type as programs do. */
function TypeWords({ type }: { type: string }) {
  const kind = kindNames[kindOf(type)];
  return (
    <>
      {kind}
      {kind !== type && <code className="meta"> {type}</code>}
    </>
  );
}

function CellInput({ of, field, most, value }: { of: string; field: string; most: number; value: string }) {
  return (
    <input
      className="input"
      name={`${field}.${of}`}
      aria-label={`${field[0]?.toUpperCase()}${field.slice(1)} of ${of}`}
      maxLength={most}
      defaultValue={value}
    />
  );
}
