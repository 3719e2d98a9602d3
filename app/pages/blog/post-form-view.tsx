import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { suggestSlug } from "#domain/post/slug.ts";
import type { PostForm } from "../../blog/post-form.ts";
import { postTypeNames } from "../../blog/post-types.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { showToast } from "../../ui/feedback/toaster.tsx";
import { ErrorLine, SelectField, TextField } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { useKeptForm } from "../../ui/form/kept-form.ts";
import { differsFrom, LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { PostContentField, useContentField } from "./editor/post-content-field.tsx";

const FORM = "post-form";
const types = Object.entries(postTypeNames).map(([value, label]) => ({ value, label }));

/** The form of a new post (`post` null), or of one that is changed. */
export function PostFormView({ post, form: refused }: { post: PostForm | null; form: FormState | undefined }) {
  const kept = useKeptForm(FORM);
  const form = refused ?? kept;
  const ref = useFocusOnError(form);
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const content = useContentField(post, form);
  useErrorToast(post === null ? refused : undefined);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (isSending) return;
    const blocks = await content.blocks();
    const data = new FormData(element, button);
    data.set("blocks", blocks === null ? "" : JSON.stringify(blocks));
    submit(data, { method: "post" });
  };
  const { hasChanged } = content;
  const hasChanges = useCallback(() => hasChanged() || differsFrom(FORM, savedIn(post)), [hasChanged, post]);
  return (
    <div className="wrap">
      <LeaveGuard hasChanges={() => !isSending && hasChanges()} />
      <Form className="page post-form" method="post" id={FORM} ref={ref} onSubmit={(event) => void send(event)}>
        <h1>{post === null ? "New post" : "Edit post"}</h1>
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <CardFields post={post} form={form} />
        <PostContentField field={content} state={form} />
        <Buttons status={post?.status ?? null} slug={post?.slug} isSending={isSending} />
      </Form>
      {post !== null && (
        <div className="page post-form">
          <div>
            <Confirm
              name="delete"
              label="Delete post"
              about={post.title}
              title={`Delete “${post.title}”?`}
              verb="Delete"
              fields={{ intent: "delete" }}
            >
              <p>It leaves the blog at once, with its likes and views. Its address is free for another post.</p>
            </Confirm>
          </div>
        </div>
      )}
    </div>
  );
}

function savedIn(post: PostForm | null): Record<string, string> {
  const { title = "", slug = "", coverImage = "" } = post ?? {};
  return { title, slug, cover_image: coverImage };
}

function useErrorToast(form: FormState | undefined) {
  useEffect(() => {
    if (form?.message) showToast("error", "Error creating post.", "post-failed");
  }, [form]);
}

/** The slug follows the title until it is changed by hand. */
function CardFields({ post, form }: { post: PostForm | null; form: FormState | undefined }) {
  const [slug, setSlug] = useState(form?.values?.slug ?? post?.slug ?? "");
  const [isOwn, setOwn] = useState(slug !== "");
  const { slug: _slug, ...values } = form?.values ?? {};
  const state = form && { ...form, values };
  return (
    <div className="panel details">
      <TextField
        label="Title"
        name="title"
        required
        maxLength={200}
        state={state}
        defaultValue={post?.title}
        onChange={(event) => !isOwn && setSlug(suggestSlug(event.target.value))}
      />
      <TextField
        label="Slug"
        name="slug"
        required
        maxLength={100}
        code
        hint="The end of its address: /blog/summer-update"
        state={state}
        value={slug}
        onChange={(event) => {
          setSlug(event.target.value);
          setOwn(event.target.value !== "");
        }}
      />
      <SelectField label="Type" name="type" options={types} state={state} defaultValue={post?.type} />
      <TextField
        label="Cover image"
        name="cover_image"
        type="url"
        optional
        placeholder="https://"
        hint="The address of an image. Readers' browsers load it from that site."
        state={state}
        defaultValue={post?.coverImage}
      />
    </div>
  );
}

function Buttons({
  status,
  slug,
  isSending,
}: {
  status: PostForm["status"] | null;
  slug: string | undefined;
  isSending: boolean;
}) {
  const isPublic = status === "published";
  const publish = (
    <Button kind="primary" name="intent" value="publish" off={isSending} key="publish">
      {isPublic ? "Save" : "Publish"}
    </Button>
  );
  const saveDraft = (
    <Button name="intent" value="save-draft" off={isSending} key="save-draft">
      {isPublic ? "Unpublish" : "Save draft"}
    </Button>
  );
  return (
    <div className="row">
      {/* Enter in a field presses the first one: it saves, and changes nothing for readers of a draft. */}
      {isPublic ? [publish, saveDraft] : [saveDraft, publish]}
      <ButtonLink kind="quiet" to={slug === undefined ? "/blog" : `/blog/${slug}`}>
        Cancel
      </ButtonLink>
    </div>
  );
}
