import type { ComponentProps } from "react";
import { FileField } from "./file-field.tsx";
import { LoadSettings } from "./load-settings.tsx";

/** The CSV file of an upload and how it is read. */
export function FileFields(props: ComponentProps<typeof FileField>) {
  return (
    <>
      <FileField {...props} />
      <LoadSettings file={props.file} />
    </>
  );
}
