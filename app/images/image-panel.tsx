import { Form, useNavigation } from "@remix-run/react";
import { Button } from "../ui/controls/button.tsx";
import { ErrorLine } from "../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../ui/form/form-state.ts";
import { PostButton } from "../ui/form/post-button.tsx";

/** For the owner. Posts `intent` set-image with `image`, or remove-image. */
export function ImagePanel({ image, form }: { image: string | null; form: FormState | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "set-image";
  const ref = useFocusOnError(form);
  const error = form?.errors?.["image"] ?? form?.message;
  return (
    <section className="panel mb-4" id="image" aria-labelledby="image-title">
      <div className="panel-head">
        <h2 id="image-title">Image</h2>
        {image !== null && (
          <PostButton small intent="remove-image">
            Remove the image
          </PostButton>
        )}
      </div>
      <Form method="post" encType="multipart/form-data" className="panel-body stack" ref={ref}>
        <input type="hidden" name="intent" value="set-image" />
        <div className="field">
          <label className="label" htmlFor="image-file">
            {image === null ? "Image file" : "Another image file"}
          </label>
          <input
            className="file"
            id="image-file"
            type="file"
            name="image"
            accept="image/png,image/jpeg,image/webp"
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "image-hint image-error" : "image-hint"}
          />
          <p className="hint" id="image-hint">
            PNG, JPEG or WebP, at most 2 MB and 4,096 pixels wide and high. Anyone who can see the item can download the
            image. Place, camera and author are removed from photos.
          </p>
          {error && <ErrorLine id="image-error">{error}</ErrorLine>}
        </div>
        <div>
          <Button off={busy}>{busy ? "Saving" : "Save the image"}</Button>
        </div>
      </Form>
    </section>
  );
}
