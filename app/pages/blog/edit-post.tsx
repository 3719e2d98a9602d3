import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { editorOf } from "../../blog/editor-of.ts";
import { changePost, removePost } from "../../blog/post-calls.ts";
import { formOf, writtenIn } from "../../blog/post-form.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedForm, text, throwNotFound } from "../../http/forms/page.ts";
import type { AppContext } from "../../platform.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { PostFormView } from "./post-form-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Edit ${data.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** The editor and the post. */
async function editedPost(context: AppContext, request: Request, slug: string | undefined) {
  const viewer = await editorOf(context, request);
  const post = await context.platform.queries.posts.bySlug(slug ?? "", { drafts: true });
  return { viewer, post: post ?? throwNotFound() };
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return formOf((await editedPost(context, request, params["slug"])).post);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { viewer, post } = await editedPost(context, request, params["slug"]);
  const form = await readForm(request);
  const intent = text(form, "intent");
  if (intent === "delete") {
    const deleted = await removePost(context.platform, post.id, viewer, causeOf(context));
    return deleted.ok ? redirectWithMessage.success("/blog", "Post deleted") : refusedForm(deleted, form);
  }
  if (intent !== "publish" && intent !== "save-draft") return refusedForm(refuse("form-unknown"), form);
  const isPublished = intent === "publish";
  const write = { postId: post.id, written: writtenIn(form), isPublished };
  const changed = await changePost(context.platform, write, viewer, causeOf(context));
  if (!changed.ok) return refusedForm(changed, form);
  return redirectWithMessage.success(`/blog/${changed.value.slug}`, said(post.status, isPublished));
}

function said(before: "draft" | "published", isPublished: boolean): string {
  if (before === "draft") return isPublished ? "Post published" : "Draft saved";
  return isPublished ? "Post saved" : "Post unpublished. Only editors see it now.";
}

export default function EditPost() {
  return <PostFormView post={useLoaderData<typeof loader>()} form={useActionData<typeof action>()?.form} />;
}
