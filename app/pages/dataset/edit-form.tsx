import { Form, useNavigation } from "@remix-run/react";
import { DatasetCardFields, optionsOf } from "../../items/card-fields.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import type { Option } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import type { DatasetProfileViewProps } from "./dataset-shown.ts";

/** Posts `intent` update with the fields of `DatasetCardFields`. */
export function EditForm({
  dataset,
  categories,
  licenses,
  readMe,
  form,
}: Pick<DatasetProfileViewProps, "dataset"> & {
  form: FormState | undefined;
  categories: string[];
  licenses: Option[];
  readMe: string;
}) {
  const busy = useNavigation().formData?.get("intent") === "update";
  return (
    <Form method="post" className="panel mb-4" aria-label="Edit the dataset">
      <input type="hidden" name="intent" value="update" />
      <div className="details">
        <DatasetCardFields
          card={{ ...dataset, readMe }}
          categories={optionsOf(categories)}
          licenses={licenses}
          hints={{ isPublic: "When off, new people can't find it; existing access stays." }}
          state={form}
        />
      </div>
      <div className="panel-foot">
        <Button off={busy}>Save changes</Button>
        <ButtonLink kind="quiet" to={`/dataset_profile/${dataset.id}`}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
