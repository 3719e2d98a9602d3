import { useCallback, useId, useRef, useState } from "react";
import type { Block } from "#domain/post/block.ts";
import { blocksToHtml } from "#domain/post/block-html.ts";
import { htmlToBlocks } from "../../../blog/html-to-blocks.ts";
import { classNames } from "../../../ui/controls/class-names.ts";
import { ErrorLine } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { useHydrated } from "../../../ui/layout/hydrated.ts";
import type { PostForm } from "../../../blog/post-form.ts";
import { useBlockEditor } from "./use-block-editor.ts";

type Content = { readonly blocks: readonly Block[] } | { readonly html: string };

/**
 * The content of a post, written in the editor or as HTML. Posts that were written as HTML open as HTML, others in the
 * editor; without JavaScript every post is HTML.
 */
export function useContentField(post: PostForm | null, form: FormState | undefined) {
  const hydrated = useHydrated();
  const [initial] = useState(() => contentOf(post, form));
  const [start, setStart] = useState("blocks" in initial ? initial.blocks : []);
  const [isRich, setRich] = useState("blocks" in initial);
  const [html, setHtml] = useState("html" in initial ? initial.html : blocksToHtml(initial.blocks));
  const host = useRef<HTMLDivElement>(null);
  const { editor, open, wasChanged, markChanged } = useBlockEditor(host, hydrated && isRich ? start : null);
  const blocks = useCallback(async () => (await editor.current?.blocks()) ?? null, [editor]);
  const startingHtml = "html" in initial ? initial.html : null;
  const hasChanged = useCallback(
    () => wasChanged() || (startingHtml !== null && !isRich && html !== startingHtml),
    [wasChanged, startingHtml, isRich, html],
  );
  const choose = async (rich: boolean) => {
    if (rich === isRich) return;
    if (rich) setStart(htmlToBlocks(new DOMParser().parseFromString(html, "text/html").body));
    else setHtml(blocksToHtml((await blocks()) ?? []));
    markChanged();
    setRich(rich);
  };
  const type = (text: string) => {
    setHtml(text);
    markChanged();
    // Typed before the editor has opened: it would hide the text.
    setRich(false);
  };
  return { hydrated, isRich, open, html, type, host, blocks, hasChanged, choose };
}

function contentOf(post: PostForm | null, form: FormState | undefined): Content {
  const typed = form?.values;
  const typedBlocks = typed?.blocks ? readable(typed.blocks) : null;
  if (typedBlocks !== null) return { blocks: typedBlocks };
  if (typed?.content) return { html: typed.content };
  if (post !== null) return post.blocks === null ? { html: post.html } : { blocks: post.blocks };
  return { blocks: [] };
}

/** Blocks that a form has posted; null if they cannot be shown. */
function readable(json: string): readonly Block[] | null {
  try {
    const blocks = JSON.parse(json) as readonly Block[];
    blocksToHtml(blocks);
    return blocks;
  } catch {
    return null;
  }
}

/** The editor or the HTML, and the choice between them. */
export function PostContentField({
  field,
  state,
}: {
  field: ReturnType<typeof useContentField>;
  state: FormState | undefined;
}) {
  const id = useId();
  const error = state?.errors?.content;
  const { hydrated, isRich, open, html, type, host, choose } = field;
  const showsEditor = hydrated && isRich && open;
  return (
    <div className={classNames("field", error && "is-bad")}>
      <div className="between">
        <label className="label" htmlFor={id} id={`${id}-label`}>
          Content
        </label>
        {hydrated && (
          <div className="seg seg-sm" role="group" aria-label="Write as">
            <button type="button" aria-pressed={isRich} onClick={() => void choose(true)}>
              Rich editor
            </button>
            <button type="button" aria-pressed={!isRich} onClick={() => void choose(false)}>
              Raw HTML
            </button>
          </div>
        )}
      </div>
      <div
        className={classNames("block-editor prose post-body", !open && "is-loading")}
        ref={host}
        role="group"
        aria-labelledby={`${id}-label`}
        hidden={!hydrated || !isRich}
      />
      <textarea
        className="textarea textarea-code"
        id={id}
        name="content"
        rows={16}
        spellCheck={false}
        value={html}
        onChange={(event) => type(event.target.value)}
        hidden={showsEditor}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
        aria-invalid={error ? true : undefined}
      />
      <p className="hint" id={`${id}-hint`}>
        Headings, lists, links, images, quotes, code and tables. Scripts, styles and forms are removed.
      </p>
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  );
}
