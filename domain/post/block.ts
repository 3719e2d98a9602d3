import { z } from "zod";

const inline = z.string().max(100_000);

/** An item of a list, with those below it. */
export type ListItem = { readonly content: string; readonly items: readonly ListItem[] };
const listItem: z.ZodType<ListItem> = z.lazy(() =>
  z.strictObject({ content: inline, items: z.array(listItem).max(1_000) }),
);

/**
 * The blocks of the editor, each with the fields that are shown; others are dropped before a post is stored. Texts are
 * HTML with inline elements, except `code` and addresses.
 */
export const blockSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("paragraph"), text: inline }),
  z.strictObject({ type: z.literal("header"), text: inline, level: z.number().int().min(2).max(4) }),
  z.strictObject({ type: z.literal("list"), ordered: z.boolean(), items: z.array(listItem).max(1_000) }),
  z.strictObject({ type: z.literal("quote"), text: inline, caption: inline }),
  z.strictObject({ type: z.literal("code"), code: inline }),
  z.strictObject({ type: z.literal("image"), url: z.string().max(2_000), caption: inline }),
  z.strictObject({ type: z.literal("delimiter") }),
  z.strictObject({
    type: z.literal("table"),
    headings: z.boolean(),
    rows: z.array(z.array(inline).max(100)).max(1_000),
  }),
]);

/** A part of a post as it was written in the editor. */
export type Block = z.infer<typeof blockSchema>;

/** The most blocks that a post may have. */
export const MAX_BLOCKS = 1_000;
