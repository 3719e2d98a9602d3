import type { DatasetCard } from "#domain/dataset/events.ts";
import { CardDetailFields } from "../datasets/card-detail-fields.tsx";
import { CheckField, type Option, SelectField, TextArea, TextField } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";

/** The fields `title` and `description` of an item. */
export function TitleAndDescription({
  title,
  isTitled = true,
  description,
  hint,
  state,
}: {
  title?: string | undefined;
  isTitled?: boolean | undefined;
  description?: string | undefined;
  hint?: string | undefined;
  state: FormState | undefined;
}) {
  return (
    <>
      {isTitled && (
        <TextField
          wide
          label="Title"
          name="title"
          maxLength={200}
          aria-required="true"
          defaultValue={title}
          state={state}
        />
      )}
      <TextArea
        wide
        optional
        label="Description"
        name="description"
        rows={3}
        maxLength={5000}
        defaultValue={description}
        hint={hint}
        state={state}
      />
    </>
  );
}

type CardFields = {
  card?: Partial<DatasetCard>;
  isTitled?: boolean;
  categories: Option[];
  licenses: Option[];
  hints: { description?: string; license?: string; isPublic: string };
  state: FormState | undefined;
};

/**
 * The fields of a dataset's card: `title`, `description`, `category`, `license`, `keywords`, `is_public`,
 * `on_request`, and those of CardDetailFields. `card`: their initial values; `isTitled` false: each of several files
 * has a title of its own.
 */
export function DatasetCardFields({ card = {}, isTitled, categories, licenses, hints, state }: CardFields) {
  return (
    <>
      <TitleAndDescription
        title={card.title}
        isTitled={isTitled}
        description={card.description}
        hint={hints.description}
        state={state}
      />
      <SelectField label="Category" name="category" defaultValue={card.category} options={categories} state={state} />
      <SelectField
        label="Licence"
        name="license"
        defaultValue={card.license}
        options={licenses}
        hint={hints.license}
        state={state}
      />
      <TextField
        wide
        optional
        label="Keywords"
        name="keywords"
        hint="Separated by commas"
        defaultValue={card.keywords?.join(", ")}
        state={state}
      />
      <CheckField
        wide
        label="Public"
        name="is_public"
        value="true"
        defaultChecked={card.isPublic ?? true}
        hint={hints.isPublic}
        state={state}
      />
      <CheckField
        wide
        label="On request"
        name="on_request"
        value="true"
        defaultChecked={card.onRequest ?? false}
        hint="Others see the columns and a sample of a public dataset. They ask you for access, and you decide."
        state={state}
      />
      <CardDetailFields card={card} state={state} />
    </>
  );
}

/** Names as the options of a select. */
export function optionsOf(names: readonly string[]): Option[] {
  return names.map((name) => ({ value: name, label: name }));
}
