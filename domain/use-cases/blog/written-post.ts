import { z } from "zod";
import { accept, refuse, type Result } from "../../core/result.ts";
import { type Block, blockSchema, MAX_BLOCKS } from "../../post/block.ts";
import { blocksToHtml } from "../../post/block-html.ts";
import type { PostContent, PostType } from "../../post/events.ts";
import { isSlug } from "../../post/slug.ts";
import type { Ports } from "../ports.ts";
import { asProse, cleanLine, cleanProse } from "../../core/text/lines.ts";
import { type UnfitText, unfitLine, unfitProse } from "../../core/text/unfit-text.ts";
import { isWebAddress } from "../../core/text/web-address.ts";

/** What an editor enters: `body` is HTML, or blocks of the editor. */
export type WrittenPost = {
  readonly title: string;
  readonly slug: string;
  readonly type: PostType;
  readonly coverImage: string | null;
  readonly body: { readonly html: string } | { readonly blocks: unknown };
};

export type WrittenPostRefusal =
  | UnfitText
  | {
      readonly code:
        | "post-title-missing"
        | "post-title-too-long"
        | "post-slug-missing"
        | "post-slug-invalid"
        | "cover-image-invalid"
        | "post-blocks-invalid"
        | "post-too-large"
        | "post-unreadable";
    };

const MAX_TITLE = 200;
const MAX_COVER = 2_000;
/** Longest HTML of a post, in characters, also when it is made of blocks. */
export const MAX_POST_CHARS = 100_000;

/** Checks what was entered, and makes the content to store: its HTML is sanitised. */
export async function checkedPost(
  { html }: Pick<Ports, "html">,
  written: WrittenPost,
): Promise<Result<PostContent, WrittenPostRefusal>> {
  const title = cleanLine(written.title);
  const slug = written.slug.trim();
  const coverImage = written.coverImage?.trim() || null;
  const unfit = unfitLine(title, "title");
  if (unfit) return refuse(unfit);
  if (title === "") return refuse({ code: "post-title-missing" });
  if (title.length > MAX_TITLE) return refuse({ code: "post-title-too-long" });
  if (slug === "") return refuse({ code: "post-slug-missing" });
  if (!isSlug(slug)) return refuse({ code: "post-slug-invalid" });
  if (coverImage !== null && !isCover(coverImage)) return refuse({ code: "cover-image-invalid" });
  const blocks = "blocks" in written.body ? readBlocks(written.body.blocks) : null;
  if (blocks === "invalid") return refuse({ code: "post-blocks-invalid" });
  const source = cleanProse("blocks" in written.body ? blocksToHtml(blocks ?? []) : written.body.html);
  const unfitContent = unfitProse(source, "content");
  if (unfitContent) return refuse(unfitContent);
  if (source.length > MAX_POST_CHARS) return refuse({ code: "post-too-large" });
  const sanitized = await html.sanitize(source);
  if (sanitized === null) return refuse({ code: "post-unreadable" });
  // HTML has references for characters that no text may hold.
  const clean = asProse(sanitized);
  // Escapes and attributes that the sanitiser adds may make it longer.
  if (clean.length > MAX_POST_CHARS) return refuse({ code: "post-too-large" });
  return accept({ title, slug, type: written.type, coverImage, html: clean, blocks });
}

function isCover(address: string): boolean {
  return address.length <= MAX_COVER && isWebAddress(address, ["https:"]);
}

const written = z.array(blockSchema).max(MAX_BLOCKS);

function readBlocks(blocks: unknown): Block[] | "invalid" {
  const read = written.safeParse(blocks);
  return read.success ? read.data : "invalid";
}
