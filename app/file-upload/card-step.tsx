import type { ReactNode } from "react";
import { DatasetCardFields, optionsOf } from "../items/card-fields.tsx";
import type { Option } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";

const HINTS = {
  description: "Start with what one row represents.",
  license: "What others may do with the rows",
  isPublic: "Anyone can find and connect to it. Turn off to keep it private.",
};

/** The step of publishing a file that asks for the card of its dataset. `isTitled`: whether it asks for the title. */
export function CardStep({
  categories,
  licenses,
  isTitled,
  state,
  children,
}: {
  categories: readonly string[];
  licenses: Option[];
  isTitled?: boolean;
  state: FormState | undefined;
  children?: ReactNode;
}) {
  return (
    <li>
      <h2>Name and description</h2>
      <div className="panel details">
        <DatasetCardFields
          categories={[{ value: "", label: "No category (listed under Other)" }, ...optionsOf(categories)]}
          isTitled={isTitled}
          licenses={licenses}
          hints={HINTS}
          state={state}
        />
        {children}
      </div>
    </li>
  );
}
