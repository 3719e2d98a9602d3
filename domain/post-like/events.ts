import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema } from "../core/values/schemas.ts";

const data = z.strictObject({ postId: idSchema, userId: idSchema });

/** Streams `post-like-<postId>-<userId>`: whether this user likes this post. */
export const postLikeEvents = {
  PostLiked: event({ version: 1, schema: data }),
  PostLikeRemoved: event({ version: 1, schema: data }),
};
export type PostLikeEvent = EventOf<typeof postLikeEvents>;
