import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { ownerSchema } from "../core/values/owner.ts";
import { idSchema, lineSchema, proseSchema } from "../core/values/schemas.ts";
import { type Block, blockSchema, MAX_BLOCKS } from "./block.ts";

export const POST_TYPES = ["update", "use_case", "whitepaper"] as const;
export type PostType = (typeof POST_TYPES)[number];

/**
 * `html` is sanitised. `blocks` is what it was rendered from; null if it was written as HTML.
 */
const content = z.strictObject({
  title: lineSchema,
  slug: idSchema,
  type: z.enum(POST_TYPES),
  coverImage: z.string().max(2_000).nullable(),
  html: proseSchema,
  blocks: z.array(blockSchema).max(MAX_BLOCKS).nullable(),
});
const postId = idSchema;
const by = idSchema;

/** Streams `post-<id>`: a post of the blog, which begins as a draft. */
export const postEvents = {
  PostCreated: event({ version: 1, schema: z.strictObject({ postId, owner: ownerSchema, content }) }),
  PostEdited: event({ version: 1, schema: z.strictObject({ postId, by, content }) }),
  PostPublished: event({ version: 1, schema: z.strictObject({ postId, by }) }),
  PostUnpublished: event({ version: 1, schema: z.strictObject({ postId, by }) }),
  PostDeleted: event({ version: 1, schema: z.strictObject({ postId, by }) }),
};
export type { Block };
export type PostEvent = EventOf<typeof postEvents>;
export type PostContent = z.infer<typeof content>;
