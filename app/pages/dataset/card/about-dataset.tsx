import { Markdown } from "../../../markdown/markdown-view.tsx";
import type { MarkdownNode } from "../../../markdown/parse-markdown.ts";
import { Block } from "../../../ui/layout/block.tsx";

/** The read-me of a dataset and the terms of a licence of the owner's own. */
export function AboutDataset({ readMe, licenseTerms }: { readMe: readonly MarkdownNode[]; licenseTerms: string }) {
  return (
    <>
      {readMe.length > 0 && (
        <Block id="read-me" title="Read-me">
          <Markdown nodes={readMe} />
        </Block>
      )}
      {licenseTerms !== "" && (
        <Block id="license-terms" title="Terms of the licence">
          <p className="prose whitespace-pre-line">{licenseTerms}</p>
        </Block>
      )}
    </>
  );
}
