import type { UserRow } from "#projections/users/queries.ts";
import type { CallResult } from "../http/call-result.ts";
import { causeOf } from "../http/cause.ts";
import { redirectWithMessage, refusedButton, refusedForm } from "../http/forms/page.ts";
import { orFault } from "../http/or-fault.ts";
import type { AppContext } from "../platform.ts";
import { type ImageOwner, removeImage, setImage } from "./image-calls.ts";

type Asked = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly item: ImageOwner;
  readonly form: FormData;
  /** The page to return to. */
  readonly here: string;
};

/** The owner posts an image. */
export async function setImageFromForm({ context, viewer, item, form, here }: Asked) {
  const file = form.get("image");
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
  const set: CallResult<unknown> = await orFault(context, "Upload failed", () =>
    setImage(context.platform, item, bytes, viewer, causeOf(context)),
  );
  return set.ok ? redirectWithMessage.success(here, "Image saved.") : refusedForm(set, form);
}

/** The owner takes the image away. */
export async function removeImageFromForm({ context, viewer, item, here }: Asked) {
  const gone = await orFault(context, "Delete failed", () =>
    removeImage(context.platform, item, viewer, causeOf(context)),
  );
  return gone.ok ? redirectWithMessage.success(here, "The image was removed.") : refusedButton(gone, here);
}
