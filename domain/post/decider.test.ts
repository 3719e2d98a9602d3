import { expect, test } from "vitest";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { given } from "../core/spec.ts";
import { post } from "./decider.ts";
import type { PostContent, PostEvent } from "./events.ts";

const postId = "p-1";
const content: PostContent = {
  ...{ title: "News", slug: "news", type: "update", coverImage: null },
  ...{ html: "<p>x</p>", blocks: [{ type: "paragraph", text: "x" }] },
};
const created: PostEvent = { type: "PostCreated", data: { postId, owner: { kind: "user", id: "ed" }, content } };
const published: PostEvent = { type: "PostPublished", data: { postId, by: "ed" } };
const unpublished: PostEvent = { type: "PostUnpublished", data: { postId, by: "ed" } };
const create = (isPublished: boolean) => ({ type: "create", postId, by: "ed", content, isPublished }) as const;

test("begins as a draft, or is published at once", () => {
  expect(given(post).when(create(false))).toEqual(emit(created));
  expect(given(post).when(create(true))).toEqual(emit<PostEvent>(created, published));
  expect(given(post, created).state).toMatchObject({ status: "draft" });
  expect(given(post, created).when(create(true))).toEqual(emit());
});

test("is changed whole, by any editor, and only if something is different", () => {
  const other = { ...content, blocks: null };
  expect(given(post, created).when({ type: "edit", by: "bo", content: other })).toEqual(
    emit({ type: "PostEdited", data: { postId, by: "bo", content: other } }),
  );
  expect(given(post, created).when({ type: "edit", by: "bo", content: { ...content } })).toEqual(emit());
});

test("is published, taken back and published again", () => {
  expect(given(post, created).when({ type: "publish", by: "ed" })).toEqual(emit(published));
  expect(given(post, created, published).when({ type: "unpublish", by: "ed" })).toEqual(emit(unpublished));
  expect(given(post, created, published, unpublished).when({ type: "publish", by: "ed" })).toEqual(emit(published));
  expect(given(post, created).when({ type: "unpublish", by: "ed" })).toEqual(emit());
});

test.each([
  { type: "edit", by: "ed", content },
  { type: "publish", by: "ed" },
  { type: "unpublish", by: "ed" },
] as const)("before it exists there is nothing to $type", (command) => {
  expect(given(post).when(command)).toEqual(refuse({ code: "post-unknown" }));
});
