import { Form, Link } from "@remix-run/react";
import { DEFAULT_CATEGORY } from "#domain/category/events.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { counted } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { ErrorLine, TextField } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { Plus } from "../../ui/icons/all.ts";
import { AdminFrame } from "./admin-frame.tsx";

/** `fixed`: the category is a default, so it stays. */
type ShownCategory = { name: string; items: number; fixed: boolean };
export type CategoriesPage = { categories: ShownCategory[] };

const LEAD =
  "These appear in the filters of the DataStore and in upload forms. A renamed category keeps its items; items in a removed category move to Other.";

/** The categories, and forms that change them. */
export function CategoriesView({ categories, form }: CategoriesPage & { form?: FormState }) {
  const renamed = form?.values?.["category"];
  return (
    <AdminFrame tab="/admin/categories" lead={LEAD}>
      <AddForm form={renamed === undefined ? form : undefined} />
      <ScrollTable panel className="table-forms" label="Categories" heads={["Category", "Public items", "Change"]}>
        {categories.map((category) => (
          <tr key={category.name}>
            <th scope="row">{category.name}</th>
            <td data-head="Public items">
              <Link to={`/datastore?category=${encodeURIComponent(category.name)}`}>
                {counted(category.items, "item")}
              </Link>
            </td>
            <td data-head="Change">
              {category.fixed ? (
                `Always available. ${category.name === DEFAULT_CATEGORY ? "Connectors" : "Datasets"} without a category are listed here.`
              ) : (
                <ChangeForms category={category} form={renamed === category.name ? form : undefined} />
              )}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </AdminFrame>
  );
}

function AddForm({ form }: { form: FormState | undefined }) {
  const ref = useFocusOnError(form);
  return (
    <Form method="post" className="row items-end" aria-label="Add a category" ref={ref}>
      <input type="hidden" name="intent" value="add" />
      <TextField
        label="New category"
        name="name"
        required
        maxLength={40}
        key={form ? "refused" : "new"}
        {...(form ? { state: form } : {})}
      />
      <Button icon={Plus}>Add category</Button>
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
    </Form>
  );
}

function ChangeForms({ category: { name }, form }: { category: ShownCategory; form: FormState | undefined }) {
  const ref = useFocusOnError(form);
  return (
    <div className="row">
      <Form method="post" className="row" aria-label={`Rename ${name}`} ref={ref}>
        <input type="hidden" name="intent" value="rename" />
        <input type="hidden" name="category" value={name} />
        <TextField
          label={<span className="visually-hidden">New name of {name}</span>}
          name="name"
          required
          maxLength={40}
          defaultValue={name}
          {...(form ? { state: form } : {})}
        />
        <Button small>
          Rename<span className="visually-hidden"> {name}</span>
        </Button>
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      </Form>
      <Confirm
        name={`remove-${name}`}
        label="Remove"
        about={name}
        title={`Remove the category ${name}?`}
        verb="Remove"
        fields={{ intent: "remove", category: name }}
      >
        Its datasets and connectors move to Other.
      </Confirm>
    </div>
  );
}
