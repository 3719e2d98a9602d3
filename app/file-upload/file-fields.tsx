import type { ComponentProps } from "react";
import { FileField } from "./file-field.tsx";
import { LoadSettings } from "./load-settings.tsx";

/** The file of an upload and how it is read; that is detected for each of several files. */
export function FileFields({ several, ...props }: ComponentProps<typeof FileField> & { several?: boolean }) {
  return (
    <>
      <FileField {...props} />
      {several || <LoadSettings file={props.file} />}
    </>
  );
}
