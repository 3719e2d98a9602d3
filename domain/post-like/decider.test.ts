import { expect, test } from "vitest";
import { emit } from "../core/decider.ts";
import { given } from "../core/spec.ts";
import { postLike } from "./decider.ts";
import type { PostLikeEvent } from "./events.ts";

const id = { postId: "p-1", userId: "ben" };
const liked: PostLikeEvent = { type: "PostLiked", data: id };
const removed: PostLikeEvent = { type: "PostLikeRemoved", data: id };

test("a user likes a post once, and can take it back", () => {
  expect(given(postLike).when({ type: "like", ...id })).toEqual(emit(liked));
  expect(given(postLike, liked).when({ type: "like", ...id })).toEqual(emit());
  expect(given(postLike, liked).when({ type: "remove-like", ...id })).toEqual(emit(removed));
  expect(given(postLike, liked, removed).when({ type: "remove-like", ...id })).toEqual(emit());
  expect(given(postLike, liked, removed).when({ type: "like", ...id })).toEqual(emit(liked));
});
