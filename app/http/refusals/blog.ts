import type { WritePostRefusal } from "#domain/use-cases/blog/create-post.ts";
import type { AnswersOf } from "./refusal-answer.ts";
import type { UnfitText } from "#domain/core/text/unfit-text.ts";

/** Refusals about posts of the blog. */
export const blogAnswers = {
  "not-an-editor": { status: 403, say: "Only editors can write posts." },
  "post-unknown": { status: 404, say: "Item not found" },
  "post-title-missing": { status: 400, say: "Give the post a title.", field: "title" },
  "post-title-too-long": { status: 400, say: "The title may have at most 200 characters.", field: "title" },
  "post-slug-missing": { status: 400, say: "Give the post a slug.", field: "slug" },
  "post-slug-invalid": {
    status: 400,
    say: "A slug has at most 100 lowercase letters and digits, with single hyphens between words. It cannot be “new” or “edit”.",
    field: "slug",
  },
  "slug-taken": {
    status: 409,
    say: ({ slug }) => `Another post has the slug “${slug}”. Choose another one.`,
    field: "slug",
  },
  "cover-image-invalid": {
    status: 400,
    say: "The cover image must be an address that begins with https://, without a user name or password.",
    field: "cover_image",
  },
  "post-blocks-invalid": { status: 400, say: "The content of the editor could not be read.", field: "content" },
  "post-too-large": { status: 413, say: "The content may have at most 100,000 characters of HTML.", field: "content" },
  "post-unreadable": { status: 400, say: "The HTML is nested too deeply.", field: "content" },
} satisfies AnswersOf<Exclude<WritePostRefusal, UnfitText>>;
