import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData } from "@remix-run/react";
import { editorOf } from "../../blog/editor-of.ts";
import { makePost } from "../../blog/post-calls.ts";
import { writtenIn } from "../../blog/post-form.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedForm, text } from "../../http/forms/page.ts";
import type { FormState } from "../../ui/form/form-state.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { PostFormView } from "./post-form-view.tsx";

const FAILED = "Error creating post.";
/** After an answer with such a status Remix does not load the page again, which would fail too. */
const NOT_SENT = 503;

export const meta: MetaFunction = () => pageMeta({ title: "New post | Tributary", noindex: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await editorOf(context, request);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await editorOf(context, request);
  const form = await readForm(request);
  const intent = text(form, "intent");
  if (intent !== "publish" && intent !== "save-draft") return refusedForm(refuse("form-unknown"), form);
  const isPublished = intent === "publish";
  const made = await makePost(context.platform, { written: writtenIn(form), isPublished }, viewer, causeOf(context));
  if (made.ok)
    return redirectWithMessage.success(`/blog/${made.value.slug}`, isPublished ? "Post created!" : "Draft saved");
  const refused = refusedForm(made, form);
  refused.data.form.message = made.field === null ? `${FAILED} ${made.error}` : FAILED;
  return refused;
}

/** Without an answer of the server the form stays as it is, and says that it failed. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const form: FormState = { message: FAILED };
    return Response.json({ form }, { status: NOT_SENT });
  }
}

export default function NewPost() {
  return <PostFormView post={null} form={useActionData<typeof action>()?.form} />;
}
