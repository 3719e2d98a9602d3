import { z } from "zod";
import { NEWEST_POSTS, POST_TYPES } from "#projections/posts/queries.ts";
import { isEditor, makePost, MAX_POST_SEARCH, setLike, shownPost, withViews } from "../../blog/post-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { madeBody, madeShape } from "../made.ts";
import { listedPostBody, listedPostShape, postBody, postShape } from "../shapes/post-shape.ts";
import { line, prose } from "#domain/core/text/text-schemas.ts";

export const listPosts = endpoint({
  method: "GET",
  path: "/api/blog",
  who: "anyone",
  limitedKeys: "all",
  summary: "The posts of the blog, without their content.",
  query: listQuery(NEWEST_POSTS, {
    search: z.string().max(MAX_POST_SEARCH).prefault("").describe("Words of title or content; all must be found."),
    type: z.enum(POST_TYPES).optional().describe("Only posts of this type."),
  }),
  answers: { 200: { body: z.array(listedPostBody), about: "the posts, newest first" } },
  run: async (request) => {
    const { context, query, viewer } = request;
    const { search, type = null } = query;
    const asked = { search, type, drafts: isEditor(viewer) };
    const found = await context.platform.queries.posts.list(asked, rangeOf(query));
    return listAnswer(request, await withViews(context.platform, found), listedPostShape);
  },
});

export const getPost = endpoint({
  method: "GET",
  path: "/api/blog/{slug}",
  who: "anyone",
  limitedKeys: "all",
  summary: "A post with its content. Does not count as a view.",
  answers: { 200: { body: postBody } },
  run: async ({ context, params }) => answered(await shownPost(context, params.slug), 200, postShape),
});

export const createPost = endpoint({
  method: "POST",
  path: "/api/blog",
  who: "user",
  summary: "Publishes a post. For editors and admins.",
  body: z.strictObject({
    title: line().prefault(""),
    slug: line().prefault("").describe("The last part of its address, such as summer-update."),
    type: z.enum(POST_TYPES).prefault("update"),
    cover_image: line().nullish().describe("Its address, which begins with https://."),
    content: prose().prefault("").describe("HTML. What is not allowed in posts, such as scripts, is removed."),
  }),
  answers: {
    201: { body: madeBody, location: ({ redirectUrl }: { redirectUrl: string }) => `/api${redirectUrl}` },
  },
  run: async ({ context, viewer, cause, body: { content, cover_image: coverImage = null, ...card } }) =>
    answered(
      await makePost(
        context.platform,
        { written: { ...card, coverImage, body: { html: content } }, isPublished: true },
        viewer,
        cause,
      ),
      201,
      ({ postId, slug }) => madeShape({ id: postId, redirectUrl: `/blog/${slug}` }),
    ),
});

export const likePost = endpoint({
  method: "POST",
  path: "/api/blog/{slug}/like",
  who: "user",
  summary: "Likes a post, or takes your like back.",
  answers: { 200: { body: z.strictObject({ likes: z.number(), liked: z.boolean() }) } },
  run: async ({ context, viewer, params: { slug }, cause }) =>
    answered(await setLike(context.platform, { slug, liked: null }, viewer, cause), 200, (value) => value),
});
